import { ModelError } from '../ai/model-error';
import { LruMap } from '../base/lru-map';
import { confirmNames } from '../gaps/confirm-names';
import { GapScanner, type NameStanding } from '../gaps/find-gaps';
import type { Gap } from '../gaps/gap';
import type { GapInbox } from '../gaps/gap-inbox';
import { LoreNames } from '../gaps/name-standing';
import type { GapSighting } from '../gaps/sighting';
import type { LoreIndex } from '../search/lore-index';
import type { Settings } from '../settings/settings-table';
import type { Transcript } from '../transcripts/transcript';
import type { AiModels } from './ai-models';
import type { EnginePorts } from './engine-ports';
import { HostTurns } from './host-turns';
import type { VaultLore } from './vault-lore';

/** What scanning needs of the engine. */
export interface GapScanEngine {
  readonly ports: EnginePorts;
  readonly lore: VaultLore;
  readonly settings: () => Settings;
  readonly models: AiModels;
  readonly inbox: GapInbox;
}

/** What a scan found. */
export interface GapScanned {
  /** Messages that were read. */
  readonly messages: number;
  readonly gaps: readonly Gap[];
  /** How many of them are new. */
  readonly added: number;
  readonly ai: 'off' | 'confirmed' | 'failed';
  /** Why the model could not be asked. */
  readonly sentence: string | undefined;
}

/** Names on which a model has said its word. */
const REMEMBERED = 2_000;

/** Scans chats for names that the lore does not know, on the lore and the models of this host. */
export class GapScan {
  readonly #scanner = new GapScanner();
  readonly #judged = new LruMap<string, boolean>(REMEMBERED);
  #names: { readonly index: LoreIndex; readonly names: LoreNames } | undefined;

  constructor(private readonly parts: GapScanEngine) {}

  /** What the lore calls things now. */
  get names(): LoreNames {
    const { index } = this.parts.lore;
    if (this.#names?.index !== index) this.#names = { index, names: new LoreNames(index) };
    return this.#names.names;
  }

  /**
   * Scans a chat; undefined when the signal ended it.
   *
   * @param asksAi Whether a model confirms new finds; undefined for what the settings say.
   */
  async scan(transcript: Transcript, signal: AbortSignal, asksAi?: boolean): Promise<GapScanned | undefined> {
    const { inbox, settings, ports } = this.parts;
    await inbox.load();
    const { gapScanMentions, gapScanAi } = settings();
    const turns = new HostTurns(ports.clock, ports.pause ?? (() => Promise.resolve()));
    const found = await this.#scanner.scan(transcript, {
      standing: (names) => this.#standing(names),
      learning: inbox.learning,
      least: gapScanMentions,
      pause: () => turns.give(),
      signal,
    });
    if (found === undefined) return undefined;
    const known = new Set(inbox.all().map(({ id }) => id));
    const judged = (asksAi ?? gapScanAi) ? await this.#confirmed(found, transcript.chat, signal) : undefined;
    if (signal.aborted) return undefined;
    const gaps = await inbox.scanned(transcript.chat, judged?.kept ?? found, transcript.leftTo < 0);
    return {
      messages: transcript.messages.filter(({ role }) => role === 'assistant').length,
      gaps,
      added: gaps.filter(({ id }) => !known.has(id)).length,
      ai: judged?.ai ?? 'off',
      sentence: judged?.sentence,
    };
  }

  /** Finds that no model has judged yet are asked about. A model that fails decides nothing. */
  async #confirmed(found: readonly GapSighting[], chat: string, signal: AbortSignal) {
    const open = found.filter(({ title }) => this.#judged.get(title) === undefined);
    try {
      if (open.length > 0) {
        const { model, channel } = await this.parts.models.of('suggest', chat);
        const kept = new Set(await confirmNames(open, { ...channel, model }, signal));
        for (const find of open) this.#judged.set(find.title, kept.has(find));
      }
      return { kept: found.filter(({ title }) => this.#judged.get(title) === true), ai: 'confirmed' as const };
    } catch (error) {
      if (!(error instanceof ModelError)) throw error;
      const kept = found.filter(({ title }) => this.#judged.get(title) !== false);
      return { kept, ai: 'failed' as const, sentence: error.message };
    }
  }

  /** Whether keys, titles or aliases know names; keys are tried as a turn does, regular expressions included. */
  async #standing(names: readonly (readonly string[])[]): Promise<readonly NameStanding[]> {
    const { index, patterns } = this.parts.lore;
    const keys = index.patterns.all.filter(({ role }) => role === 'primary');
    await patterns.prepare(keys, names.flat());
    const isMatched = (form: string): boolean =>
      index.keys.match(form, { user: '', char: '' }).some(({ owner }) => owner.role === 'primary') ||
      keys.some((key) => patterns.find(key, form).length > 0);
    return names.map((forms) => this.names.standing(forms, isMatched));
  }
}
