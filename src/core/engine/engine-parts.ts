import type { Settings } from '../settings/settings-table';
import { readPrices } from '../ai/guard/price-lines';
import { RelayHub } from '../ai/relay/relay-hub';
import { EntrySelection } from '../ai/selection/entry-selection';
import { CardBooks } from '../cards/card-books';
import { GuardedDocuments } from '../documents/guarded-documents';
import { HookRegistry } from '../pipeline/hook-registry';
import { AiAdministration } from './ai-administration';
import { AiModels } from './ai-models';
import { AnalyticsAdministration } from './analytics-administration';
import { ChatStates } from './chat-states';
import { EditAdministration } from './edit-administration';
import { EngineEvents } from './engine-events';
import type { EnginePorts } from './engine-ports';
import { GraphAdministration } from './graph-administration';
import { HealthAdministration } from './health-administration';
import { GapAdministration } from './gap-administration';
import { GrowthAdministration } from './growth-administration';
import { HostTurns } from './host-turns';
import { ImportAdministration } from './import-administration';
import { indexOptions, type IndexOptions } from './index-options';
import { LabAdministration } from './lab-administration';
import { KeptRecords } from './kept-records';
import { LibrarianAdministration } from './librarian-administration';
import { playedChats } from './librarian-sources';
import { NotepadAdministration } from './notepad-administration';
import { Renames } from './renames';
import { ScribeAdministration } from './scribe-administration';
import { SettingsStore } from './settings-store';
import { SetupAdministration } from './setup-administration';
import { TranscriptAdministration } from './transcript-administration';
import type { ChannelTest } from './test-channel';
import { TurnSelector } from './turn-selector';
import { Turns } from './turns';
import { VaultAdministration } from './vault-administration';
import { VaultLore } from './vault-lore';
import { WatchAdministration } from './watch-administration';
import { WritingTools } from './writing-tools';

/** The parts of an engine, each wired to what it works with. Nothing is read before the engine is opened. */
export abstract class EngineParts {
  readonly documents: GuardedDocuments;
  readonly relay: RelayHub;
  readonly ai: AiAdministration;
  readonly imports: ImportAdministration;
  readonly watch: WatchAdministration;
  readonly edits: EditAdministration;
  readonly setup: SetupAdministration;
  readonly librarian: LibrarianAdministration;
  readonly transcripts: TranscriptAdministration;
  readonly growth: GrowthAdministration;
  readonly scribe: ScribeAdministration;
  readonly notepad: NotepadAdministration;
  readonly gaps: GapAdministration;
  readonly writingTools: WritingTools;
  readonly health: HealthAdministration;
  readonly lab: LabAdministration;
  readonly analytics: AnalyticsAdministration;
  readonly graph: GraphAdministration;
  readonly vaults: VaultAdministration;
  protected readonly events: EngineEvents;
  protected readonly settingsStore: SettingsStore;
  protected readonly renames: Renames;
  protected readonly lore: VaultLore;
  protected readonly cards: CardBooks;
  protected readonly chatStates: ChatStates;
  protected readonly records: KeptRecords;
  protected readonly models: AiModels;
  protected readonly hooks: HookRegistry;
  protected readonly turns: Turns;
  protected readonly ports: EnginePorts;

  constructor(given: EnginePorts) {
    // A host that stores more than the engine does guards its documents itself.
    this.documents = given.store instanceof GuardedDocuments ? given.store : new GuardedDocuments(given.store);
    const events = new EngineEvents(given.log);
    this.events = events;
    this.vaults = new VaultAdministration({
      ports: { ...given, store: this.documents },
      events,
      settings: () => this.settingsStore.settings,
      lore: () => this.lore,
    });
    // From here on all vaults are one.
    const { source, writer, titles, reports } = this.vaults;
    const ports = { ...given, store: this.documents, source, writer };
    this.ports = ports;
    // What makes notes makes them in the host's own vault.
    const own = { ...ports, source: given.source, writer: given.writer };
    const { store, random, clock, timer, log, newAbort } = ports;
    this.relay = new RelayHub(timer);
    this.settingsStore = new SettingsStore(store, random, log);
    this.renames = new Renames(store, log);
    this.lore = new VaultLore(ports, this.renames, events, {
      titles,
      reports,
      moved: (moves) => this.chatStates.follow(moves),
    });
    const settings = (): Settings => this.settingsStore.settings;
    const shared = { ports, lore: this.lore, events, settings };
    const turns = new HostTurns(clock, ports.pause ?? (() => Promise.resolve()));
    this.cards = new CardBooks({ log, pause: () => turns.give(), parse: () => this.indexOptions().parse });
    this.chatStates = new ChatStates(store, clock, log, (id) => this.lore.currentId(id));
    this.records = new KeptRecords(store, log);
    this.models = new AiModels(ports, this.relay, () => readPrices(this.settingsStore.settings.modelPrices));
    this.analytics = new AnalyticsAdministration({ ports, lore: this.lore, events });
    this.graph = new GraphAdministration(ports, this.lore);
    const changed = (): void => events.emit({ kind: 'channels-changed' });
    const tested = (test: ChannelTest): void => void this.librarian.tested(test);
    this.ai = new AiAdministration(this.models, this.relay, clock, { changed, tested });
    this.imports = new ImportAdministration({
      ports: own,
      lore: this.lore,
      events,
      settings,
    });
    this.watch = new WatchAdministration({
      ports: own,
      lore: this.lore,
      events,
      settings,
      imports: this.imports,
    });
    const vaultId = (): string => this.settingsStore.vaultId;
    this.edits = new EditAdministration({
      ...shared,
      vaultId,
      readOnly: (path) => this.vaults.writer.refusal(path),
    });
    this.setup = new SetupAdministration({ ports: own, lore: this.lore, settings });
    this.transcripts = new TranscriptAdministration(ports, events);
    this.scribe = new ScribeAdministration({
      ports: own,
      events,
      settings,
      models: this.models,
      edits: this.edits,
      transcripts: this.transcripts,
      chats: this.chatStates,
    });
    this.notepad = new NotepadAdministration(ports, settings, this.models);
    const onPaused = (hook: string): void => events.emit({ kind: 'hook-paused', hook });
    this.hooks = new HookRegistry({ clock, timer, log, newAbort, onPaused });
    this.turns = new Turns({
      ports,
      events,
      lore: this.lore,
      cards: this.cards,
      bookAmong: (books) => this.watch.bookAmong(books),
      settings: this.settingsStore,
      chats: this.chatStates,
      records: this.records,
      hooks: this.hooks,
      models: this.models,
      selector: new TurnSelector(this.models, new EntrySelection(ports)),
      summaries: this.scribe,
    });
    this.lab = new LabAdministration({
      ...shared,
      preview: (request, options) => this.turns.preview(request, options),
      transcripts: this.transcripts,
      turns: this.turns,
    });
    this.health = new HealthAdministration({
      ...shared,
      models: this.models,
      turns: this.turns,
      setup: this.setup,
      edits: this.edits,
      gaps: () => this.gaps.all,
      failedSummaries: () => this.scribe.failed(),
      unreachableVaults: () => this.vaults.unreachable(),
      documents: this.documents,
    });
    this.gaps = new GapAdministration({
      ...shared,
      models: this.models,
      edits: this.edits,
      transcripts: this.transcripts,
    });
    this.writingTools = new WritingTools({
      lore: this.lore,
      settings,
      turns: this.turns,
      chats: this.chatStates,
      gaps: this.gaps,
    });
    this.growth = new GrowthAdministration({
      ...shared,
      vaultId,
      models: this.models,
      edits: this.edits,
      transcripts: this.transcripts,
    });
    this.librarian = new LibrarianAdministration({
      ...shared,
      models: this.models,
      edits: this.edits,
      turns: this.turns,
      gaps: this.gaps.book(),
      chats: this.transcripts.recent(playedChats(this.turns)),
    });
  }

  /** How notes are read and keys compared, by the settings of this moment. */
  protected indexOptions(): IndexOptions {
    const { settings, vaultId } = this.settingsStore;
    return indexOptions(settings, vaultId, this.ports.source.name);
  }
}
