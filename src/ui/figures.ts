const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });
const oneDecimal = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 });

/** A whole number with thousands separators. */
export function figure(value: number): string {
  return whole.format(value);
}

/** A count with its noun: `1 entry`, `1,200 entries`. */
export function counted(value: number, one: string, many: string): string {
  return `${figure(value)} ${value === 1 ? one : many}`;
}

/** A duration in milliseconds for reading: `0.4 ms`, `12 ms`, `1.5 s`. */
export function duration(milliseconds: number): string {
  if (milliseconds >= 1_000) return `${oneDecimal.format(milliseconds / 1_000)} s`;
  return `${milliseconds < 10 ? oneDecimal.format(milliseconds) : figure(milliseconds)} ms`;
}

const steps: readonly (readonly [number, Intl.RelativeTimeFormatUnit])[] = [
  [60_000, 'second'],
  [3_600_000, 'minute'],
  [86_400_000, 'hour'],
  [Infinity, 'day'],
];
const unitMs: Readonly<Partial<Record<Intl.RelativeTimeFormatUnit, number>>> = {
  second: 1_000,
  minute: 60_000,
  hour: 3_600_000,
  day: 86_400_000,
};
const relative = new Intl.RelativeTimeFormat('en-US', { numeric: 'auto' });

/** How long ago something was, both in milliseconds since 1970: `5 minutes ago`. */
export function ago(at: number, now: number): string {
  const past = Math.max(0, now - at);
  if (past < 10_000) return 'just now';
  const unit = steps.find(([below]) => past < below)?.[1] ?? 'day';
  return relative.format(-Math.floor(past / (unitMs[unit] ?? 1)), unit);
}
