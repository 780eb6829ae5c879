import type { Meaning, TitleIndex } from './title-index';

const NONE: Meaning = { kind: 'none' };

/** `3`, `3.0`, `#3`, `[3]`, `No. 3`, `3. Old Mill`, `3: Old Mill`, `3 - Old Mill`, `3 Old Mill`. */
const NUMBERED =
  /^[[(#\s]{0,5}(?:(?:entry|candidate|item|number|no\.?|nr\.?|id)[\s#:=_]{0,5})?(\d{1,9})(?:\.0+(?!\d))?(?:\s*[\]).:,–—-]+\s*(.*)|\s+(.*))?$/isu;

/** What a text means: a number, a number with its title, or a title. */
export function meaningOfText(written: string, titles: TitleIndex): Meaning {
  const text = written.trim();
  const numbered = NUMBERED.exec(text.slice(0, 500).normalize('NFKC'));
  if (!numbered) return titles.find(text);
  const byNumber = titles.numbered(Number(numbered[1]));
  const title = (numbered[2] ?? numbered[3] ?? '').trim();
  // A title may itself begin with a number.
  const whole = titles.exact(text);
  if (title === '') return whole.kind === 'none' ? byNumber : agreed(byNumber, whole);
  if (whole.kind !== 'none') return whole;
  return both(byNumber, titles.find(title));
}

/** What an item with an id and a title means; both must mean the same. */
export function meaningOfFields(id: unknown, title: unknown, titles: TitleIndex): Meaning {
  const byId = meaningOfId(id, titles);
  if (typeof title !== 'string' || title.trim() === '') return byId ?? NONE;
  const byTitle = meaningOfText(title, titles);
  return byId === undefined ? byTitle : both(byId, byTitle);
}

function meaningOfId(id: unknown, titles: TitleIndex): Meaning | undefined {
  if (typeof id === 'number') return titles.numbered(id);
  return typeof id === 'string' && id.trim() !== '' ? meaningOfText(id, titles) : undefined;
}

/** A number that is out of range leaves it to the title; a title that means nobody says that the number is wrong. */
function both(byNumber: Meaning, byTitle: Meaning): Meaning {
  return byTitle.kind === 'none' ? byTitle : agreed(byNumber, byTitle);
}

/** The candidate that two meanings have in common; several when they contradict each other. */
function agreed(a: Meaning, b: Meaning): Meaning {
  const [first, second] = [numbersOf(a), numbersOf(b)];
  if (first.length === 0) return b;
  const common = first.filter((number) => second.includes(number));
  const [number] = common;
  if (number !== undefined && common.length === 1) return { kind: 'one', number };
  return { kind: 'several', numbers: [...new Set([...first, ...second])] };
}

function numbersOf(meaning: Meaning): readonly number[] {
  return meaning.kind === 'one' ? [meaning.number] : meaning.kind === 'several' ? meaning.numbers : [];
}
