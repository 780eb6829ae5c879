import type { EngineEvent } from '../../core/engine/engine-event';
import type { Stop } from '../../core/ports/note-source';
import type { Host } from './host';
import type { HostSlot } from './host-slot';

/** Passes on what the engine tells, whatever host there is, until stopped. */
export function followEngine(slot: HostSlot, listener: (event: EngineEvent) => void): Stop {
  let known: Host | undefined;
  let stopListening: Stop = () => undefined;
  const follow = (): void => {
    if (slot.host === known) return;
    stopListening();
    known = slot.host;
    stopListening = known?.engine.on(listener) ?? (() => undefined);
  };
  const stopFollowing = slot.onChange(follow);
  follow();
  return () => {
    stopFollowing();
    stopListening();
  };
}
