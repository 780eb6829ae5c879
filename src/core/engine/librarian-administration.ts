import type { ResolvedChannel, UsableChannel } from '../ai/channels/resolve-channel';
import { Librarian } from '../librarian/librarian';
import type { GapBook, LibrarianModel, PlayedTurns, RecentChat } from '../librarian/ports';
import type { Protocol } from '../librarian/session/session';
import type { Settings } from '../settings/settings-table';
import { guardOfProfile, type AiModels } from './ai-models';
import type { EditAdministration } from './edit-administration';
import type { EngineEvents } from './engine-events';
import type { EnginePorts } from './engine-ports';
import { loreShelf } from './librarian-lore';
import type { ChannelTest } from './test-channel';
import type { VaultLore } from './vault-lore';

/** What conversations with the Librarian need of the engine. */
export interface LibrarianAdministrationParts {
  readonly ports: EnginePorts;
  readonly lore: VaultLore;
  readonly events: EngineEvents;
  readonly settings: () => Settings;
  readonly models: AiModels;
  readonly edits: EditAdministration;
  readonly turns: PlayedTurns;
  readonly gaps: GapBook;
  readonly chats: RecentChat;
}

/** Whether the Librarian can be asked, and how it goes. */
export interface LibrarianOverview {
  readonly channel: ResolvedChannel;
  /** How its model is told of tools, once that is known. */
  readonly protocol: Protocol | undefined;
  /** Open lore gaps. */
  readonly gaps: number;
  /** Tokens of today. */
  readonly usedToday: number;
  /** What one answer may take. */
  readonly limits: { readonly steps: number; readonly tokens: number };
}

/** Conversations about the lore, on the models and the lore of this host. */
export class LibrarianAdministration extends Librarian {
  constructor(private readonly parts: LibrarianAdministrationParts) {
    const { ports, lore, events, settings, edits, turns, gaps, chats } = parts;
    super({
      ...ports,
      ...{ settings, turns, gaps, chats },
      lore: loreShelf(lore, ports.source),
      proposals: edits,
      model: () => modelOf(parts.models),
      changed: (session) => events.emit({ kind: 'librarian-changed', session }),
    });
  }

  /** Whether it can be asked now. */
  async overview(): Promise<LibrarianOverview> {
    const { models, gaps, settings } = this.parts;
    await this.list();
    const channel = models.channel('librarian');
    const { librarianSteps: steps, librarianTokens: tokens } = settings();
    return {
      channel,
      protocol: channel.kind === 'usable' ? protocolOf(channel, this) : undefined,
      gaps: gaps.open().length,
      usedToday: models.spend.usedToday('librarian'),
      limits: { steps, tokens },
    };
  }

  /** A test of its channel says whether its model calls tools. */
  async tested({ callsTools, isOk }: ChannelTest): Promise<void> {
    if (!isOk || callsTools === undefined) return;
    await this.list();
    const channel = this.parts.models.channel('librarian');
    if (channel.kind === 'usable') this.protocols.keep(idOf(channel), callsTools ? 'tools' : 'text');
  }
}

function protocolOf(channel: UsableChannel, { protocols }: Librarian): Protocol | undefined {
  return channel.place.mode === 'sillytavern' ? 'text' : protocols.of(idOf(channel));
}

async function modelOf(models: AiModels): Promise<LibrarianModel> {
  const { model, channel } = await models.of('librarian');
  const { place, maxTokens, temperature } = channel;
  const name = place.model ?? '';
  const prices = models.prices();
  const price = Object.hasOwn(prices, name) ? prices[name] : undefined;
  return { id: idOf(channel), name, model, takesTools: place.mode === 'direct', maxTokens, temperature, price };
}

/** Names connection and model. */
function idOf({ place }: UsableChannel): string {
  const connection = place.mode === 'direct' ? place.connection.id : guardOfProfile(place.profile);
  return `${connection}\n${place.model ?? ''}`;
}
