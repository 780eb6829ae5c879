import { ModelError } from '../model-error';
import { modelErrorSentence } from '../model-error-words';
import { salvageJson } from './json-salvage';
import { selectionList } from './selection-list';

const NUMBERED = /^[[(#\s]{0,5}(\d{1,9})(?!\d)/;

/**
 * Reads an answer as a list of numbers, in whatever form models write one; each once. An empty list is an answer.
 * Errors: `ModelError` of kind `unusable`.
 */
export function readNumbers(answer: unknown): readonly number[] {
  const salvage = salvageJson(answer);
  const lists = salvage.kind === 'found' ? salvage.values.map(selectionList) : [];
  for (const list of lists) {
    if (list === undefined) continue;
    const numbers = new Set(list.items.flatMap(numberOf));
    if (numbers.size > 0 || (list.items.length === 0 && !list.isCut)) return [...numbers];
  }
  throw new ModelError('unusable', modelErrorSentence('unusable'));
}

function numberOf(item: unknown): readonly number[] {
  if (typeof item === 'number') return Number.isInteger(item) ? [item] : [];
  if (typeof item === 'string') {
    const digits = NUMBERED.exec(item)?.[1];
    return digits === undefined ? [] : [Number(digits)];
  }
  if (typeof item !== 'object' || item === null) return [];
  for (const name of ['id', 'number', 'index', 'category']) {
    const value: unknown = Object.hasOwn(item, name) ? Reflect.get(item, name) : undefined;
    if (typeof value === 'number' || typeof value === 'string') return numberOf(value);
  }
  return [];
}
