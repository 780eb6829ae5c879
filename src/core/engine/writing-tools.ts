import type { Gap, GapUrgency } from '../gaps/gap';
import type { LoreEntry } from '../lore/lore-entry';
import type { Trace } from '../pipeline/trace';
import type { TurnContext } from '../pipeline/turn-context';
import type { Settings } from '../settings/settings-table';
import { searchLore, type LoreFound, type SearchableLore } from '../writing-tools/search-lore';
import { TurnLimits } from '../writing-tools/turn-limits';
import type { ChatStates } from './chat-states';
import type { GapAdministration } from './gap-administration';
import { mayRead, mayReadWithoutTurn } from './tool-lore';
import type { VaultLore } from './vault-lore';

/** Turns that were played. */
export interface TurnsOfChats {
  /** Newest first. */
  traces(chat: string | undefined, limit: number): readonly Trace[];
  trace(id: string): Trace | undefined;
  /** What the stages of a turn like the newest one of a chat would see now; undefined where no request is kept. */
  contextOf(chat: string): TurnContext | undefined;
}

/** What the tools of the writing AI need of the engine. */
export interface WritingToolParts {
  readonly lore: VaultLore;
  readonly settings: () => Settings;
  readonly turns: TurnsOfChats;
  readonly chats: ChatStates;
  readonly gaps: GapAdministration;
}

/** In whose course a tool is called. */
export interface ToolCall {
  readonly chat: string;
  readonly parent?: string | undefined;
  readonly generation?: string | undefined;
  readonly turn?: number | undefined;
}

/** A call of `flag_lore`. */
export interface LoreFlag extends ToolCall {
  readonly title: string;
  readonly reason: string;
  readonly urgency: GapUrgency;
  readonly kind: 'gap' | 'update';
  readonly entry?: string | undefined;
}

/** What a search came to; `left` counts the searches that are left in this turn. */
export interface LoreSearched {
  readonly outcome: LoreFound['outcome'] | 'limit' | 'off' | 'refused';
  readonly text: string;
  readonly entries: LoreFound['entries'];
  readonly gap: Gap | undefined;
  readonly left: number;
}

/** What a flag came to; `left` counts the flags that are left in this turn. */
export interface LoreFlagged {
  readonly outcome: 'noted' | 'known' | 'limit' | 'off' | 'refused';
  readonly text: string;
  readonly gap: Gap | undefined;
  readonly left: number;
}

/** What clients may offer to the AI that writes. */
export interface ToolOffer {
  readonly search: boolean;
  readonly flag: boolean;
  readonly searchesPerTurn: number;
  readonly flagsPerTurn: number;
}

const SEARCH_OFF = 'Searching the lore is switched off. Go on writing without it.';
const FLAG_OFF = 'Noting gaps is switched off. Go on writing.';
const SEARCH_LIMIT = 'No search is left for this reply. Write it now with what you know.';
const FLAG_LIMIT = 'Enough is noted for this reply. Go on writing.';
const NO_QUERY = 'Nothing was searched: give one to four queries of a few words each.';
const NO_TITLE = 'Nothing was noted: give a title that says what it is about.';
const LONGEST_QUERY = 300;
const LONGEST_TITLE = 200;

/** The tools of the AI that writes: it looks lore up, and notes what is missing. It changes nothing else. */
export class WritingTools {
  readonly #searches = new TurnLimits();
  readonly #flags = new TurnLimits();

  constructor(private readonly parts: WritingToolParts) {}

  get offer(): ToolOffer {
    const { searchTool, flagTool, searchesPerTurn, flagsPerTurn } = this.parts.settings();
    return { search: searchTool, flag: flagTool, searchesPerTurn, flagsPerTurn };
  }

  /** Looks up lore; what no entry answers becomes a gap. */
  async search(call: ToolCall, given: readonly string[]): Promise<LoreSearched> {
    const { searchTool, searchesPerTurn } = this.parts.settings();
    const trace = this.#traceOf(call);
    const turn = turnKey(call, trace);
    const answer = (outcome: LoreSearched['outcome'], text: string): LoreSearched => {
      return { outcome, text, entries: [], gap: undefined, left: this.#searches.left(turn, searchesPerTurn) };
    };
    if (!searchTool) return answer('off', SEARCH_OFF);
    const queries = given.map((query) => query.replace(/\s+/g, ' ').trim().slice(0, LONGEST_QUERY)).filter(isTelling);
    if (queries.length === 0) return answer('refused', NO_QUERY);
    if (!this.#searches.take(turn, searchesPerTurn)) return answer('limit', SEARCH_LIMIT);
    const found = searchLore(queries, this.#searchable(call, trace));
    const gap = await this.#noteUnmet(call, found.unmet);
    return { ...answer(found.outcome, found.text), entries: found.entries, gap };
  }

  /** Notes that lore is missing or old. */
  async flag(flag: LoreFlag): Promise<LoreFlagged> {
    const { flagTool, flagsPerTurn } = this.parts.settings();
    const turn = turnKey(flag, this.#traceOf(flag));
    const answer = (outcome: LoreFlagged['outcome'], text: string, gap?: Gap): LoreFlagged => {
      return { outcome, text, gap, left: this.#flags.left(turn, flagsPerTurn) };
    };
    const title = flag.title.replace(/\s+/g, ' ').trim().slice(0, LONGEST_TITLE);
    if (!flagTool) return answer('off', FLAG_OFF);
    if (!isTelling(title)) return answer('refused', NO_TITLE);
    const entry = this.#entryOf(flag, title);
    if (entry && flag.kind === 'gap') return answer('refused', existsAlready(entry));
    if (!this.#flags.take(turn, flagsPerTurn)) return answer('limit', FLAG_LIMIT);
    const { chat, reason, urgency } = flag;
    const kind = flag.kind === 'update' && entry ? 'outdated' : 'missing';
    const noted = await this.parts.gaps.note({
      ...{ chat, kind, reason, urgency, origin: 'writer', evidence: [] },
      title: entry?.title ?? title,
      entry: entry?.id,
    });
    if (noted.kind === 'dismissed')
      return answer('refused', `The author wants no entry about “${noted.gap.title}”. Go on writing.`);
    const { gap, isNew } = noted;
    if (isNew) return answer('noted', `The author is told of “${gap.title}”. Go on writing.`, gap);
    return answer('known', `The author knows of “${gap.title}” already; it is counted once more. Go on writing.`, gap);
  }

  async #noteUnmet({ chat }: ToolCall, unmet: readonly string[]): Promise<Gap | undefined> {
    let first: Gap | undefined;
    for (const title of unmet.map((query) => query.slice(0, LONGEST_TITLE))) {
      const noted = await this.parts.gaps.note({
        ...{ chat, title, kind: 'missing', urgency: 'low', origin: 'search', evidence: [] },
        reason: 'The AI that writes searched for it and found nothing.',
      });
      if (noted.kind === 'kept') first ??= noted.gap;
    }
    return first;
  }

  #searchable({ chat, parent }: ToolCall, trace: Trace | undefined): SearchableLore {
    const { lore, turns, chats, settings } = this.parts;
    const { index } = lore;
    const context = turns.contextOf(chat);
    const state = chats.of(chat, parent);
    const injected = trace?.entries.filter((entry) => entry.injected) ?? [];
    const find = (target: string, from: string): readonly LoreEntry[] =>
      index.resolve(target, from).flatMap((id) => index.entries.get(id) ?? []);
    return {
      search: (query, limit) => lore.fullText.search(index, [query], limit).map(({ entry }) => entry),
      linked: ({ links, references, path }) =>
        [...links, ...references.map(({ target }) => target)].flatMap((target) => find(target, path)),
      isAllowed: (entry) => (context ? mayRead(entry, { ...context, index }) : mayReadWithoutTurn(entry, state)),
      given: new Set(injected.map(({ id }) => lore.currentId(id))),
      longest: settings().searchLength,
    };
  }

  /** The entry that a flag means; only an update may name it otherwise than by title, alias or key. */
  #entryOf({ kind, entry }: LoreFlag, title: string): LoreEntry | undefined {
    const { gaps, lore } = this.parts;
    const named = kind === 'update' && entry !== undefined ? lore.find(entry)[0] : undefined;
    return named ?? gaps.entryCalled(title) ?? (kind === 'update' ? lore.find(title)[0] : undefined);
  }

  #traceOf({ chat, generation }: ToolCall): Trace | undefined {
    const { turns } = this.parts;
    const own = generation === undefined ? undefined : turns.trace(generation);
    return own ?? turns.traces(chat, 1)[0];
  }
}

/** Each try to write a reply has its own calls. */
function turnKey({ chat, generation, turn }: ToolCall, trace: Trace | undefined): string {
  const key = generation ?? (turn === undefined ? undefined : String(turn)) ?? trace?.id ?? '';
  return `${chat}\n${key}`;
}

function isTelling(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text);
}

function existsAlready({ title }: LoreEntry): string {
  return `There is an entry “${title}” already: search for it. If the story has gone on since it was written, flag it with the kind "update".`;
}
