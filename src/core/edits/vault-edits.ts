import { refused, type Refused } from './apply-operations';
import { changeLog, type Change } from './change-log';
import { GONE, IN_CONFLICT, makeProposed, type Acceptance } from './decide-proposal';
import { cutsMuch, draftProposal, touchedPaths } from './draft-proposal';
import type { EditOrigin, EditTool } from './edit-origin';
import type { EditParts } from './edit-parts';
import type { KeptList } from './kept-list';
import { NoteChanges } from './note-changes';
import type { Patch } from './patch';
import { isWaiting, type Proposal } from './proposal';
import { inboxRefusal, proposalInbox } from './proposal-inbox';
import { redoChange } from './redo-change';
import { undoChange } from './undo-change';
import { viewProposal, type ProposalView } from './view-proposal';

/** A proposal after something happened to it, or why nothing did. */
export type Proposing = { readonly kind: 'proposal'; readonly proposal: Proposal } | Refused;

/** What was taken back, and what stays. */
export interface Undone {
  readonly undone: readonly string[];
  readonly kept: readonly { readonly id: string; readonly path: string; readonly sentence: string }[];
}

/** What came of doing a change again. */
export type Redone = { readonly kind: 'done'; readonly change: Change } | Refused;

const DECIDED = 'This proposal was decided upon already.';
const HOLDS = 'This change was not taken back.';
const REDONE = 'It was done again already.';
const SAME_PLACE = 'The same lines were changed since: they stay as they are.';
const INBOX_NOT_KEPT = 'The proposal could not be kept, because the data folder cannot be written.';

/** Changes to notes: proposed, decided upon, made, and taken back. One thing at a time. */
export class VaultEdits {
  readonly #inbox: KeptList<Proposal>;
  readonly #log: KeptList<Change>;
  readonly #changes: NoteChanges;
  #work: Promise<unknown> = Promise.resolve();

  constructor(private readonly parts: EditParts) {
    const { store, log, clock, daysKept } = parts;
    this.#inbox = proposalInbox(store, log);
    this.#log = changeLog(store, log, clock, daysKept);
    this.#changes = new NoteChanges(parts, this.#log);
  }

  /** Newest first. */
  async proposals(): Promise<readonly Proposal[]> {
    await this.#inbox.load();
    return this.#inbox.items;
  }

  /** Newest first. */
  async changes(): Promise<readonly Change[]> {
    await this.#log.load();
    return this.#log.items;
  }

  /**
   * Proposes a change. Where the settings let the tool write, it is made at once, unless it cuts more than half.
   *
   * @param asks Whether the user is asked, whatever the settings say.
   */
  propose(asked: Patch, origin: EditOrigin, asks = false): Promise<Proposing> {
    return this.#queue(async () => {
      const draft = await draftProposal(asked, origin, this.parts);
      if (draft.kind === 'refused') return draft;
      const { proposal } = draft;
      const full = inboxRefusal(this.#inbox.items, proposal);
      if (full !== undefined) return refused(full);
      if (!(await this.#inbox.put(proposal))) return refused(INBOX_NOT_KEPT);
      const mode = this.#mode(origin.tool, proposal.patch);
      if (mode !== 'write' || asks || cutsMuch(proposal)) return { kind: 'proposal', proposal };
      return this.#accept(proposal, {});
    });
  }

  /** Makes a proposed change, as it is or as the user edited it; undefined for one that is not known. */
  accept(id: string, acceptance: Acceptance = {}): Promise<Proposing | undefined> {
    return this.#queue(async () => {
      const proposal = this.#inbox.find(id);
      if (!proposal) return undefined;
      return isWaiting(proposal) ? this.#accept(proposal, acceptance) : refused(DECIDED);
    });
  }

  /** Turns a proposal down; undefined for one that is not known. */
  reject(id: string): Promise<Proposing | undefined> {
    return this.#queue(async () => {
      const proposal = this.#inbox.find(id);
      if (!proposal) return undefined;
      if (!isWaiting(proposal)) return refused(DECIDED);
      return this.#decided({ ...proposal, status: 'rejected', sentence: undefined });
    });
  }

  /** A proposal beside the note as it is now; undefined for one that is not known. */
  async view(id: string): Promise<ProposalView | undefined> {
    await this.#inbox.load();
    const proposal = this.#inbox.find(id);
    return proposal && viewProposal(proposal, this.parts);
  }

  /** Takes one change back; undefined for one that is not known. */
  undo(id: string): Promise<Undone | undefined> {
    return this.#queue(async () => {
      const change = this.#log.find(id);
      return change && this.#undo([change]);
    });
  }

  /** Takes all changes back that a condition names, the last one first. */
  undoAll(isMeant: (change: Change) => boolean): Promise<Undone> {
    return this.#queue(() =>
      this.#undo(this.#log.items.filter((change) => change.state === 'applied' && isMeant(change))),
    );
  }

  /** Does a change again that was taken back, as a new change; undefined for one that is not known. */
  redo(id: string): Promise<Redone | undefined> {
    return this.#queue(async () => {
      const change = this.#log.find(id);
      return change && this.#redo(change);
    });
  }

  #mode(tool: EditTool, patch: Patch): 'propose' | 'write' {
    const modes = (touchedPaths(patch) ?? []).map((path) => this.parts.rules().mode(tool, path));
    return modes.every((mode) => mode === 'write') ? 'write' : 'propose';
  }

  async #accept(proposal: Proposal, { text, base }: Acceptance): Promise<Proposing> {
    const edited = text === undefined ? proposal : { ...proposal, after: text };
    const result = await makeProposed(edited, { text, base }, this.#changes, this.parts);
    switch (result.kind) {
      case 'done': {
        const { id, path } = result.change;
        return this.#decided({ ...edited, status: 'accepted', path, sentence: undefined, change: id });
      }
      // What the user wrote is kept with it.
      case 'conflict':
        return this.#decided({ ...edited, status: 'conflict', sentence: IN_CONFLICT });
      case 'missing':
        return this.#decided({ ...edited, status: 'stale', sentence: GONE });
      case 'refused':
        return result;
    }
  }

  async #decided(proposal: Proposal): Promise<Proposing> {
    if (!(await this.#inbox.put(proposal))) this.parts.log.warn('What became of a proposal could not be kept.');
    return { kind: 'proposal', proposal };
  }

  async #undo(changes: readonly Change[]): Promise<Undone> {
    const undone: string[] = [];
    const kept: Undone['kept'][number][] = [];
    for (const change of changes) {
      const path = await this.#pathNow(change);
      const sentence = change.state === 'undone' ? undefined : await undoChange(change, path, this.parts);
      if (sentence !== undefined) kept.push({ id: change.id, path, sentence });
      else {
        undone.push(change.id);
        if (!(await this.#log.put({ ...change, state: 'undone' })))
          this.parts.log.warn('That a change was undone could not be kept.');
      }
    }
    return { undone, kept };
  }

  async #redo(change: Change): Promise<Redone> {
    if (change.state !== 'undone') return refused(HOLDS);
    if (change.redone !== undefined) return refused(REDONE);
    const path = change.kind === 'create' ? change.path : await this.#pathNow(change);
    const result = await redoChange(change, path, this.#changes, this.parts);
    if (result.kind === 'conflict') return refused(SAME_PLACE);
    if (result.kind === 'missing') return refused(GONE);
    if (result.kind === 'refused') return result;
    if (!(await this.#log.put({ ...change, redone: result.change.id })))
      this.parts.log.warn('That a change was done again could not be kept.');
    const proposal = change.proposal === undefined ? undefined : this.#inbox.find(change.proposal);
    if (proposal?.change === change.id) await this.#decided({ ...proposal, change: result.change.id });
    return result;
  }

  /** Where the note of a change is: later changes may have moved it, and so may the user. */
  async #pathNow(change: Change): Promise<string> {
    const { items } = this.#log;
    const later = items
      .slice(
        0,
        items.findIndex(({ id }) => id === change.id),
      )
      .reverse();
    const moves = later.filter(({ kind, state }) => kind === 'move' && state === 'applied');
    const begin = change.kind === 'move' && change.state === 'undone' ? (change.from ?? change.path) : change.path;
    const path = moves.reduce((at, move) => (move.from === at ? move.path : at), begin);
    const isThere = (await this.parts.source.read(path)).kind !== 'missing';
    return isThere ? path : this.parts.pathToday(path);
  }

  /** Resolves when everything that was begun is done. */
  async settled(): Promise<void> {
    await this.#work;
  }

  #queue<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = this.#work.then(async () => {
      await Promise.all([this.#inbox.load(), this.#log.load()]);
      return work();
    });
    this.#work = result.catch(() => undefined);
    return result;
  }
}
