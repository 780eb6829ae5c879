import { isRecord } from '../../base/json-value';
import type { Spent } from './spent';

/** Reads what was spent from stored data; what is no number from 0 up counts as nothing. */
export function readSpent(stored: unknown): Spent {
  const amount = (name: keyof Spent): number => {
    const value = isRecord(stored) ? stored[name] : undefined;
    return isAmount(value) ? value : 0;
  };
  return {
    requests: amount('requests'),
    input: amount('input'),
    output: amount('output'),
    cached: amount('cached'),
    cost: amount('cost'),
    unpriced: amount('unpriced'),
    estimated: amount('estimated'),
  };
}

/** Whether a stored value is a finite number from 0 up. */
export function isAmount(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0;
}
