import type { NameShape, NameUse } from './name-uses';

/** Where a name stands. */
export interface NamePlace {
  /** Place of the message in the list that was read. */
  readonly at: number;
  readonly start: number;
  readonly end: number;
}

/** All uses of one name in a chat. */
export interface NameGroup {
  readonly stems: readonly string[];
  /** Forms by how often they are used. */
  readonly forms: ReadonlyMap<string, number>;
  /** The strongest look that it has. */
  readonly shape: NameShape;
  readonly mentions: number;
  /** Messages in which it stands. */
  readonly messages: number;
  readonly places: readonly NamePlace[];
}

/** A look further in front is better proof. */
const strength: readonly NameShape[] = ['titled', 'words', 'marked', 'word', 'acronym', 'opening', 'repeated'];

interface Growing {
  readonly stems: readonly string[];
  readonly forms: Map<string, number>;
  shape: NameShape;
  readonly places: NamePlace[];
}

/** Brings together the forms of each name: with and without title, in any case, the family name alone. */
export function groupNames(messages: readonly (readonly NameUse[])[]): readonly NameGroup[] {
  const groups = new Map<string, Growing>();
  messages.forEach((uses, at) => {
    for (const use of uses) addUse(groups, use, at);
  });
  joinParts(groups);
  dropBeginnings(groups);
  return [...groups.values()].map(({ stems, forms, shape, places }) => {
    return { stems, forms, shape, places, mentions: places.length, messages: new Set(places.map(({ at }) => at)).size };
  });
}

function addUse(groups: Map<string, Growing>, { stems, form, shape, start, end }: NameUse, at: number): void {
  const key = stems.join(' ');
  const group = groups.get(key) ?? { stems, forms: new Map<string, number>(), shape, places: [] };
  group.forms.set(form, (group.forms.get(form) ?? 0) + 1);
  if (strength.indexOf(shape) < strength.indexOf(group.shape)) group.shape = shape;
  group.places.push({ at, start, end });
  groups.set(key, group);
}

/** “Vell” is “Mara Vell” where no one else is called Vell. */
function joinParts(groups: Map<string, Growing>): void {
  const longer = [...groups.values()].filter(({ stems }) => stems.length > 1);
  for (const [key, group] of [...groups]) {
    const [stem] = group.stems;
    if (group.stems.length !== 1 || stem === undefined) continue;
    const wholes = longer.filter(({ stems }) => stems[0] === stem || stems.at(-1) === stem);
    const [whole] = wholes;
    if (whole === undefined || wholes.length > 1) continue;
    for (const [form, count] of group.forms) whole.forms.set(form, (whole.forms.get(form) ?? 0) + count);
    whole.places.push(...group.places);
    groups.delete(key);
  }
}

/** Of beginnings of one word, which scripts without blanks give, the longest that is used as often as the shorter ones. */
function dropBeginnings(groups: Map<string, Growing>): void {
  const marked = [...groups].filter(([, { shape }]) => shape === 'marked' || shape === 'repeated');
  for (const [short, { places }] of marked) {
    for (const [long, other] of marked) {
      if (long === short || !long.startsWith(short)) continue;
      groups.delete(other.places.length >= 0.8 * places.length ? short : long);
    }
  }
}
