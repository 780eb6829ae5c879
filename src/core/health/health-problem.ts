import { contentHash } from '../base/content-hash';
import type { EntryId } from '../base/entry-id';
import type { EntryProblem, Severity } from '../lore/entry-problem';
import type { SettingName } from '../settings/settings-table';
import type { Finding } from './finding';
import { healthKinds, type HealthCode } from './health-kinds';

/** One thing in a health report. */
export interface HealthProblem {
  /** The same as long as the note says the same at the same place. */
  readonly id: string;
  readonly code: HealthCode;
  readonly severity: Severity;
  /** Vault-relative path of the note; empty for settings and for the vault as a whole. */
  readonly path: string;
  /** Line in the note, counted from 1. */
  readonly line: number;
  /** What the user wrote, shortened. */
  readonly text: string;
  /** What is wrong and what to do, in one or two sentences. */
  readonly message: string;
  readonly entry?: EntryId;
  readonly setting?: SettingName;
}

const LONGEST_QUOTE = 120;

/** A problem that reading notes found, as the report tells it. */
export function fromNote(problem: EntryProblem): HealthProblem {
  const { code, severity, path, line, text, message } = problem;
  return { id: problemId(code, path, line, text, message), code, severity, path, line, text, message };
}

/** A finding of a check, as the report tells it. */
export function fromCheck({ code, entry, text, detail, setting }: Finding, line: number): HealthProblem {
  const path = entry?.path ?? '';
  const short = text.length > LONGEST_QUOTE ? `${text.slice(0, LONGEST_QUOTE)}…` : text;
  const message = healthKinds[code].sentence(short, detail);
  return {
    ...{ id: problemId(code, path, line, text, message), code, severity: healthKinds[code].severity },
    ...{ path, line, text: short, message },
    ...(entry && { entry: entry.id }),
    ...(setting !== undefined && { setting }),
  };
}

function problemId(...parts: readonly (string | number)[]): string {
  return contentHash(JSON.stringify(parts));
}
