/** Where the engine reports what went wrong in the world. Messages hold no secrets and no chat text. */
export interface Log {
  warn(message: string, cause?: unknown): void;
  debug(message: string): void;
}
