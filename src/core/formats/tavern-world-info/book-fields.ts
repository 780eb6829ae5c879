import type { ImportRemark } from '../import-remark';
import type { BookSettings } from '../lorebook-format';

type Fields = Readonly<Record<string, unknown>>;

/** What a book says besides its entries. */
export interface BookWords {
  /** Undefined for a book without a name. */
  readonly name: string | undefined;
  readonly settings: BookSettings;
  /** What books of ours have no setting for. */
  readonly others: Fields;
  readonly remarks: readonly ImportRemark[];
}

const COPY = 'It is a copy of the book that the entries are from; the entries themselves count, so it is not kept.';

/** Reads a book's own fields, those of World Info and of character books alike. */
export function readBookFields(book: Fields): BookWords {
  const { name, scan_depth, token_budget, recursive_scanning, entries: _, originalData, ...others } = book;
  const remarks: ImportRemark[] = [];
  const read = <Value>(field: string, value: unknown, fits: (value: unknown) => value is Value): Value | undefined => {
    if (value === undefined || value === null) return undefined;
    if (fits(value)) return value;
    remarks.push({ field, sentence: 'Its value was not understood, so our setting holds.' });
    return undefined;
  };
  const scanDepth = read('scan_depth', scan_depth, isCount);
  const tokenBudget = read('token_budget', token_budget, isCount);
  const recursion = read('recursive_scanning', recursive_scanning, isFlag);
  if (originalData !== undefined) remarks.push({ field: 'originalData', sentence: COPY });
  return {
    name: typeof name === 'string' && name.trim() !== '' ? name.trim() : undefined,
    settings: {
      ...(scanDepth === undefined ? {} : { scanDepth: Math.round(scanDepth) }),
      ...(tokenBudget === undefined ? {} : { tokenBudget: Math.round(tokenBudget) }),
      ...(recursion === undefined ? {} : { recursion }),
    },
    others,
    remarks,
  };
}

/** A book's own fields, as files write them. */
export function writeBookFields(name: string, { scanDepth, tokenBudget, recursion }: BookSettings): Fields {
  return {
    name,
    ...(scanDepth === undefined ? {} : { scan_depth: scanDepth }),
    ...(tokenBudget === undefined ? {} : { token_budget: tokenBudget }),
    ...(recursion === undefined ? {} : { recursive_scanning: recursion }),
  };
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0;
}

function isFlag(value: unknown): value is boolean {
  return typeof value === 'boolean';
}

/** Leftovers under the name of their format; none for nothing. */
export function leftoversUnder(format: string, fields: Fields): Fields {
  return Object.keys(fields).length === 0 ? {} : { [format]: fields };
}
