import type { Clock } from '../../core/ports/clock';

/** The system's clock. */
export const nodeClock: Clock = { now: () => Date.now() };
