import { folderParts } from '../imports/vault-paths';
import { foldFileName, noteFileName } from '../formats/note-file-name';
import type { Proposing } from '../edits/vault-edits';
import type { ScribePorts } from './ports';
import {
  changedSessionNote,
  chatLabel,
  newSessionNote,
  noteTitle,
  readSessionNote,
  type NoteContent,
  type NoteFacts,
  type NoteMarks,
} from './session-note';
import type { Summary, SummaryBook } from './summary';

/** What is known of the note of a summary. */
type NoteState = 'written' | 'proposed' | 'rejected' | 'missing' | 'none';

/** A note that a summary has, wherever the user moved it. */
export interface FoundNote {
  readonly state: NoteState;
  readonly path: string | undefined;
}

/** The notes in which summaries stand. */
export class SessionNotes {
  constructor(private readonly ports: Pick<ScribePorts, 'source' | 'notes' | 'settings' | 'minutesEast' | 'log'>) {}

  /** The text of a summary as it counts: the user may have written it anew in its note. */
  async textOf(summary: Summary): Promise<string> {
    const path = summary.path ?? (await this.#acceptedPath(summary));
    const content = path === undefined ? undefined : await this.#content(path);
    return content?.marks.hash === summary.hash && content.body !== '' ? content.body : summary.text;
  }

  /** Summaries whose notes the user did not want. */
  async rejected(summaries: readonly Summary[]): Promise<ReadonlySet<string>> {
    const proposals = new Set(summaries.flatMap(({ proposal }) => proposal ?? []));
    if (proposals.size === 0) return proposals;
    const rejected = (await this.ports.notes.list()).filter(
      ({ id, status }) => status === 'rejected' && proposals.has(id),
    );
    const ids = new Set(rejected.map(({ id }) => id));
    return new Set(summaries.flatMap(({ id, proposal }) => (proposal !== undefined && ids.has(proposal) ? [id] : [])));
  }

  /** The summaries with the places where their notes are by now. */
  async placed(book: SummaryBook): Promise<SummaryBook> {
    const found = await this.find(book.summaries);
    const summaries = book.summaries.map((summary) => {
      const path = found.get(summary.id)?.path;
      return path === undefined || path === summary.path ? summary : { ...summary, path, proposal: undefined };
    });
    return summaries.some((summary, at) => summary !== book.summaries[at]) ? { ...book, summaries } : book;
  }

  /** Where the notes of summaries are now, by the id of the summary. */
  async find(summaries: readonly Summary[]): Promise<ReadonlyMap<string, FoundNote>> {
    const listing = await this.ports.source.list();
    // A vault that cannot be read has lost nothing.
    const paths = listing.kind === 'notes' ? new Set(listing.notes.map(({ path }) => path)) : undefined;
    const proposals = new Map((await this.ports.notes.list()).map((proposal) => [proposal.id, proposal]));
    return new Map(
      summaries.map((summary): readonly [string, FoundNote] => {
        const proposal = summary.proposal === undefined ? undefined : proposals.get(summary.proposal);
        const path = summary.path ?? (proposal?.status === 'accepted' ? proposal.path : undefined);
        if (path !== undefined) return [summary.id, pathNow(path, paths)];
        const isWaiting = proposal !== undefined && proposal.status !== 'rejected';
        const state = isWaiting ? 'proposed' : proposal === undefined ? 'none' : 'rejected';
        return [summary.id, { state, path: undefined }];
      }),
    );
  }

  /** A note that holds this very summary already, made by another host or before the data folder was lost. */
  async twin(
    marks: NoteMarks,
    chatName: string,
    book: SummaryBook,
  ): Promise<(NoteContent & { readonly path: string }) | undefined> {
    const listing = await this.ports.source.list();
    if (listing.kind !== 'notes') return undefined;
    const own = new Set(book.summaries.map(({ path }) => path));
    const folder = foldFileName((folderParts(this.ports.settings().scribeFolder) ?? []).join('/'));
    const begin = foldFileName(noteFileName(`${chatLabel(chatName)} – `, () => false));
    const start = folder === '' ? begin : `${folder}/${begin}`;
    for (const { path } of listing.notes) {
      if (own.has(path) || !foldFileName(path).startsWith(start)) continue;
      const content = await this.#content(path);
      if (content && isSame(content.marks, marks)) return { ...content, path };
    }
    return undefined;
  }

  /** Writes a summary into its note, or into a new one; the summary as it stands then. Never fails: the text is kept in any case. */
  async write(summary: Summary, before: Summary | undefined, about: Omit<NoteFacts, 'minutesEast'>): Promise<Summary> {
    const facts: NoteFacts = { ...about, minutesEast: this.ports.minutesEast?.() ?? 0 };
    const isOwn = before?.chat === summary.chat;
    const found = before && isOwn ? (await this.find([before])).get(before.id) : undefined;
    const place = found?.state === 'written' ? found.path : undefined;
    // Otherwise both could be accepted, and there would be two notes.
    if (before?.proposal !== undefined && found?.state === 'proposed') await this.ports.notes.reject(before.proposal);
    if (before && place !== undefined) return this.#rewrite({ ...summary, title: before.title }, before, facts, place);
    const { scribeFolder, sessionTag } = this.ports.settings();
    const titled = { ...summary, title: noteTitle(summary, facts) };
    const patch = newSessionNote(titled, facts, scribeFolder, sessionTag);
    return written(titled, undefined, await this.#propose(() => this.ports.notes.propose(patch, originOf(summary))));
  }

  async #rewrite(summary: Summary, before: Summary, facts: NoteFacts, path: string): Promise<Summary> {
    const content = await this.#content(path);
    const asks = content === undefined || content.body !== before.text.trim();
    const patch = changedSessionNote(summary, facts, path);
    return written(summary, path, await this.#propose(() => this.ports.notes.propose(patch, originOf(summary), asks)));
  }

  async #propose(propose: () => Promise<Proposing>): Promise<Proposing> {
    try {
      return await propose();
    } catch (error) {
      this.ports.log.warn('The note of a summary could not be written.', error);
      return { kind: 'refused', sentence: 'The note could not be written. The log says why.' };
    }
  }

  async #acceptedPath({ proposal }: Summary): Promise<string | undefined> {
    if (proposal === undefined) return undefined;
    return (await this.ports.notes.list()).find(({ id, status }) => id === proposal && status === 'accepted')?.path;
  }

  async #content(path: string): Promise<NoteContent | undefined> {
    const note = await this.ports.source.read(path);
    return note.kind === 'text' ? readSessionNote(note.text) : undefined;
  }
}

function originOf({ chat, id }: Summary) {
  return { tool: 'scribe' as const, chat, session: `scribe:${id}` };
}

function written(summary: Summary, path: string | undefined, result: Proposing): Summary {
  if (result.kind === 'refused') return { ...summary, path, proposal: undefined, noteProblem: result.sentence };
  const { proposal } = result;
  const isMade = proposal.status === 'accepted';
  return {
    ...summary,
    path: isMade ? proposal.path : path,
    proposal: isMade ? undefined : proposal.id,
    noteProblem: undefined,
  };
}

function isSame(a: NoteMarks, b: NoteMarks): boolean {
  return a.chat === b.chat && a.level === b.level && a.hash === b.hash;
}

/** A note that is not there any more may only have been moved: then one of its name is elsewhere. */
function pathNow(path: string, paths: ReadonlySet<string> | undefined): FoundNote {
  if (paths === undefined || paths.has(path)) return { state: 'written', path };
  const name = path.slice(path.lastIndexOf('/') + 1);
  const moved = [...paths].filter((one) => one.endsWith(`/${name}`) || one === name);
  return moved.length === 1 ? { state: 'written', path: moved[0] } : { state: 'missing', path: undefined };
}
