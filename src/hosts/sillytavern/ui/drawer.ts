import type { Bridge } from '../bridge';
import { isChatEnabled, setChatEnabled } from '../chat-identity';
import { readAddress } from '../server-address';
import { cleanToken, deadlineRange, shareRange, type BridgeSettings } from '../settings';
import type { TavernVersion } from '../self-report';
import type { ReadContext } from '../tavern-context';
import { TavernSubscriptions } from '../tavern-subscriptions';
import type { BookEditor } from '../watch/book-editor';
import { BookDifferences } from './book-differences';
import { BooksPanel } from './books-panel';
import { CardsPanel } from './cards-panel';
import { ConnectionPanel } from './connection-panel';
import { DoctorPanel } from './doctor-panel';
import { element } from './element';
import { checkField, numberField, textField, type Field } from './fields';
import { ToolsPanel } from './tools-panel';

const drawerId = 'lorehearth-drawer';

const sharingText =
  'Lorehearth keeps a copy of the messages on the computer where it runs, for gaps, the Scribe and the Librarian.';

/** What the drawer works with. */
export interface DrawerPorts {
  readonly bridge: Bridge;
  readonly context: ReadContext;
  readonly newId: () => string;
  readonly editor: BookEditor;
  readonly tell: (text: string) => void;
  /** Left out where SillyTavern does not say which version it is. */
  readonly tavernVersion?: TavernVersion;
}

/** Our drawer among SillyTavern's extension settings. */
export class SettingsDrawer {
  readonly #ports: DrawerPorts;
  readonly #subscriptions: TavernSubscriptions;
  readonly #connection: ConnectionPanel;
  readonly #chatField: Field<boolean>;
  readonly #cards: CardsPanel;
  readonly #books: BooksPanel | undefined;
  readonly #sharing: Field<boolean>;
  readonly #tools: ToolsPanel;
  readonly #fields: readonly { readonly row: HTMLElement; readonly refresh: (settings: BridgeSettings) => void }[];

  constructor(ports: DrawerPorts) {
    const { link } = ports.bridge;
    this.#ports = ports;
    this.#subscriptions = new TavernSubscriptions(ports.context);
    this.#connection = new ConnectionPanel({
      pair: () => void link.pair(),
      cancelPairing: () => link.cancelPairing(),
      search: () => void link.search(),
    });
    const { bridge, tavernVersion = () => Promise.resolve(undefined) } = ports;
    this.#connection.element.append(new DoctorPanel(bridge, tavernVersion).element);
    this.#chatField = checkField('Use lore in this chat', 'Kept with the chat and its branches.', (checked) =>
      this.#switchChat(checked),
    );
    this.#cards = new CardsPanel(ports.bridge.settings, ports.bridge.cardImport);
    this.#books = this.#booksPanel();
    this.#sharing = checkField('Share the chat with Lorehearth’s panels', sharingText, (checked) =>
      bridge.settings.change({ shareChat: checked }),
    );
    this.#tools = new ToolsPanel(bridge.settings, ports.context, bridge.link);
    this.#fields = settingsFields(ports.bridge);
  }

  /** Puts the drawer in its place, instead of one that an earlier load has left. */
  start(): void {
    const { bridge } = this.#ports;
    document.getElementById(drawerId)?.remove();
    document.getElementById('extensions_settings2')?.append(this.#build());
    bridge.link.onChange((state) => {
      this.#connection.show(state);
      this.#showWait();
      this.#tools.refresh();
      this.#books?.refresh();
    });
    bridge.line.onState((state) => this.#connection.showLine(state));
    bridge.onTurn((outcome) => this.#connection.showTurn(outcome));
    bridge.settings.onChange(() => this.refresh());
    this.#subscriptions.event('CHAT_CHANGED', () => this.refresh());
    this.#connection.show(bridge.link.state);
    this.#connection.showLine(bridge.line.state);
    this.#books?.start();
    this.#tools.start();
    this.refresh();
  }

  stop(): void {
    this.#subscriptions.stop();
    this.#connection.stop();
    this.#books?.stop();
    this.#tools.stop();
    document.getElementById(drawerId)?.remove();
  }

  /** Shows what is set now. */
  refresh(): void {
    const settings = this.#ports.bridge.settings.get();
    this.#showWait();
    for (const { refresh } of this.#fields) refresh(settings);
    this.#chatField.show(isChatEnabled(this.#ports.context()));
    this.#cards.refresh();
    this.#sharing.show(settings.shareChat);
    this.#tools.refresh();
    this.#books?.refresh();
  }

  #showWait(): void {
    const { link, settings } = this.#ports.bridge;
    const asked = link.state.kind === 'connected' ? (link.state.status.wants?.deadlineMs ?? 0) : 0;
    this.#connection.showWait(asked, settings.get().deadlineMs);
  }

  #build(): HTMLElement {
    const [use, ...advanced] = this.#fields.map(({ row }) => row);
    const settings = element('div', {
      class: 'lorehearth-settings',
      children: [
        this.#connection.element,
        use,
        this.#chatField.row,
        this.#cards.element,
        this.#books?.element,
        folded('Tools and sharing', [this.#tools.element, sharingRow(this.#sharing.row)]),
        folded('More settings', advanced),
      ],
    });
    const content = element('div', { class: 'inline-drawer-content', children: [settings] });
    const header = element('div', {
      class: 'inline-drawer-toggle inline-drawer-header',
      children: [
        element('b', { text: 'Lorehearth' }),
        element('div', { class: 'inline-drawer-icon fa-solid fa-circle-chevron-down down' }),
      ],
    });
    // Who opens the drawer wants to know how it stands now, not at the next attempt.
    header.addEventListener('click', () => this.#lookNow());
    const drawer = element('div', { class: 'inline-drawer', children: [header, content] });
    return element('div', { class: 'extension_container', attributes: { id: drawerId }, children: [drawer] });
  }

  /** Nothing where lorebooks cannot be followed. */
  #booksPanel(): BooksPanel | undefined {
    const { bridge, editor, tell, context } = this.#ports;
    const { books, link } = bridge;
    if (books?.isPossible !== true) return undefined;
    const compare = (book: string): void => {
      const { callGenericPopup, POPUP_TYPE } = context();
      const differences = new BookDifferences(books.desk, book);
      const options = { allowVerticalScrolling: true, leftAlign: true, wide: true };
      void callGenericPopup(differences.element, POPUP_TYPE['DISPLAY'], '', options);
      void differences.load();
    };
    return new BooksPanel({
      books: books.desk,
      editor,
      tell,
      compare,
      isConnected: () => link.state.kind === 'connected',
    });
  }

  #lookNow(): void {
    const { link } = this.#ports.bridge;
    this.#tools.refresh();
    if (link.state.kind !== 'connected' && link.state.kind !== 'pairing') void link.search();
  }

  #switchChat(enabled: boolean): void {
    setChatEnabled(this.#ports.context(), enabled, this.#ports.newId);
    if (!enabled) this.#ports.bridge.interceptor.reset();
  }
}

function sharingRow(row: HTMLElement): HTMLElement {
  const hint = element('div', { class: 'lorehearth-hint', text: sharingText });
  return element('div', { class: 'lorehearth-settings lorehearth-tight', children: [row, hint] });
}

/** Rows that are looked at now and then. */
function folded(title: string, rows: readonly HTMLElement[]): HTMLElement {
  const summary = element('summary', { text: title });
  const list = element('div', { class: 'lorehearth-settings', children: rows });
  return element('details', { class: 'lorehearth-more-settings', children: [summary, list] });
}

type DrawerSwitch = 'enabled' | 'quietPrompts' | 'allowWorldInfoScan' | 'runQuickReplies';

function settingsFields({
  settings,
}: Bridge): readonly { readonly row: HTMLElement; readonly refresh: (settings: BridgeSettings) => void }[] {
  const check = (name: DrawerSwitch, label: string, help: string) => {
    const { row, show } = checkField(label, help, (checked) => settings.change({ [name]: checked }));
    return { row, refresh: (now: BridgeSettings) => show(now[name]) };
  };
  const address = textField({
    label: 'Address',
    help: 'Where Lorehearth listens. When it is set, no other address is asked.',
    placeholder: 'Found by itself',
    onChange: (text) => {
      const read = readAddress(text);
      if (read === undefined) return 'This is no address. Write one like 127.0.0.1:27673.';
      settings.change({ address: read });
      return undefined;
    },
  });
  const token = textField({
    label: 'Access token',
    help: 'Pairing fills this in. A token from Lorehearth’s settings can be pasted instead.',
    placeholder: 'Comes from pairing',
    secret: true,
    onChange: (text) => {
      settings.change({ token: cleanToken(text) });
      return undefined;
    },
  });
  const deadline = numberField({
    label: 'Longest wait for lore, in seconds',
    help: 'After this time the reply is written without new lore. While an AI chooses the lore, Lorehearth may ask for more; then the longer time counts.',
    least: deadlineRange.least / 1_000,
    most: deadlineRange.most / 1_000,
    step: 0.5,
    onChange: (seconds) => settings.change({ deadlineMs: Math.round(seconds * 1_000) }),
  });
  const share = numberField({
    label: 'Largest share of the context, in percent',
    help: 'Lore beyond this is left out, because SillyTavern would drop history for it or send a broken prompt.',
    least: shareRange.least * 100,
    most: shareRange.most * 100,
    step: 5,
    onChange: (percent) => settings.change({ contextShare: percent / 100 }),
  });
  return [
    check('enabled', 'Use lore', 'Off: no chat gets lore, and nothing is sent to Lorehearth.'),
    { row: address.row, refresh: (now) => address.show(now.address) },
    { row: token.row, refresh: (now) => token.show(now.token) },
    { row: deadline.row, refresh: (now) => deadline.show(String(now.deadlineMs / 1_000)) },
    { row: share.row, refresh: (now) => share.show(String(Math.round(now.contextShare * 100))) },
    check(
      'quietPrompts',
      'Lore for background prompts',
      'Also for what extensions let the model write out of sight: summaries, image prompts, expressions.',
    ),
    check('allowWorldInfoScan', 'Allow World Info scan', 'Injected lore may wake entries of SillyTavern’s World Info.'),
    check(
      'runQuickReplies',
      'Run Quick Replies of entries',
      'An entry with an automation id runs the Quick Replies that have the same one, as in SillyTavern’s World Info.',
    ),
  ];
}
