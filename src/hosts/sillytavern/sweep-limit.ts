/** The most sweeps that the user allows one World Info scan; 0 for no limit. SillyTavern tells it in its form alone. */
export function sweepLimit(): number {
  const field = 'document' in globalThis ? document.getElementById('world_info_max_recursion_steps') : null;
  const limit = field instanceof HTMLInputElement ? Number(field.value) : 0;
  return Number.isFinite(limit) ? Math.max(0, limit) : 0;
}
