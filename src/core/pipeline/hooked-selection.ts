import type { EntryId } from '../base/entry-id';
import { plainCandidate, type Candidate } from './candidate';
import { sameAsAnother } from './card-lore';
import type { HookReport } from './hook';
import { priced } from './price';
import type { KnownHook } from './read-hook';
import type { HookList } from './read-hook-answer';
import type { TurnContext } from './turn-context';

/** A selection after one hook, and what of its list was taken. */
export interface HookedChange {
  readonly kept: readonly Candidate[];
  readonly added: readonly Candidate[];
  readonly removed: readonly Candidate[];
  readonly report: Pick<HookReport, 'outcome' | 'added' | 'removed' | 'changed' | 'tokens' | 'detail'>;
}

/**
 * The selection as a hook's list wants it, as far as its permissions go. Required entries stay whatever it says; what it
 * adds is an ordinary entry that names its source.
 */
export function hookedSelection(
  hook: KnownHook,
  list: HookList,
  before: readonly Candidate[],
  context: TurnContext,
): HookedChange {
  const take = new Take(hook, list, context);
  const kept = before.filter((candidate) => take.stays(candidate)).map((candidate) => take.written(candidate));
  const known = new Set(before.map((candidate) => candidate.entry.id));
  const added = [...list.keys()].filter((id) => !known.has(id)).flatMap((id) => take.addition(id));
  const ids = (candidates: readonly Candidate[]): readonly EntryId[] => candidates.map(({ entry }) => entry.id);
  const { removed, rewritten } = take;
  const hasChanged = added.length + removed.length + rewritten.length > 0;
  return {
    kept: [...kept, ...added],
    added,
    removed,
    report: {
      outcome: hasChanged ? 'changed' : 'unchanged',
      added: ids(added),
      removed: ids(removed),
      changed: ids(rewritten.map(([, after]) => after)),
      tokens: take.tokens(added),
      detail: take.detail(),
    },
  };
}

/** Takes a hook's list apart, entry by entry, and remembers what it would not take. */
class Take {
  readonly removed: Candidate[] = [];
  /** Candidates before and after. */
  readonly rewritten: (readonly [Candidate, Candidate])[] = [];
  readonly #details = new Set<string>();

  constructor(
    private readonly hook: KnownHook,
    private readonly list: HookList,
    private readonly context: TurnContext,
  ) {}

  stays(candidate: Candidate): boolean {
    const { entry } = candidate;
    if (this.list.has(entry.id) || !this.#may('change-selection', 'It may not change the selection.')) return true;
    if (entry.required) {
      this.#details.add(`${entry.title} is required and stays.`);
      return true;
    }
    this.removed.push(candidate);
    return false;
  }

  written(candidate: Candidate): Candidate {
    const text = this.#newText(candidate);
    if (text === undefined) return candidate;
    const after = { ...candidate, entry: { ...candidate.entry, text } };
    this.rewritten.push([candidate, after]);
    return after;
  }

  addition(named: string): readonly Candidate[] {
    if (!this.#may('change-selection', 'It may not change the selection.')) return [];
    const { index, currentId } = this.context;
    const entry = index.entries.get(currentId(named));
    const hindrance = !entry ? `There is no entry ${shown(named)}.` : this.#hindrance(entry);
    if (!entry || hindrance !== undefined) {
      if (hindrance !== undefined) this.#details.add(hindrance);
      return [];
    }
    const source = `The hook ${this.hook.id} added it.`;
    const plain = plainCandidate({ ...entry, required: false }, 'hook', 'hooks', source);
    const text = this.#newText(plain, this.list.get(named));
    return [text === undefined ? plain : { ...plain, entry: { ...plain.entry, text } }];
  }

  /** Tokens that the list costs; negative where it saves some. */
  tokens(added: readonly Candidate[]): number {
    const sum = (candidates: readonly Candidate[]): number =>
      candidates.reduce((total, candidate) => total + priced(candidate, this.context).tokens, 0);
    const [before, after] = [this.rewritten.map(([one]) => one), this.rewritten.map(([, one]) => one)];
    return sum(added) + sum(after) - sum(before) - sum(this.removed);
  }

  detail(): string {
    const [first, second, third, ...more] = this.#details;
    const told = [first, second, third].filter((detail) => detail !== undefined);
    return [...told, ...(more.length > 0 ? [`And ${String(more.length)} more.`] : [])].join(' ');
  }

  /** A text that differs from what the hook was shown, if it may write. A blank one would be a removal in disguise. */
  #newText({ entry }: Candidate, text = this.list.get(entry.id)): string | undefined {
    const wasShown = this.hook.permissions.includes('read-lore') ? entry.text : '';
    if (text === undefined || text === wasShown || text === entry.text) return undefined;
    if (!this.#may('change-text', 'It may not change texts.')) return undefined;
    if (text.trim() !== '') return text;
    this.#details.add(`The text of ${entry.title} cannot be emptied; a list without the entry removes it.`);
    return undefined;
  }

  #hindrance({ id, title, enabled, never }: Candidate['entry']): string | undefined {
    if (!enabled || never) return `${title} is switched off.`;
    const same = sameAsAnother(id, this.context);
    if (same !== undefined) return `${title} is not added. ${same}`;
    const isBlocked = this.context.chat.blocks.some((block) => this.context.currentId(block) === id);
    return isBlocked ? `${title} is blocked in this chat.` : undefined;
  }

  #may(permission: KnownHook['permissions'][number], otherwise: string): boolean {
    const may = this.hook.permissions.includes(permission);
    if (!may) this.#details.add(otherwise);
    return may;
  }
}

/** Names come from another plugin and may be of any length. */
function shown(name: string): string {
  return `“${name.length > 80 ? `${name.slice(0, 80)}…` : name}”`;
}
