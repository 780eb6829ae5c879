import type { Severity } from './problem-groups';

/** The severities in words: one, many. */
export const severityWords: Readonly<Record<Severity, readonly [one: string, many: string]>> = {
  error: ['error', 'errors'],
  warning: ['warning', 'warnings'],
  info: ['hint', 'hints'],
};
