import type { EngineStatus } from '../../core/engine/lore-engine';
import type { HostSlot } from './host-slot';

/** What other plugins and scripts of the app may read. */
export interface LorehearthApi {
  /** Version of the plugin, e.g. `0.1.0`. */
  readonly version: string;
  /** State of the index; undefined until the app’s layout is ready. */
  status(): EngineStatus | undefined;
  /** Address of the server without a path; undefined while it does not listen. */
  address(): string | undefined;
}

/** The interface over whatever host there is at the time of a call. */
export function createApi(version: string, slot: HostSlot): LorehearthApi {
  return {
    version,
    status: () => slot.host?.engine.status(),
    address: () => slot.host?.address,
  };
}
