import type { NoteText } from '../ports/note-source';

/** Notes that are asked for at the same time. */
const AT_A_TIME = 8;
/** After so many failures in a row the vault counts as gone. */
const MOST_FAILURES = 8;

/** What came of reading some notes of a vault. */
export interface FetchedNotes {
  /** By path; those that were not read any more are not in it. */
  readonly texts: ReadonlyMap<string, NoteText>;
  /** Why the vault counts as gone; undefined where it does not. */
  readonly lost: string | undefined;
}

/** Reads notes, a few at a time, until all are read, too many failed in a row, or it is stopped. */
export async function fetchNotes(
  paths: readonly string[],
  read: (path: string) => Promise<NoteText>,
  isStopped: () => boolean,
): Promise<FetchedNotes> {
  const texts = new Map<string, NoteText>();
  let next = 0;
  let failures = 0;
  let lost: string | undefined;
  const work = async (): Promise<void> => {
    for (;;) {
      const path = paths[next++];
      if (path === undefined || lost !== undefined || isStopped()) return;
      const text = await read(path);
      failures = text.kind === 'unreadable' ? failures + 1 : 0;
      if (text.kind === 'unreadable' && failures >= MOST_FAILURES) lost = text.reason;
      texts.set(path, text);
    }
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, work));
  return { texts, lost };
}
