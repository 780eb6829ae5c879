import type { WireGenerationAnswer, WireInjection } from '../../server/contract/wire-generation';
import { listOf, objectOf, textOf } from './json-value';

/**
 * Checks that an answer has what this extension builds on; another version of the server, or another program on its
 * port, may answer anything. `undefined` when it has not.
 */
export function readAnswer(body: unknown): WireGenerationAnswer | undefined {
  return isAnswer(body) ? body : undefined;
}

function isAnswer(body: unknown): body is WireGenerationAnswer {
  const raw = objectOf(body);
  const summary = objectOf(raw?.['summary']);
  const record = objectOf(raw?.['record']);
  return (
    Array.isArray(raw?.['injections']) &&
    listOf(raw['injections']).every(isInjection) &&
    Array.isArray(raw['entries']) &&
    Array.isArray(summary?.['warnings']) &&
    Array.isArray(summary['degraded']) &&
    textOf(record?.['g']) !== undefined &&
    Array.isArray(record?.['e']) &&
    typeof objectOf(raw['wants'])?.['messages'] === 'number'
  );
}

function isInjection(value: unknown): value is WireInjection {
  const raw = objectOf(value);
  return (
    textOf(raw?.['key']) !== undefined &&
    textOf(raw?.['position']) !== undefined &&
    textOf(raw?.['text']) !== undefined &&
    typeof raw?.['tokens'] === 'number' &&
    Array.isArray(raw['entries'])
  );
}
