import { setTimeout } from 'node:timers';

/** Resolves after everything that waits, timers and input included, has had its turn. */
export function nodePause(): Promise<void> {
  return new Promise((resolve) => void setTimeout(resolve, 0));
}
