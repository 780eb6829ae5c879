import { InProcessPatternRunner } from '../../src/adapters/memory/in-process-pattern-runner';
import type { ChatMessage } from '../../src/core/chat/chat-message';
import { newChatState, type ChatState } from '../../src/core/chat/chat-state';
import type { RecordAt } from '../../src/core/chat/injection-record';
import type { Book } from '../../src/core/lore/book';
import { shelfOf } from '../../src/core/lore/book-shelf';
import { defaultFields } from '../../src/core/lore/field-definitions';
import type { LoreEntry } from '../../src/core/lore/lore-entry';
import { parseNote } from '../../src/core/lore/parse-note';
import { readBooks } from '../../src/core/lore/read-books';
import type { ParseOptions } from '../../src/core/lore/parse-options';
import type { EntrySelector } from '../../src/core/pipeline/ai/entry-selector';
import type { Retrieval } from '../../src/core/pipeline/retrieval';
import type { RetrievalResult } from '../../src/core/pipeline/retrieval-result';
import { PatternSearch } from '../../src/core/pipeline/pattern-search';
import { runPipeline } from '../../src/core/pipeline/run-pipeline';
import { FullText } from '../../src/core/search/full-text';
import { LoreIndex } from '../../src/core/search/lore-index';
import { changeSettings, defaultSettings } from '../../src/core/settings/settings';
import type { Settings } from '../../src/core/settings/settings-table';

/** Notes by path. */
export type Notes = Readonly<Record<string, string>>;

export const parseOptions: ParseOptions = {
  vaultId: 'vault',
  vaultName: 'Vault',
  tags: {
    lore: 'lorebook',
    always: 'lorebook-always',
    never: 'lorebook-never',
    bootstrap: 'lorebook-bootstrap',
    seed: 'lorebook-seed',
    guide: 'lorebook-guide',
    session: 'lorebook-session',
  },
  aliasesAreKeys: true,
  templateFolder: 'Templates',
};

/** A lore note with these properties (YAML lines) and text. */
export function lore(properties: string, text = 'Text.'): string {
  return `---\ntags: [lorebook]\n${properties}\n---\n${text}\n`;
}

/** Settings that differ from the defaults by these. */
export function settingsWith(changes: Partial<Settings>): Settings {
  const { settings, problems } = changeSettings(defaultSettings, changes, 'strict');
  if (problems.length > 0) throw new Error(problems.map((problem) => problem.message).join(' '));
  return settings;
}

export function indexOf(notes: Notes, settings: Settings = defaultSettings): LoreIndex {
  const known = indexes.get(notes) ?? new Map<string, LoreIndex>();
  indexes.set(notes, known);
  const key = JSON.stringify([settings.caseSensitive, settings.wholeWords, settings.decorators]);
  const index = known.get(key) ?? buildIndex(notes, settings);
  known.set(key, index);
  return index;
}

/** A test that plays many turns over the same notes parses them once. */
const indexes = new WeakMap<Notes, Map<string, LoreIndex>>();

/** The books of these notes, as their note of books says. */
function booksOf(notes: Notes): readonly Book[] {
  const known = books.get(notes) ?? readBooks(BOOKS, notes[BOOKS] ?? 'books:').books;
  books.set(notes, known);
  return known;
}

const BOOKS = defaultSettings.bookDefinitions;
const books = new WeakMap<Notes, readonly Book[]>();

function buildIndex(notes: Notes, settings: Settings): LoreIndex {
  const options = { ...parseOptions, decorators: settings.decorators, books: booksOf(notes) };
  const changes = Object.entries(notes).map(([path, source]) => ({
    kind: 'read' as const,
    note: { path, size: source.length, modified: 0, reading: parseNote(path, source, options) },
  }));
  return LoreIndex.empty({ caseSensitive: settings.caseSensitive, wholeWords: settings.wholeWords }).apply(changes);
}

/** A chat written as `Name: text` lines; lines of `Mara` are the user's. */
export function chatOf(...lines: readonly string[]): readonly ChatMessage[] {
  return lines.map((line, index) => {
    const at = line.indexOf(': ');
    const name = at < 0 ? 'Mara' : line.slice(0, at);
    return {
      index,
      role: name === 'Mara' ? 'user' : 'assistant',
      name,
      text: at < 0 ? line : line.slice(at + 2),
      hidden: false,
      isGreeting: false,
    };
  });
}

/** A request with everything at its default. */
export function requestFor(messages: readonly ChatMessage[], changes: Partial<Retrieval> = {}): Retrieval {
  return {
    generationId: 'generation',
    chat: { id: 'chat', parent: undefined, name: undefined, isGroup: false },
    type: 'normal',
    turn: messages.length,
    messages,
    total: messages.length,
    counts: {
      assistant: messages.filter((message) => message.role === 'assistant').length,
      user: messages.filter((message) => message.role === 'user').length,
      total: messages.length,
    },
    records: [] as readonly RecordAt[],
    leavesRecordsToHost: false,
    draft: '',
    character: { name: '', texts: {}, tags: [], avatar: '' },
    personaName: '',
    group: undefined,
    greetingIndex: undefined,
    contextSize: undefined,
    tokenScale: 1,
    ...changes,
  };
}

/** One token per word: easy to reckon with in tests. */
export const wordCounter = {
  count: (text: string) => ({ tokens: text.split(/\s+/).filter(Boolean).length, approximate: false }),
  prepare: () => Promise.resolve(),
};

/** One turn over these notes. */
export function turn(
  notes: Notes,
  messages: readonly ChatMessage[],
  options: {
    settings?: Partial<Settings>;
    request?: Partial<Retrieval>;
    chat?: Partial<ChatState>;
    select?: EntrySelector;
  } = {},
): Promise<RetrievalResult> {
  const settings = settingsWith({ template: '{{content}}', ...options.settings });
  return runPipeline({
    request: requestFor(messages, options.request),
    index: indexOf(notes, settings),
    settings,
    chat: { ...newChatState('chat'), ...options.chat },
    fields: defaultFields,
    books: shelfOf(booksOf(notes)),
    patterns: new PatternSearch(new InProcessPatternRunner()),
    fullText: new FullText(),
    currentId: (id) => id,
    tokens: wordCounter,
    clock: { now: () => 0 },
    degraded: [],
    select: options.select,
  });
}

/** Titles of what was injected, in the order of the texts, places by their keys. */
export function injectedTitles(result: RetrievalResult): readonly string[] {
  const titles = new Map(result.trace.entries.map((entry) => [entry.id, entry.title]));
  return result.injections.flatMap((injection) => injection.entries.map((id) => titles.get(id) ?? id));
}

/** Title → the reason of its refusal. */
export function refusals(result: RetrievalResult): Readonly<Record<string, string>> {
  const titles = new Map(result.trace.entries.map((entry) => [entry.id, entry.title]));
  return Object.fromEntries(
    result.trace.decisions
      .filter((decision) => decision.verdict === 'refused')
      .map((decision) => [titles.get(decision.entry) ?? decision.entry, decision.reason]),
  );
}

/** The entry of a note that must be one. */
export function entryOf(path: string, source: string): LoreEntry {
  const reading = parseNote(path, source, parseOptions);
  if (reading.kind !== 'entry') throw new Error(`${path} is no entry but ${reading.kind}.`);
  return reading.entry;
}
