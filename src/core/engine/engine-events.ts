import type { Log } from '../ports/log';
import type { Stop } from '../ports/note-source';
import type { EngineEvent } from './engine-event';

/** Who listens to an engine. */
export class EngineEvents {
  readonly #listeners = new Set<(event: EngineEvent) => void>();

  constructor(private readonly log: Log) {}

  on(listener: (event: EngineEvent) => void): Stop {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Tells everybody; a listener that fails costs nobody else anything. */
  emit(event: EngineEvent): void {
    for (const listener of [...this.#listeners]) {
      try {
        listener(event);
      } catch (error) {
        this.log.warn(`A listener failed when it was told of ${event.kind}.`, error);
      }
    }
  }

  clear(): void {
    this.#listeners.clear();
  }
}
