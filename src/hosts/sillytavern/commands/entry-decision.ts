import type { WireChatState } from '../../../server/contract/wire-chat';
import type { WireEntryName } from '../../../server/contract/wire-lore';
import { requireOpenChat } from './chat-decisions';
import type { CommandDesk } from './command-desk';
import { findEntry } from './find-entry';
import { CommandProblem, type CommandAnswer, type LoreCommand, type Suggestion } from './lore-command';
import { namesWritten } from './written-name';

type DecidedEntry = WireChatState['pins'][number];

/** A pair of commands that put an entry on a list of the chat and take it off again. */
export interface EntryList {
  readonly list: 'pins' | 'blocks';
  /** `pin`, and `unpin` to undo. */
  readonly verb: 'pin' | 'block';
  /** `pinned`. */
  readonly done: string;
  /** What it means for an entry to be on the list. */
  readonly effect: (entry: WireEntryName) => string;
  /** What it means to be off the list. */
  readonly freed: string;
}

/** Puts an entry on the list; without an entry it shows the list. */
export function addCommand({ list, verb, done, effect }: EntryList, desk: CommandDesk): LoreCommand {
  const name = `lorehearth-${verb}`;
  return {
    name,
    help: `Makes an entry ${done} in this chat. Without an entry it lists those that are. /lorehearth-un${verb} takes it back.`,
    examples: [`${name} Silver Keep`, `${name} [[Silver Keep]]`, `${name} Places/Silver Keep.md`, name],
    returns: 'the title of the entry; without an entry the titles on the list, one a line',
    argument: {
      description: 'The entry: its title, an alias, its path or a [[link]].',
      isExpected: true,
      suggestions: (typed) => desk.names.suggestions(typed),
    },
    run: async ({ text }) => {
      if (text === '') return listed((await desk.decisions.read())[list], done, name);
      requireOpenChat(desk.context);
      const entry = await findEntry(text, desk.names);
      const before = await desk.decisions.read();
      await desk.decisions.change({ [verb]: [entry.id] });
      const again = isOn(before[list], entry.id) ? 'already ' : '';
      const undo = `Undo: /lorehearth-un${verb} ${text}`;
      return { value: entry.title, shown: `“${entry.title}” is ${again}${done}: ${effect(entry)} ${undo}` };
    },
  };
}

/** Takes an entry off the list. */
export function removeCommand({ list, verb, done, freed }: EntryList, desk: CommandDesk): LoreCommand {
  const name = `lorehearth-un${verb}`;
  return {
    name,
    help: `Takes back that an entry is ${done} in this chat.`,
    examples: [`${name} Silver Keep`],
    returns: 'the title of the entry',
    argument: {
      description: `The entry that is ${done}: its title, an alias, its path or a [[link]].`,
      isExpected: true,
      suggestions: (typed) => decidedSuggestions(desk.decisions.seen?.[list] ?? [], typed),
    },
    run: async ({ text }) => {
      const on = (await desk.decisions.read())[list];
      if (text === '') throw new CommandProblem(`Say which entry. ${listed(on, done, `lorehearth-${verb}`).shown}`);
      const entry = decidedEntry(text, on) ?? (await findEntry(text, desk.names));
      const title = entry.title ?? entry.id;
      if (!isOn(on, entry.id)) return { value: title, shown: `“${title}” is not ${done} in this chat.` };
      await desk.decisions.change({ [`un${verb}`]: [entry.id] });
      return { value: title, shown: `“${title}” is no longer ${done}: ${freed} Undo: /lorehearth-${verb} ${text}` };
    },
  };
}

function listed(entries: readonly DecidedEntry[], done: string, name: string): CommandAnswer {
  const titles = entries.map(({ id, title }) => title ?? id);
  if (titles.length === 0) return { value: '', shown: `No entry is ${done} in this chat. Name one: /${name} title` };
  return {
    value: titles.join('\n'),
    shown: `In this chat ${titles.length === 1 ? 'is' : 'are'} ${done}: ${titles.join(', ')}.`,
  };
}

/** An entry on the list by its id, path or title: its note may be gone, and then no other name leads to it. */
function decidedEntry(text: string, on: readonly DecidedEntry[]): DecidedEntry | undefined {
  const wanted = new Set(namesWritten(text).map((name) => name.toLowerCase()));
  const found = on.filter((entry) =>
    [entry.id, entry.path, entry.title].some((name) => name !== undefined && wanted.has(name.toLowerCase())),
  );
  return found.length === 1 ? found[0] : undefined;
}

function decidedSuggestions(on: readonly DecidedEntry[], typed: string): readonly Suggestion[] {
  return on
    .map(({ id, title, path }) => ({ value: title ?? id, ...(path === undefined ? {} : { description: path }) }))
    .filter(({ value }) => value.toLowerCase().includes(typed.trim().toLowerCase()));
}

function isOn(on: readonly DecidedEntry[], id: string): boolean {
  return on.some((entry) => entry.id === id);
}
