import { VaultPaths } from '../imports/vault-paths';
import { whyNotWritten } from '../imports/write-notes';
import { refused, type Refused } from './apply-operations';
import { textSteps, type Change } from './change-log';
import type { EditOrigin } from './edit-origin';
import { nameOf, noteText, type EditParts } from './edit-parts';
import type { KeptList } from './kept-list';
import type { Rebased } from './rebase';

/** Whom a change is made for. */
interface ChangeReason {
  readonly origin: EditOrigin;
  readonly title: string;
  readonly proposal?: string;
}

/** A change that was made, or why it was not. */
export type Changing =
  | { readonly kind: 'done'; readonly change: Change }
  | { readonly kind: 'conflict' }
  | { readonly kind: 'missing' }
  | Refused;

const NOT_KEPT = 'Nothing was changed, because the data folder cannot be written: no undo could be kept.';
const CHANGES_ALL_THE_TIME = 'The note is being changed all the time. Try again when that is over.';
const TOO_MANY = 'There are too many notes of this name.';
const MOST_TRIES = 5;
const MOST_NAMES = 100;
const ID_BYTES = 8;

/** Makes changes to notes. How to take each back is kept before it is made. */
export class NoteChanges {
  constructor(
    private readonly parts: EditParts,
    private readonly log: KeptList<Change>,
  ) {}

  /**
   * Changes the text of a note.
   *
   * @param textFor The new text for the text as it is, which may be another one each time it is asked.
   */
  async rewrite(path: string, textFor: (current: string) => Rebased, reason: ChangeReason): Promise<Changing> {
    for (let tries = 0; tries < MOST_TRIES; tries += 1) {
      const current = await noteText(this.parts.source, path);
      if (current === undefined) return { kind: 'missing' };
      if (typeof current !== 'string') return current;
      const next = textFor(current);
      if (next.kind !== 'text') return next;
      const change = this.#change(reason, { kind: 'change', path, ...textSteps(current, next.text) });
      if (!(await this.log.put(change))) return refused(NOT_KEPT);
      const result = await this.parts.writer.replace(path, current, next.text);
      if (result.kind === 'written') return { kind: 'done', change };
      await this.log.drop(change.id);
      if (result.kind === 'missing') return { kind: 'missing' };
      if (result.kind !== 'changed') return refused(whyNotWritten(result));
    }
    return refused(CHANGES_ALL_THE_TIME);
  }

  /** Makes a note under a free name. */
  async create(folder: readonly string[], title: string, text: string, reason: ChangeReason): Promise<Changing> {
    const paths = await this.#paths();
    if (!(paths instanceof VaultPaths)) return paths;
    const place = paths.folder(folder);
    for (let names = 0; names < MOST_NAMES; names += 1) {
      const path = paths.take(place, title);
      const change = this.#change(reason, { kind: 'create', path, ...textSteps('', text) });
      if (!(await this.log.put(change))) return refused(NOT_KEPT);
      const result = await this.parts.writer.create(path, text);
      if (result.kind === 'written') return this.#done(change, result.folders);
      await this.log.drop(change.id);
      if (result.kind !== 'exists') return refused(whyNotWritten(result));
    }
    return refused(TOO_MANY);
  }

  /** Moves a note to a path, or to the next free name there. */
  async move(from: string, to: string, reason: ChangeReason): Promise<Changing> {
    const paths = await this.#paths(from);
    if (!(paths instanceof VaultPaths)) return paths;
    const folder = paths.folder(to.split('/').slice(0, -1));
    for (let names = 0; names < MOST_NAMES; names += 1) {
      const path = paths.take(folder, nameOf(to));
      const change = this.#change(reason, { kind: 'move', path, from, before: '', splices: [] });
      if (!(await this.log.put(change))) return refused(NOT_KEPT);
      const result = await this.parts.writer.move(from, path);
      if (result.kind === 'written') return this.#done(change, result.folders);
      await this.log.drop(change.id);
      if (result.kind === 'missing') return { kind: 'missing' };
      if (result.kind !== 'exists') return refused(whyNotWritten(result));
    }
    return refused(TOO_MANY);
  }

  async #done(change: Change, folders: readonly string[]): Promise<Changing> {
    const done = { ...change, folders };
    // Only folders that stay empty after an undo hang on it.
    if (folders.length > 0) await this.log.put(done);
    return { kind: 'done', change: done };
  }

  /** @param except A note whose name is free, since it moves away from it. */
  async #paths(except?: string): Promise<VaultPaths | Refused> {
    const listing = await this.parts.source.list();
    if (listing.kind === 'unreachable') return refused(listing.reason);
    return new VaultPaths(listing.notes.map(({ path }) => path).filter((path) => path !== except));
  }

  #change(
    { origin, title, proposal }: ChangeReason,
    what: Pick<Change, 'kind' | 'path' | 'before' | 'splices'> & { readonly from?: string },
  ): Change {
    const { clock, random } = this.parts;
    return {
      id: random.token(ID_BYTES),
      at: clock.now(),
      origin,
      title,
      folders: [],
      state: 'applied',
      ...what,
      ...(proposal !== undefined && { proposal }),
    };
  }
}
