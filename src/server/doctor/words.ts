/** A count with its noun. */
export function counted(value: number, one: string, many: string): string {
  return `${value.toLocaleString('en-US')} ${value === 1 ? one : many}`;
}

/** How long ago something was, in milliseconds since 1970 both. */
export function ago(at: number, now: number): string {
  const minutes = Math.floor(Math.max(0, now - at) / 60_000);
  if (minutes < 1) return 'just now';
  if (minutes < 60) return `${counted(minutes, 'minute', 'minutes')} ago`;
  const hours = Math.floor(minutes / 60);
  return hours < 48
    ? `${counted(hours, 'hour', 'hours')} ago`
    : `${counted(Math.floor(hours / 24), 'day', 'days')} ago`;
}
