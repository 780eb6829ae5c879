import type { ChannelId } from '../ai/channels/channel-table';
import type { TokenPrice } from '../ai/guard/spent';
import { Growth } from '../growth/growth';
import type { GrowthModel } from '../growth/ports';
import type { LoreEntry } from '../lore/lore-entry';
import { parseNote } from '../lore/parse-note';
import type { Stop } from '../ports/note-source';
import type { Settings } from '../settings/settings-table';
import type { AiModels } from './ai-models';
import type { EditAdministration } from './edit-administration';
import type { EngineEvents } from './engine-events';
import type { EnginePorts } from './engine-ports';
import { HostTurns } from './host-turns';
import { indexOptions } from './index-options';
import { loreShelf } from './librarian-lore';
import type { TranscriptAdministration } from './transcript-administration';
import type { VaultLore } from './vault-lore';

/** What work on the lore needs of the engine. */
export interface GrowthAdministrationParts {
  readonly ports: EnginePorts;
  readonly lore: VaultLore;
  readonly events: EngineEvents;
  readonly settings: () => Settings;
  readonly vaultId: () => string;
  readonly models: AiModels;
  readonly edits: EditAdministration;
  readonly transcripts: TranscriptAdministration;
}

/** New lore from chats, better keys, summaries and reviews, with the models and the lore of this host. */
export class GrowthAdministration extends Growth {
  readonly #stop: Stop;

  constructor(parts: GrowthAdministrationParts) {
    const { ports, lore, events, settings, edits, transcripts, models } = parts;
    const turns = new HostTurns(ports.clock, ports.pause ?? (() => Promise.resolve()));
    super({
      ...ports,
      settings,
      lore: loreShelf(lore, ports.source),
      parse: (path, text) => parsed(path, text, parts),
      patterns: lore.patterns,
      keyDefaults: () => indexOptions(settings(), '', '').keys,
      chats: transcripts,
      proposals: edits,
      channel: (channel) => models.channel(channel),
      model: (channel, chat) => modelOf(models, channel, chat),
      price: (name) => priceOf(models, name),
      usedToday: (channel) => models.spend.usedToday(channel),
      countTokens: (text) => ports.tokens.count(text).tokens,
      minutesEast: ports.minutesEast ?? (() => 0),
      give: () => turns.give(),
      changed: (job) => events.emit({ kind: 'growth-changed', job }),
    });
    this.#stop = events.on((event) => {
      if (event.kind === 'transcript-changed') void this.chatChanged(event.chat);
    });
  }

  override close(): Promise<void> {
    this.#stop();
    return super.close();
  }
}

/** A text as the note of a path would be read. */
function parsed(
  path: string,
  text: string,
  { ports, settings, vaultId, lore }: GrowthAdministrationParts,
): LoreEntry | undefined {
  const { parse } = indexOptions(settings(), vaultId(), ports.source.name);
  const reading = parseNote(path, text, { ...parse, books: lore.books.within('') });
  return reading.kind === 'entry' ? reading.entry : undefined;
}

async function modelOf(models: AiModels, channel: ChannelId, chat: string | undefined): Promise<GrowthModel> {
  const { model, channel: found } = await models.of(channel, chat);
  return { model, maxTokens: found.maxTokens, temperature: found.temperature };
}

function priceOf(models: AiModels, name: string): TokenPrice | undefined {
  const prices = models.prices();
  return Object.hasOwn(prices, name) ? prices[name] : undefined;
}
