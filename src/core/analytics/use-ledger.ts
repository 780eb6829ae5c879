import type { EntryId } from '../base/entry-id';
import type { TurnUse } from './turn-use';
import { addDay, mergeDay, newDay, renameInDay, settleTurn, weighDay, type UseDay } from './use-day';
import { newTally, type Tally } from './use-tally';

/** Turns, of all chats together, that another try of the same message still replaces. */
const MOST_LIVE = 200;
/** Days that are told apart; earlier ones are one sum. */
const MOST_DAYS = 90;
/** Lines of all days together; beyond that the oldest days become part of the sum earlier. */
const HEAVIEST = 300_000;
/** Names of entries that are remembered, for entries whose notes are away. */
const MOST_NAMES = 30_000;

/** The name of the sum of all days that are not told apart. */
export const OLDER = 'older';

/** What an entry was called when it was used last. */
export interface UsedName {
  readonly title: string;
  readonly card: string | undefined;
}

/** A part of what was used, with the names that it needs. */
export interface UsePart {
  /** A day, or `OLDER`. */
  readonly part: string;
  readonly day: UseDay;
  readonly names: ReadonlyMap<EntryId, UsedName>;
  readonly chatNames: ReadonlyMap<string, string>;
}

/** Which turns are meant; without a part, all. */
export interface UseSpan {
  readonly chat?: string;
  /** The first day, like `2026-03-01`. */
  readonly since?: string;
}

/**
 * What was used in which turns. Turns that may still be replaced stand beside the sums, not in them, so that a swipe
 * replaces what it replaces, and no count is ever taken back.
 */
export class UseLedger {
  /** By day, and under `OLDER` what was before. */
  readonly #days = new Map<string, UseDay>();
  readonly #names = new Map<EntryId, UsedName>();
  readonly #chatNames = new Map<string, string>();
  readonly #changed = new Set<string>();
  #through = '';
  #version = 0;

  /** Grows with every change. */
  get version(): number {
    return this.#version;
  }

  /** The last day that is not told apart any more; empty when all are. */
  get through(): string {
    return this.#through;
  }

  /** The names of the days and of `OLDER`, as far as there is something. */
  get parts(): readonly string[] {
    return [...this.#days.keys()].sort();
  }

  name(id: EntryId): UsedName | undefined {
    return this.#names.get(id);
  }

  chatName(chat: string): string | undefined {
    return this.#chatNames.get(chat);
  }

  /** Counts a turn. It replaces an earlier try of the same message, and itself when it is told again. */
  record(turn: TurnUse): void {
    this.#remember(turn);
    this.#replace(turn);
    if (turn.day <= this.#through) settleTurn(this.#dayOf(OLDER), turn);
    else this.#insert(turn);
    this.#touch(turn.day <= this.#through ? OLDER : turn.day);
    this.#settle();
    this.#fold();
  }

  /** Takes in a stored part. What was counted meanwhile stays and is newer. */
  restore({ part, day, names, chatNames }: UsePart): void {
    for (const [id, name] of names) if (!this.#names.has(id)) this.#names.set(id, name);
    for (const [id, name] of chatNames) if (!this.#chatNames.has(id)) this.#chatNames.set(id, name);
    const place = part <= this.#through ? OLDER : part;
    mergeDay(this.#dayOf(place), { chats: day.chats, turns: [] });
    const live = this.#live();
    for (const turn of day.turns) {
      if (live.some((one) => isSameMessage(one, turn) && one.at >= turn.at)) continue;
      this.#replace(turn);
      this.#insert(turn, place);
    }
    this.#version++;
    this.#settle();
  }

  /** Takes in a part that was taken away before; it has to be stored anew. */
  bringBack(part: UsePart): void {
    this.restore(part);
    this.#touch(part.part <= this.#through ? OLDER : part.part);
  }

  /** A part with the names of what it counts, to be stored; undefined when it is not there any more. */
  take(part: string): UsePart | undefined {
    const day = this.#days.get(part);
    if (day === undefined) return undefined;
    const names = new Map<EntryId, UsedName>();
    const ids = [...day.chats.values()].flatMap(({ entries }) => [...entries.keys()]);
    for (const id of [...ids, ...day.turns.flatMap(({ entries }) => entries.map((entry) => entry.id))]) {
      const name = this.#names.get(id);
      if (name) names.set(id, name);
    }
    return { part, day, names, chatNames: this.#chatNames };
  }

  /** The stored sum of earlier days goes as far as this day. */
  restoreThrough(day: string): void {
    if (day > this.#through) this.#through = day;
  }

  /** Gives entries the ids that they have today. */
  rename(currentId: (id: EntryId) => EntryId): void {
    for (const [name, day] of this.#days) if (renameInDay(day, currentId)) this.#touch(name);
    for (const [id, name] of [...this.#names]) {
      const current = currentId(id);
      if (current === id) continue;
      this.#names.delete(id);
      if (!this.#names.has(current)) this.#names.set(current, name);
    }
  }

  /** The sum of all turns of a span. */
  sum({ chat, since }: UseSpan): Tally {
    const sum = newTally();
    for (const [name, day] of this.#days)
      if (since === undefined || (name !== OLDER && name >= since)) addDay(sum, day, chat);
    return sum;
  }

  /** Each day of a span on which there were turns, the oldest first; what was before all days is left out. */
  byDay({ chat, since = '' }: UseSpan): readonly (readonly [day: string, tally: Tally])[] {
    const days = this.parts.filter((name) => name !== OLDER && name >= since);
    return days.flatMap((name) => {
      const sum = this.sumOfPart(name, chat);
      return sum.turns === 0 ? [] : [[name, sum] as const];
    });
  }

  /** The sum of one day. */
  sumOfPart(name: string, chat?: string): Tally {
    const sum = newTally();
    const day = this.#days.get(name);
    if (day) addDay(sum, day, chat);
    return sum;
  }

  /** The newest turns of a span that are kept one by one, oldest first. */
  recent({ chat, since = '' }: UseSpan, most: number): readonly TurnUse[] {
    const turns = this.#live().filter((turn) => (chat === undefined || turn.chat === chat) && turn.day >= since);
    return turns.slice(-most);
  }

  /** Every chat that is told apart. */
  chats(): ReadonlySet<string> {
    const days = [...this.#days.values()];
    return new Set(days.flatMap(({ chats, turns }) => [...chats.keys(), ...turns.map(({ chat }) => chat)]));
  }

  /** The parts that changed since the last call. */
  takeChanged(): readonly string[] {
    const changed = [...this.#changed];
    this.#changed.clear();
    return changed;
  }

  /** Forgets everything. */
  clear(): void {
    for (const name of this.#days.keys()) this.#changed.add(name);
    this.#days.clear();
    this.#names.clear();
    this.#chatNames.clear();
    this.#version++;
  }

  #touch(part: string): void {
    this.#changed.add(part);
    this.#version++;
  }

  #dayOf(name: string): UseDay {
    const day = this.#days.get(name) ?? newDay();
    this.#days.set(name, day);
    return day;
  }

  #live(): readonly TurnUse[] {
    return [...this.#days.values()].flatMap(({ turns }) => turns).sort((a, b) => a.at - b.at);
  }

  #insert(turn: TurnUse, part: string = turn.day): void {
    const day = this.#dayOf(part);
    day.turns = [...day.turns, turn].sort((a, b) => a.at - b.at);
  }

  #replace(turn: TurnUse): void {
    for (const [name, day] of this.#days) {
      const others = day.turns.filter((one) => !isSameMessage(one, turn));
      if (others.length === day.turns.length) continue;
      day.turns = others;
      this.#touch(name);
    }
  }

  /** Turns that are too old to be replaced become part of the sums. */
  #settle(): void {
    const live = this.#live();
    for (const turn of live.slice(0, Math.max(0, live.length - MOST_LIVE))) {
      const name = [...this.#days].find(([, day]) => day.turns.includes(turn))?.[0];
      const day = name === undefined ? undefined : this.#days.get(name);
      if (name === undefined || day === undefined) continue;
      day.turns = day.turns.filter((one) => one !== turn);
      settleTurn(day, turn);
      this.#touch(name);
    }
  }

  #fold(): void {
    const days = this.parts.filter((name) => name !== OLDER);
    let weight = days.reduce((sum, name) => sum + weighDay(this.#dayOf(name)), 0);
    let count = days.length;
    for (const name of days.slice(0, -1)) {
      if (count <= MOST_DAYS && weight <= HEAVIEST) return;
      const day = this.#dayOf(name);
      weight -= weighDay(day);
      count--;
      mergeDay(this.#dayOf(OLDER), day);
      this.#days.delete(name);
      this.#through = name;
      this.#touch(name);
      this.#touch(OLDER);
    }
  }

  #remember({ entries, chat, chatName }: TurnUse): void {
    for (const { id, title, card } of entries) {
      this.#names.delete(id);
      this.#names.set(id, { title, card });
    }
    const tooMany = this.#names.size - MOST_NAMES;
    for (const id of [...this.#names.keys()].slice(0, Math.max(0, tooMany))) this.#names.delete(id);
    if (chatName !== undefined) this.#chatNames.set(chat, chatName);
  }
}

function isSameMessage(a: TurnUse, b: TurnUse): boolean {
  return a.chat === b.chat && (a.generation === b.generation || (a.turn === b.turn && a.lane === b.lane));
}
