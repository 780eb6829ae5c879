import { CardBooks } from './cards/card-books';
import { CardImport } from './cards/card-import';
import { followRename } from './chat-identity';
import type { Fetch } from './find-server';
import { reportOver } from './delivery-report';
import { LoreDelivery } from './lore-delivery';
import { LoreInquiry } from './lore-inquiry';
import { LoreInterceptor } from './interceptor';
import { objectOf, textOf } from './json-value';
import { MissedTurns } from './missed-turns';
import { NextTurn } from './next-turn';
import { askForNotesOver } from './notepad/ask-for-notes';
import { Notepad } from './notepad/notepad';
import { RecordKeeper } from './record-keeper';
import { EventLine } from './relay/event-line';
import { JobRunner } from './relay/job-runner';
import { anySeat, type TakeSeat } from './relay/seats';
import { ServerLink } from './server-link';
import { SettingsStore } from './settings';
import type { ReadContext } from './tavern-context';
import { TavernSubscriptions } from './tavern-subscriptions';
import { TokenSample } from './token-sample';
import { ToolCalls } from './tools/tool-calls';
import { ToolLog } from './tools/tool-log';
import { WriterTools } from './tools/writer-tools';
import { TranscriptSender } from './transcript/transcript-sender';
import type { TunnelPorts } from './tunnel/way';
import type { TurnOutcome } from './turn-outcome';
import { BookWatch, type BookWatchPorts } from './watch/book-watch';
import { SilencedBooks } from './watch/silenced-books';
import { UsedBooks } from './watch/used-books';
import { WorldInfoHandover } from './world-info-handover';

/** What the bridge takes from the page. */
export interface BridgePorts {
  readonly context: ReadContext;
  readonly fetch: Fetch;
  /** Left out where SillyTavern cannot carry requests. */
  readonly tunnel?: TunnelPorts;
  /** Left out where pages cannot agree on who keeps a line to the server. */
  readonly takeSeat?: TakeSeat;
  /** The same for pages that tell of chats, which they do one after the other. */
  readonly takeTellingSeat?: TakeSeat;
  /** Left out where lorebooks cannot be followed. */
  readonly books?: Omit<BookWatchPorts, 'context' | 'link' | 'line' | 'settings' | 'silenced'>;
  readonly newId: () => string;
  /** The name under which this page asks to be paired. */
  readonly clientName: string;
}

/** Received messages that no generation of the player's has written. */
const foreignTypes: ReadonlySet<unknown> = new Set(['first_message', 'command', 'extension']);

/** Everything between SillyTavern and Lorehearth but what is seen on the screen. */
export class Bridge {
  readonly settings: SettingsStore;
  readonly link: ServerLink;
  readonly missed: MissedTurns;
  readonly interceptor: LoreInterceptor;
  /** What happens on the server, and the jobs that it has for the models of this page. */
  readonly line: EventLine;
  /** Books whose entries Lorehearth brings itself. */
  readonly silenced = new SilencedBooks();
  readonly #used = new UsedBooks();
  /** Lorebooks of SillyTavern that are mirrored; `undefined` where they cannot be followed. */
  readonly books: BookWatch | undefined;
  /** Makes notes of the lorebooks in cards. */
  readonly cardImport: CardImport;
  /** Tells the server what stands in the open chat. */
  readonly transcript: TranscriptSender;
  /** What the AI that writes notes for itself. */
  readonly notepad: Notepad;
  readonly #tools: WriterTools;
  readonly #jobs: JobRunner;
  readonly #nextTurn: NextTurn;
  readonly #keeper: RecordKeeper;
  readonly #worldInfo: WorldInfoHandover;
  readonly #context: ReadContext;
  readonly #subscriptions: TavernSubscriptions;
  readonly #outcomeListeners = new Set<(outcome: TurnOutcome) => void>();

  constructor(ports: BridgePorts) {
    const { context, newId } = ports;
    this.#context = context;
    this.settings = new SettingsStore(context);
    this.link = new ServerLink({ ...ports, settings: this.settings });
    this.missed = new MissedTurns(context);
    this.line = new EventLine({
      link: this.link,
      settings: this.settings,
      clientId: newId(),
      takeSeat: ports.takeSeat ?? anySeat,
    });
    this.#jobs = new JobRunner({ link: this.link, context });
    const { link, line, settings, silenced } = this;
    this.books = ports.books && new BookWatch({ ...ports.books, context, link, line, settings, silenced });
    const cards = new CardBooks(this.settings);
    this.silenced.add(() => cards.silenced());
    this.cardImport = new CardImport({ context, link: this.link, fetch: this.link.fetch });
    const unusedBooks = (): readonly string[] => this.unusedBooks();
    this.#nextTurn = new NextTurn({ link, settings, context, cards, unusedBooks, newId });
    this.#keeper = new RecordKeeper(context);
    const notes = { link, settings, context, newId };
    this.notepad = new Notepad({ context, askForNotes: askForNotesOver(notes) });
    this.transcript = new TranscriptSender({ ...notes, takeSeat: ports.takeTellingSeat ?? anySeat });
    this.#worldInfo = new WorldInfoHandover(context);
    this.interceptor = new LoreInterceptor({
      context,
      newId,
      settings: this.settings,
      inquiry: new LoreInquiry({
        link: this.link,
        newId,
        sample: new TokenSample(context),
        cards,
        unusedBooks,
        answered: (turn, answer) => {
          this.notepad.answered(turn.type, answer);
          this.#nextTurn.answered(turn, answer);
        },
      }),
      delivery: new LoreDelivery({
        context,
        settings: this.settings,
        worldInfo: this.#worldInfo,
        silenced: this.silenced,
        report: reportOver(this.link, this.settings, this.link.fetch),
      }),
      keeper: this.#keeper,
      missed: this.missed,
      report: (outcome) => this.#outcomeListeners.forEach((listener) => listener(outcome)),
    });
    const calls = new ToolCalls({ context, link, interceptor: this.interceptor, newId });
    this.#tools = new WriterTools({ context, link, settings, calls, log: new ToolLog(context) });
    this.#subscriptions = new TavernSubscriptions(context);
  }

  /** Begins to listen to the page and to look for the server. */
  start(): void {
    this.#followGenerations();
    this.#followChats();
    this.#followServer();
    this.books?.start();
    // Tools look at a reply when its notes are gone.
    this.notepad.start();
    this.#tools.start();
    this.transcript.start();
    this.settings.onChange((now) => {
      if (!now.enabled) this.interceptor.reset();
    });
    void this.link.search();
  }

  /** Mirrored lorebooks that SillyTavern does not use in the open chat. */
  unusedBooks(): readonly string[] {
    return this.#used.unusedOf(this.settings.get().watchedBooks, this.#context().chatId);
  }

  /** Calls back after every turn that asked for lore. */
  onTurn(listener: (outcome: TurnOutcome) => void): void {
    this.#outcomeListeners.add(listener);
  }

  /** Leaves the page as if the bridge had never been there. */
  stop(): void {
    this.#subscriptions.stop();
    this.interceptor.reset();
    this.#nextTurn.cancel();
    this.#jobs.stop();
    this.books?.stop();
    this.notepad.stop();
    this.#tools.stop();
    this.transcript.stop();
    this.line.stop();
    this.link.stop();
    this.#outcomeListeners.clear();
  }

  #followGenerations(): void {
    const on = this.#subscriptions;
    on.event('GENERATION_STARTED', (type, options, dryRun) => {
      if (dryRun === true) return;
      this.interceptor.announce(textOf(objectOf(options)?.['quiet_prompt']) ?? '');
      this.#keeper.generationStarted(type);
    });
    // What a typed command begins is no generation, and ends nothing.
    on.event('GENERATION_AFTER_COMMANDS', (type, _options, dryRun) => {
      if (dryRun === true) return;
      this.#nextTurn.cancel();
      if (type !== 'quiet') this.missed.reset();
    });
    on.event('GENERATE_AFTER_DATA', (assembled, dryRun) => {
      if (dryRun !== true) this.interceptor.promptAssembled(assembled);
    });
    on.event('WORLDINFO_ENTRIES_LOADED', (loaded) => {
      this.#used.entriesLoaded(this.#context().chatId, loaded);
      this.silenced.entriesLoaded(loaded);
      this.#worldInfo.entriesLoaded(loaded);
    });
    on.event('WORLDINFO_SCAN_DONE', (sweep) => this.#worldInfo.sweepDone(sweep));
    on.event('STREAM_TOKEN_RECEIVED', () => this.#keeper.tokenReceived());
    on.event('MESSAGE_RECEIVED', (index, type) => {
      this.#keeper.messageReceived(index, type);
      if (!foreignTypes.has(type)) this.missed.messageReceived(index);
    });
    on.event('CHARACTER_MESSAGE_RENDERED', (_index, type) => {
      if (!foreignTypes.has(type)) this.#nextTurn.replied();
    });
    on.event('GENERATION_STOPPED', () => {
      this.interceptor.stop();
      this.#keeper.generationStopped();
    });
  }

  #followServer(): void {
    this.line.onEvent((event) => {
      this.#jobs.take(event);
      if (event.kind !== 'settings-changed' && event.kind !== 'channels-changed') return;
      this.#nextTurn.settingsChanged();
      // How long it wants to be waited for may have changed.
      void this.link.refresh();
    });
    this.line.start();
  }

  #followChats(): void {
    const on = this.#subscriptions;
    on.event('CHAT_CHANGED', () => {
      this.interceptor.reset();
      this.#keeper.chatChanged();
      this.#nextTurn.cancel();
      this.missed.reset();
    });
    on.event('CHAT_RENAMED', (renamed) => {
      const data = objectOf(renamed);
      followRename(this.#context(), textOf(data?.['oldFileName']) ?? '', textOf(data?.['newFileName']) ?? '');
    });
  }
}
