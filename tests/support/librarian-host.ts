import { CollectingLog } from '../../src/adapters/memory/collecting-log';
import { InProcessPatternRunner } from '../../src/adapters/memory/in-process-pattern-runner';
import { ManualTime } from '../../src/adapters/memory/manual-time';
import { MemoryDocumentStore } from '../../src/adapters/memory/memory-document-store';
import { MemoryNoteSource } from '../../src/adapters/memory/memory-note-source';
import { MemoryNoteWriter } from '../../src/adapters/memory/memory-note-writer';
import { MemorySecretStore } from '../../src/adapters/memory/memory-secret-store';
import { ScriptedModel, type Script } from '../../src/adapters/memory/scripted-model';
import { scriptedModels } from '../../src/adapters/memory/scripted-models';
import { SeededRandom } from '../../src/adapters/memory/seeded-random';
import { WordTokenCounter } from '../../src/adapters/memory/word-token-counter';
import type { ModelAnswer, ToolCall } from '../../src/core/ai/language-model';
import { EditAdministration } from '../../src/core/engine/edit-administration';
import { EngineEvents } from '../../src/core/engine/engine-events';
import { indexOptions } from '../../src/core/engine/index-options';
import { loreShelf } from '../../src/core/engine/librarian-lore';
import { Renames } from '../../src/core/engine/renames';
import { VaultAdministration } from '../../src/core/engine/vault-administration';
import { VaultLore } from '../../src/core/engine/vault-lore';
import type { LibrarianEvent } from '../../src/core/librarian/answering/librarian-event';
import { Librarian, type Answering } from '../../src/core/librarian/librarian';
import type { NewSession } from '../../src/core/librarian/session/choose-task';
import type { FlaggedGap, GapBook, LibrarianGap, LibrarianModel, RecentChat } from '../../src/core/librarian/ports';
import type { AssistantMessage, LibrarianSession } from '../../src/core/librarian/session/session';
import type { ToolDesk } from '../../src/core/librarian/tools/tool';
import type { Trace } from '../../src/core/pipeline/trace';
import type { Settings } from '../../src/core/settings/settings-table';
import { settingsWith, type Notes } from './lore-vault';

/** Lore gaps in memory. */
export class MemoryGapBook implements GapBook {
  readonly drafts: string[] = [];

  constructor(public gaps: readonly LibrarianGap[] = []) {}

  open(): readonly LibrarianGap[] {
    return this.gaps.filter(({ status }) => status === 'open');
  }

  find(id: string): LibrarianGap | undefined {
    return this.gaps.find((gap) => gap.id === id);
  }

  flag({ reason, ...flagged }: FlaggedGap) {
    const known = this.gaps.find(({ title }) => title.toLowerCase() === flagged.title.toLowerCase());
    const evidence = [{ quote: reason, message: undefined }];
    const gap = known ?? {
      ...flagged,
      id: `gap-${String(this.gaps.length + 1)}`,
      frequency: 1,
      status: 'open',
      evidence,
    };
    if (known === undefined) this.gaps = [...this.gaps, gap];
    return Promise.resolve({ kind: 'kept' as const, gap, isNew: known === undefined });
  }

  drafted(id: string): void {
    this.drafts.push(id);
  }
}

/** Chats in memory, each as lines `Name: text`; the user is Mara. */
export function memoryChats(chats: Readonly<Record<string, readonly string[]>>): RecentChat {
  return {
    last: () => Object.keys(chats)[0],
    messages: (chat, most) => {
      const lines = chats[chat];
      const all = lines?.map((line, index) => {
        const at = line.indexOf(': ');
        const name = line.slice(0, Math.max(0, at));
        return { index, name, isUser: name === 'Mara', text: line.slice(at + 2) };
      });
      return Promise.resolve(all?.slice(-most));
    },
  };
}

export interface LibrarianHostOptions {
  readonly notes?: Notes;
  readonly store?: MemoryDocumentStore;
  readonly settings?: Partial<Settings>;
  readonly gaps?: readonly LibrarianGap[];
  readonly chats?: Readonly<Record<string, readonly string[]>>;
  readonly traces?: readonly Trace[];
  readonly model?: Partial<LibrarianModel>;
}

/** A Librarian on a vault in memory, with real lore and real edits, whose model does what a script says. */
export async function librarianHost(script: readonly Script[] = [], options: LibrarianHostOptions = {}) {
  const time = new ManualTime();
  const log = new CollectingLog();
  const store = options.store ?? new MemoryDocumentStore();
  const source = new MemoryNoteSource(options.notes ?? {});
  const settings = settingsWith(options.settings ?? {});
  const events = new EngineEvents(log);
  const ports = {
    newAbort: () => new AbortController(),
    secrets: new MemorySecretStore(),
    models: scriptedModels(),
    writer: new MemoryNoteWriter(source),
    tokens: new WordTokenCounter(),
    patterns: new InProcessPatternRunner(),
    random: new SeededRandom(),
    ...{ source, store, log, clock: time, timer: time },
  };
  const vaults = new VaultAdministration({ ports, events, settings: () => settings, lore: () => lore });
  const lore: VaultLore = new VaultLore(ports, new Renames(store, log), events, {
    titles: vaults.titles,
    reports: vaults.reports,
    moved: () => Promise.resolve(),
  });
  await lore.open(indexOptions(settings, 'vault', 'Vault'));
  const edits = new EditAdministration({
    ports,
    lore,
    events,
    settings: () => settings,
    vaultId: () => 'vault',
    readOnly: (path) => vaults.writer.refusal(path),
  });
  const model = new ScriptedModel(time, ...script);
  const gaps = new MemoryGapBook(options.gaps);
  const chats = memoryChats(options.chats ?? {});
  const traces = options.traces ?? [];
  const turns = {
    traces: (chat: string | undefined) => traces.filter((trace) => chat === undefined || trace.chat === chat),
    trace: (id: string) => traces.find((trace) => trace.id === id),
  };
  const changes: string[] = [];
  const shelf = loreShelf(lore, source);
  const make = (): Librarian =>
    new Librarian({
      ...ports,
      ...{ gaps, chats, turns, lore: shelf, proposals: edits, settings: () => settings },
      model: () =>
        Promise.resolve({
          ...{
            id: 'test\nm',
            name: 'm',
            model,
            takesTools: true,
            maxTokens: 1_000,
            temperature: undefined,
            price: undefined,
          },
          ...options.model,
        }),
      changed: (session) => changes.push(session),
    });
  const librarian = make();
  /** What tools work with, outside of a conversation. */
  const desk: ToolDesk = {
    ...{ lore: shelf, gaps, chats, turns, proposals: edits },
    ...{ session: 's', task: { kind: 'free' }, chat: chats.last(), loreTag: 'lorebook', newFolder: '' },
  };
  const begun = async (wanted: NewSession = { task: { kind: 'free' } }): Promise<LibrarianSession> => {
    const started = await librarian.start(wanted);
    if (started.kind !== 'session') throw new Error(JSON.stringify(started));
    return started.session;
  };
  return { librarian, make, begun, desk, model, edits, source, store, time, log, gaps, changes, settings };
}

export type LibrarianHost = Awaited<ReturnType<typeof librarianHost>>;

/** Reads an answer to its end: what happened, and the answer. */
export async function readAnswer(
  answering: Answering,
): Promise<{ readonly events: readonly LibrarianEvent[]; readonly answer: AssistantMessage }> {
  if (answering.kind !== 'run') throw new Error(JSON.stringify(answering));
  const events: LibrarianEvent[] = [];
  answering.run.listen((event) => void events.push(event));
  await answering.run.ended;
  return { events, answer: answering.run.answer };
}

let calls = 0;

/** An answer of a model that calls tools. */
export function calling(...wanted: readonly (readonly [tool: string, input: unknown])[]): {
  readonly answer: Partial<ModelAnswer>;
} {
  const toolCalls = wanted.map(([tool, input]): ToolCall => ({ id: `p${String(++calls)}`, tool, input }));
  return { answer: { toolCalls, usage: { input: 100, output: 10, cached: 0 } } };
}

/** An answer of a model that only says something. */
export function saying(text: string): { readonly answer: Partial<ModelAnswer> } {
  return { answer: { text, usage: { input: 100, output: 10, cached: 0 } } };
}

/** The texts of an answer. */
export function textOf({ parts }: AssistantMessage): string {
  return parts.map((part) => (part.kind === 'text' ? part.text : '')).join('');
}
