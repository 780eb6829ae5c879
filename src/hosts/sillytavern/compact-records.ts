import type { GenerationRequestBody } from '../../server/contract/wire-generation';

type RecordAt = NonNullable<GenerationRequestBody['records']>[number];
type RecordedEntry = RecordAt[1]['e'][number];

/** Newest records that are sent as they are. */
const WHOLE = 50;
/** Flags whose last time counts: injected, and woken by its own trigger. */
const COUNTED = 1 | 2;

/**
 * Makes the records of a long chat small. Servers ask when an entry was *last* injected and *last* woken, so of an older
 * record only those entries are kept that no newer one tells as much of. Every reply keeps its place, since turns are
 * counted by it.
 *
 * @param records Records of the whole path, oldest first.
 */
export function compactRecords(records: readonly RecordAt[]): RecordAt[] {
  const seen = new Map<string, number>();
  const isNews = ([id, flags]: RecordedEntry): boolean => {
    const known = seen.get(id) ?? 0;
    seen.set(id, known | flags);
    return (flags & COUNTED & ~known) !== 0;
  };
  const firstWhole = records.length - WHOLE;
  const newestFirst = records.map((record, at) => [record, at] as const).reverse();
  const kept = newestFirst.map(([[index, record], at]): RecordAt => {
    const news = record.e.filter(isNews);
    return [index, at >= firstWhole ? record : { ...record, e: news }];
  });
  return kept.reverse();
}
