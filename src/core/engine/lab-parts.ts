import type { EntryId } from '../base/entry-id';
import type { Play } from '../lab/simulate';
import type { Retrieval } from '../pipeline/retrieval';
import type { Trace } from '../pipeline/trace';
import type { Settings } from '../settings/settings-table';
import type { Transcript } from '../transcripts/transcript';
import type { EngineEvents } from './engine-events';
import type { EnginePorts } from './engine-ports';
import { HostTurns } from './host-turns';
import type { VaultLore } from './vault-lore';

/** What playing a turn again may change. */
export interface PlayOptions {
  readonly explain?: readonly EntryId[];
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly chat?: { readonly context: Readonly<Record<string, readonly string[]>> };
  readonly signal?: AbortSignal;
}

/** A turn that was played again. */
interface Played {
  readonly result: Awaited<ReturnType<Play>>;
  readonly problems: readonly { readonly message: string }[];
  readonly explanations: readonly {
    readonly detail: string;
    readonly change: { readonly sentence: string } | undefined;
  }[];
}

/** The turns that were really played, as far as they are kept. */
export interface KeptTurns {
  /** Newest first, of one chat or of all. */
  traces(chat: string | undefined, limit: number): readonly Trace[];
  trace(id: string): Trace | undefined;
  /** What a turn answered, as long as that is kept. */
  request(id: string): Retrieval | undefined;
}

/** What the lab needs of the engine. */
export interface LabParts {
  readonly ports: EnginePorts;
  readonly lore: VaultLore;
  readonly events: EngineEvents;
  readonly settings: () => Settings;
  readonly preview: (request: Retrieval, options: PlayOptions) => Promise<Played>;
  readonly transcripts: { list(): readonly string[]; of(chat: string): Promise<Transcript | undefined> };
  readonly turns: KeptTurns;
}

/** Gives the host its turn during long work of the lab. */
export function hostTurns({ ports: { clock, pause = () => Promise.resolve() } }: LabParts): HostTurns {
  return new HostTurns(clock, pause);
}
