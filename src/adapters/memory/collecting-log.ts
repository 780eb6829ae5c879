import type { Log } from '../../core/ports/log';

/** A warning as it was given. */
export interface Warning {
  readonly message: string;
  readonly cause: unknown;
}

/** A log that keeps what it is told. */
export class CollectingLog implements Log {
  readonly warnings: Warning[] = [];
  readonly debugs: string[] = [];

  warn(message: string, cause?: unknown): void {
    this.warnings.push({ message, cause });
  }

  debug(message: string): void {
    this.debugs.push(message);
  }
}
