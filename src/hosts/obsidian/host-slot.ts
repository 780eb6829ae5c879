import type { Stop } from '../../core/ports/note-source';
import type { Host } from './host';

/** Holds the host from layout-ready to unload: what is registered at load finds it here once it is there. */
export class HostSlot {
  readonly #listeners = new Set<() => void>();
  #host: Host | undefined;
  #stop: Stop | undefined;

  get host(): Host | undefined {
    return this.#host;
  }

  /** Puts the host in its place, or takes it out. */
  put(host: Host | undefined): void {
    this.#stop?.();
    this.#host = host;
    this.#stop = host?.onChange(() => {
      this.#tell();
    });
    this.#tell();
  }

  /** Calls back when the host comes, goes or changes, until stopped. */
  onChange(listener: () => void): Stop {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #tell(): void {
    for (const listener of [...this.#listeners]) listener();
  }
}
