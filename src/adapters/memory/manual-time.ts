import type { Clock, Timer } from '../../core/ports/clock';

interface Appointment {
  readonly at: number;
  readonly callback: () => void;
}

const START = Date.UTC(2024, 0, 1);

/** A clock and a timer that stand still until they are told to go on. */
export class ManualTime implements Clock, Timer {
  readonly #appointments = new Set<Appointment>();
  #now: number;

  constructor(start: number = START) {
    this.#now = start;
  }

  /** How many callbacks are waiting. */
  get waiting(): number {
    return this.#appointments.size;
  }

  now(): number {
    return this.#now;
  }

  after(milliseconds: number, callback: () => void): () => void {
    const appointment = { at: this.#now + Math.max(0, milliseconds), callback };
    this.#appointments.add(appointment);
    return () => void this.#appointments.delete(appointment);
  }

  /** Lets time pass, calling back what becomes due in the order of time, also what is added on the way. */
  advance(milliseconds: number): void {
    const end = this.#now + milliseconds;
    for (let next = this.#next(end); next !== undefined; next = this.#next(end)) {
      this.#appointments.delete(next);
      this.#now = next.at;
      next.callback();
    }
    this.#now = end;
  }

  #next(end: number): Appointment | undefined {
    let first: Appointment | undefined;
    for (const appointment of this.#appointments) {
      if (appointment.at <= end && (first === undefined || appointment.at < first.at)) first = appointment;
    }
    return first;
  }
}
