/** Ports from the first to the last, both included. */
export interface PortRange {
  readonly from: number;
  readonly to: number;
}

/** The ports where the plugin Local REST API and Lorehearth usually are. */
export const usualPorts: readonly PortRange[] = [
  { from: 27_123, to: 27_124 },
  { from: 27_673, to: 27_692 },
];

/** So many ports are looked at by one search at most. */
export const MOST_PORTS = 500;
/** Ports that one request looks at. */
const SLICE = 20;

/** The ranges in pieces of at most 20 ports. */
export function portSlices(ranges: readonly PortRange[]): readonly PortRange[] {
  return ranges.flatMap(({ from, to }) =>
    Array.from({ length: Math.ceil((to - from + 1) / SLICE) }, (_, at) => ({
      from: from + at * SLICE,
      to: Math.min(to, from + at * SLICE + SLICE - 1),
    })),
  );
}

/** Why a range cannot be looked at, by field; empty when it can. */
export function rangeProblems(
  from: number | undefined,
  to: number | undefined,
): { readonly from?: string; readonly to?: string } {
  const isPort = (port: number | undefined): port is number =>
    port !== undefined && Number.isInteger(port) && port >= 1 && port <= 65_535;
  if (!isPort(from)) return { from: 'A port is a whole number from 1 to 65,535.' };
  if (!isPort(to)) return { to: 'A port is a whole number from 1 to 65,535.' };
  if (to < from) return { to: 'The last port must not be before the first.' };
  if (to - from >= MOST_PORTS) return { to: `At most ${String(MOST_PORTS)} ports are looked at by one search.` };
  return {};
}
