import type { WireProblem } from '../server/contract/wire-lore';

export type Severity = WireProblem['severity'];

/** The worst first. */
export const severities: readonly Severity[] = ['error', 'warning', 'info'];

/** The severities in words: one, many. */
export const severityWords: Readonly<Record<Severity, readonly [one: string, many: string]>> = {
  error: ['error', 'errors'],
  warning: ['warning', 'warnings'],
  info: ['hint', 'hints'],
};
