import type { Context } from 'hono';
import type { Handlers } from '../../../src/server/contract/api';
import { diffNotes } from '../../../src/core/edits/note-diff';
import type { WireChange, WireProposal, WireProposalHead, WireUndone } from '../../../src/server/contract/wire-edits';
import { pictureNow } from './picture-clock';

type EditHandlers = Pick<
  Handlers,
  | 'proposals'
  | 'propose'
  | 'acceptProposals'
  | 'proposal'
  | 'acceptProposal'
  | 'rejectProposal'
  | 'changes'
  | 'change'
  | 'undoChange'
  | 'redoChange'
  | 'undoChanges'
>;

/** Changes to notes of a scripted server: what is proposed and made is put in by the test. */
export class ScriptedEdits {
  proposals: readonly WireProposal[] = [];
  changes: readonly WireChange[] = [];
  /** Why nothing is written, if it is not. */
  refusal: string | undefined;
  /** Why changes stay when they are undone, by id. */
  kept: Readonly<Record<string, string>> = {};
  /** The body of the last acceptance. */
  lastAcceptance: { readonly text?: string | undefined; readonly base?: string | undefined } | undefined;

  handlers(): EditHandlers {
    return {
      proposals: (context) => {
        const { status, origin, path, limit } = context.req.valid('query');
        const found = this.proposals
          .filter((one) => status === undefined || (status === 'waiting' ? isWaiting(one) : one.status === status))
          .filter((one) => origin === undefined || one.origin.tool === origin)
          .filter((one) => path === undefined || one.path === path);
        return context.json({ items: found.slice(0, limit), open: this.proposals.filter(isWaiting).length }, 200);
      },
      propose: (context) => {
        if (this.refusal !== undefined) return context.json(problem(409, 'not_changed', this.refusal), 409);
        const { patch, origin } = context.req.valid('json');
        const [path, title] =
          patch.kind === 'create' ? [`${patch.folder}/${patch.title}.md`, patch.title] : [patch.path, patch.path];
        const id = `proposal-${String(this.proposals.length + 1)}`;
        const text = patch.kind === 'create' ? patch.body : JSON.stringify(patch);
        const made = proposalOf({ id, origin, patch, path, title, kind: patch.kind }, '', text);
        this.proposals = [made, ...this.proposals];
        return context.json(made, 200);
      },
      acceptProposals: (context) => {
        const items = context.req.valid('json').ids.flatMap((id) => this.#decide(id, 'accepted') ?? []);
        return context.json({ items }, 200);
      },
      proposal: (context) => {
        const found = this.proposals.find(({ id }) => id === context.req.valid('param').id);
        return found ? context.json(found, 200) : notFound(context);
      },
      acceptProposal: (context) => {
        this.lastAcceptance = context.req.valid('json');
        if (this.refusal !== undefined) return context.json(problem(409, 'not_changed', this.refusal), 409);
        const made = this.#decide(context.req.valid('param').id, 'accepted');
        return made ? context.json(made, 200) : notFound(context);
      },
      rejectProposal: (context) => {
        const made = this.#decide(context.req.valid('param').id, 'rejected');
        return made ? context.json(made, 200) : notFound(context);
      },
      changes: (context) => context.json({ items: this.changes, total: this.changes.length }, 200),
      change: (context) => {
        const found = this.changes.find(({ id }) => id === context.req.valid('param').id);
        return found ? context.json(found, 200) : notFound(context);
      },
      undoChange: (context) => {
        const { id } = context.req.valid('param');
        return this.changes.some((one) => one.id === id) ? context.json(this.#undo([id]), 200) : notFound(context);
      },
      redoChange: (context) => {
        const found = this.changes.find(({ id }) => id === context.req.valid('param').id);
        if (found === undefined) return notFound(context);
        const sentence = this.kept[found.id];
        if (sentence !== undefined) return context.json(problem(409, 'not_changed', sentence), 409);
        const again = { ...found, id: `${found.id} again`, state: 'applied' as const };
        const redone = this.changes.map((one) => (one === found ? { ...one, redone: again.id } : one));
        this.changes = [again, ...redone];
        return context.json(again, 200);
      },
      undoChanges: (context) => {
        const { session } = context.req.valid('json');
        const meant = this.changes.filter(({ origin, state }) => origin.session === session && state === 'applied');
        return context.json(this.#undo(meant.map(({ id }) => id)), 200);
      },
    };
  }

  #decide(id: string, status: WireProposal['status']): WireProposal | undefined {
    this.proposals = this.proposals.map((one) => (one.id === id ? { ...one, status } : one));
    return this.proposals.find((one) => one.id === id);
  }

  #undo(ids: readonly string[]): WireUndone {
    const undone = ids.filter((id) => this.kept[id] === undefined);
    this.changes = this.changes.map((one) => (undone.includes(one.id) ? { ...one, state: 'undone' as const } : one));
    const kept = this.changes.flatMap(({ id, path }) => {
      const sentence = ids.includes(id) ? this.kept[id] : undefined;
      return sentence === undefined ? [] : [{ id, path, sentence }];
    });
    return { undone, kept };
  }
}

/** A proposal that makes one text of another. */
export function proposalOf(
  about: Partial<WireProposal> & Pick<WireProposal, 'id'>,
  before: string,
  after: string,
): WireProposal {
  const { hunks, added, removed, cut } = diffNotes(before, after);
  const { path = 'Lore/Note.md' } = about;
  return {
    at: pictureNow - 7_200_000,
    origin: { tool: 'librarian' },
    status: 'open',
    kind: 'change',
    title: path.replace(/^.*\/|\.md$/g, ''),
    path,
    patch: { kind: 'change', path, operations: [{ kind: 'replace-source', text: after }] },
    added,
    removed,
    diff: { hunks, added, removed, cut },
    text: after,
    base: 'base',
    remarks: [],
    ...about,
  };
}

function isWaiting({ status }: WireProposalHead): boolean {
  return status !== 'accepted' && status !== 'rejected';
}

function problem(status: number, code: string, detail: string) {
  return { type: 'about:blank', title: 'Refused', status, code, detail };
}

function notFound(context: Context) {
  return context.json(problem(404, 'not_found', 'There is no such thing.'), 404);
}
