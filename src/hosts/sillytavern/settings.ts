import { countOf, objectOf, textOf } from './json-value';
import { readAddress } from './server-address';
import type { ReadContext } from './tavern-context';
import { readWatchedBooks, type WatchedBook } from './watch/watched-book';

/** What the user has set, kept in SillyTavern's own settings, so that every device of one account shares it. */
export interface BridgeSettings {
  /** Off: no lore in any chat. */
  readonly enabled: boolean;
  /** Where Lorehearth listens; empty to look for it. */
  readonly address: string;
  /** Empty when not paired. */
  readonly token: string;
  /** Where Lorehearth was met last; empty when never. */
  readonly lastAddress: string;
  /** How long a reply may wait for its lore, in milliseconds. */
  readonly deadlineMs: number;
  /** Lore for generations that SillyTavern or other extensions run in the background. */
  readonly quietPrompts: boolean;
  /** Lets SillyTavern's own World Info be woken by injected lore. */
  readonly allowWorldInfoScan: boolean;
  /** Lets SillyTavern run the Quick Replies that have the automation id of an injected entry. */
  readonly runQuickReplies: boolean;
  /** Sends the lorebooks in the cards of characters along, to be used like notes. */
  readonly cardBooks: boolean;
  /** Tells Lorehearth what stands in the open chat, apart from turns. */
  readonly shareChat: boolean;
  /** Lets the AI that writes look up lore and report what is missing. */
  readonly writerTools: boolean;
  /** The part of the context that injected lore may take, 0–1. */
  readonly contextShare: number;
  /** SillyTavern's lorebooks that Lorehearth has as notes. */
  readonly watchedBooks: readonly WatchedBook[];
}

type BridgeSwitch =
  'enabled' | 'quietPrompts' | 'allowWorldInfoScan' | 'runQuickReplies' | 'cardBooks' | 'shareChat' | 'writerTools';

/** The key under which SillyTavern keeps our settings, and our part of chat metadata and of messages. */
export const storageKey = 'lorehearth';

/** Least and most that the settings form takes. */
export const deadlineRange = { least: 1_000, most: 300_000 } as const;
export const shareRange = { least: 0.05, most: 0.9 } as const;

export const defaultSettings: BridgeSettings = {
  enabled: true,
  address: '',
  token: '',
  lastAddress: '',
  deadlineMs: 4_000,
  quietPrompts: false,
  allowWorldInfoScan: false,
  runQuickReplies: true,
  cardBooks: false,
  shareChat: true,
  writerTools: false,
  contextShare: 0.5,
  watchedBooks: [],
};

/** Reads stored settings; whatever is missing or out of range gets its default. */
export function readSettings(stored: unknown): BridgeSettings {
  const raw = objectOf(stored) ?? {};
  const flag = (name: BridgeSwitch): boolean => {
    const value = raw[name];
    return typeof value === 'boolean' ? value : defaultSettings[name];
  };
  return {
    enabled: flag('enabled'),
    address: readAddress(textOf(raw['address']) ?? '') ?? defaultSettings.address,
    token: cleanToken(textOf(raw['token']) ?? ''),
    lastAddress: readAddress(textOf(raw['lastAddress']) ?? '') ?? defaultSettings.lastAddress,
    deadlineMs: within(deadlineRange, raw['deadlineMs']) ?? defaultSettings.deadlineMs,
    quietPrompts: flag('quietPrompts'),
    allowWorldInfoScan: flag('allowWorldInfoScan'),
    runQuickReplies: flag('runQuickReplies'),
    cardBooks: flag('cardBooks'),
    shareChat: flag('shareChat'),
    writerTools: flag('writerTools'),
    contextShare: within(shareRange, raw['contextShare']) ?? defaultSettings.contextShare,
    watchedBooks: readWatchedBooks(raw['watchedBooks']),
  };
}

/** A token as it was meant: pasted ones bring spaces, line ends and the word of the header along. */
export function cleanToken(pasted: string): string {
  return pasted.trim().replace(/^bearer\s+/i, '');
}

function within(range: { readonly least: number; readonly most: number }, value: unknown): number | undefined {
  const number = countOf(value);
  return number !== undefined && number >= range.least && number <= range.most ? number : undefined;
}

/** Reads, changes and watches the settings. */
export class SettingsStore {
  readonly #context: ReadContext;
  readonly #listeners = new Set<(now: BridgeSettings, before: BridgeSettings) => void>();

  constructor(context: ReadContext) {
    this.#context = context;
  }

  get(): BridgeSettings {
    return readSettings(this.#context().extensionSettings[storageKey]);
  }

  /** Changes some settings; a value that `readSettings` would refuse falls back to its default. */
  change(part: Partial<BridgeSettings>): void {
    const before = this.get();
    const { extensionSettings, saveSettingsDebounced } = this.#context();
    const now = readSettings({ ...before, ...part });
    extensionSettings[storageKey] = now;
    saveSettingsDebounced();
    for (const listener of this.#listeners) listener(now, before);
  }

  onChange(listener: (now: BridgeSettings, before: BridgeSettings) => void): void {
    this.#listeners.add(listener);
  }
}
