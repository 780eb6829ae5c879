/** The time in milliseconds since 1970. */
export interface Clock {
  now(): number;
}

/** Calls back once after a time; the returned function takes the call back. Real timers of the host, never throttled. */
export interface Timer {
  after(milliseconds: number, callback: () => void): () => void;
}
