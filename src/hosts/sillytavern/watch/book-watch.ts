import type { Fetch } from '../find-server';
import { textOf } from '../json-value';
import type { EventLine } from '../relay/event-line';
import type { TakeSeat } from '../relay/seats';
import type { ServerLink } from '../server-link';
import type { SettingsStore } from '../settings';
import type { ReadContext } from '../tavern-context';
import { TavernSubscriptions } from '../tavern-subscriptions';
import { BookDesk } from './book-desk';
import type { BookEditor } from './book-editor';
import { BookMirror } from './book-mirror';
import { BookRounds } from './book-rounds';
import { BookServer } from './book-server';
import { MirrorBoard } from './mirror-board';
import type { PageVisibility } from './page-visibility';
import type { SilencedBook, SilencedBooks } from './silenced-books';
import { TavernBooks } from './tavern-books';
import { WriteBack } from './write-back';

/** What following lorebooks works with. */
export interface BookWatchPorts {
  readonly context: ReadContext;
  readonly link: ServerLink;
  readonly line: EventLine;
  readonly settings: SettingsStore;
  readonly silenced: SilencedBooks;
  /** Reaches SillyTavern's own server. */
  readonly fetch: Fetch;
  readonly editor: BookEditor;
  /** One page of the browser at a time follows books. */
  readonly takeSeat: TakeSeat;
  readonly visibility: PageVisibility;
}

/** Follows the lorebooks that the user has chosen: what changes in them reaches the vault, and back if wanted. */
export class BookWatch {
  /** What the user sees and decides. */
  readonly desk: BookDesk;
  readonly #ports: BookWatchPorts;
  readonly #board = new MirrorBoard();
  readonly #books: TavernBooks;
  readonly #server: BookServer;
  readonly #rounds: BookRounds;
  readonly #subscriptions: TavernSubscriptions;
  readonly #endings: (() => void)[] = [];
  readonly #leaving = new AbortController();
  /** Ends this page's turn at following books; `undefined` while another page has it. */
  #leaveSeat: (() => void) | undefined;
  /** Which vault at which address was there last. */
  #vault = '';
  #isConnected = false;

  constructor(ports: BookWatchPorts) {
    const { context, link, settings, editor, visibility } = ports;
    const board = this.#board;
    const books = new TavernBooks(context, ports.fetch);
    const server = new BookServer(link, settings);
    const writeBack = new WriteBack({ books, server, board, editor });
    const mirror = new BookMirror({ books, server, board, settings, writeBack });
    const isSeated = (): boolean => this.#leaveSeat !== undefined;
    const rounds = new BookRounds({ server, board, mirror, settings, isHidden: visibility.isHidden, isSeated });
    this.#ports = ports;
    this.#books = books;
    this.#server = server;
    this.#rounds = rounds;
    this.#subscriptions = new TavernSubscriptions(context);
    this.desk = new BookDesk({ settings, books, server, board, mirror, rounds, writeBack });
  }

  /** This version of SillyTavern lets books be followed. */
  get isPossible(): boolean {
    return this.#books.isPossible;
  }

  start(): void {
    if (!this.isPossible) return;
    const { link, line, settings, silenced, editor, visibility } = this.#ports;
    this.#followTavern();
    link.onChange(() => this.#followServer());
    line.onEvent(({ kind }) => {
      if (kind === 'watched-changed') this.#rounds.lookAnew();
      if (kind === 'index-changed') this.#rounds.notesChanged();
    });
    settings.onChange((now, before) => {
      if (JSON.stringify(now.watchedBooks) !== JSON.stringify(before.watchedBooks)) this.#rounds.lookAnew();
      this.#followServer();
    });
    this.#endings.push(
      silenced.add(() => this.#silent()),
      editor.onList(() => this.#rounds.look()),
      visibility.onChange(() => this.#visibilityChanged()),
    );
    void this.#takeSeat();
    this.#followServer();
  }

  /** Ends all that is under way, for good. */
  stop(): void {
    this.#subscriptions.stop();
    for (const end of this.#endings.splice(0)) end();
    this.#leaving.abort();
    this.#leaveSeat?.();
    this.#rounds.stop();
    this.#server.stop();
  }

  #followTavern(): void {
    const on = this.#subscriptions;
    on.event('WORLDINFO_UPDATED', (name) => {
      const book = textOf(name) ?? '';
      if (this.desk.choice(book) !== undefined) this.#rounds.saved(book);
    });
    on.event('WORLDINFO_SETTINGS_UPDATED', () => this.#rounds.look());
    // A command that is typed begins a generation, too, of which no end is ever announced.
    on.event('GENERATION_AFTER_COMMANDS', (_type, _options, dryRun) => {
      if (dryRun !== true) this.#rounds.hold();
    });
    on.event('GENERATE_AFTER_DATA', (_data, dryRun) => {
      if (dryRun !== true) this.#rounds.release();
    });
    for (const end of ['GENERATION_ENDED', 'GENERATION_STOPPED', 'CHAT_CHANGED']) {
      on.event(end, () => this.#rounds.release());
    }
  }

  #followServer(): void {
    const { state } = this.#ports.link;
    const isConnected = this.#server.base !== undefined && state.kind === 'connected';
    const vault = isConnected ? JSON.stringify([state.base, state.status.vault]) : this.#vault;
    // A server that was away for a while is the same as before.
    if (vault !== this.#vault) this.#board.clear();
    const isBack = isConnected && (!this.#isConnected || vault !== this.#vault);
    this.#vault = vault;
    this.#isConnected = isConnected;
    if (isBack) this.#rounds.lookAnew();
  }

  /** Somebody may look at another page now, which then is the one to follow books. */
  #visibilityChanged(): void {
    if (!this.#ports.visibility.isHidden()) this.#rounds.look();
    else if (this.#leaveSeat !== undefined) {
      this.#leaveSeat();
      this.#leaveSeat = undefined;
      void this.#takeSeat();
    }
  }

  async #takeSeat(): Promise<void> {
    const { signal } = this.#leaving;
    const leave = await this.#ports.takeSeat(signal).catch(() => undefined);
    if (signal.aborted) leave?.();
    else this.#leaveSeat = leave;
    if (this.#leaveSeat !== undefined) this.#rounds.lookAnew();
  }

  #silent(): readonly SilencedBook[] {
    const { watchedBooks } = this.#ports.settings.get();
    return watchedBooks
      .filter(({ silent }) => silent)
      .map(({ book }) => ({ book, covers: (entry) => this.#board.covers(book, entry) }));
  }
}
