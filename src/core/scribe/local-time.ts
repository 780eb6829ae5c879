const MINUTE = 60_000;

/** A moment as the user's clock shows it: `2026-08-22 14.05`, which every file system takes. */
export function localTime(at: number, minutesEast: number): string {
  return new Date(at + minutesEast * MINUTE).toISOString().slice(0, 16).replace('T', ' ').replace(':', '.');
}
