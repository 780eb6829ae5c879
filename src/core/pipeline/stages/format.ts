import type { EntryId } from '../../base/entry-id';
import type { Position, Role } from '../../lore/entry-fields';
import type { PricedCandidate } from '../candidate';
import { compareTexts } from '../importance';
import type { Injection } from '../injection';
import type { TurnSettings } from '../turn-settings';

interface Place {
  readonly key: string;
  readonly position: Position;
  readonly depth: number | undefined;
  readonly role: Role | undefined;
  readonly outlet: string | undefined;
}

/** What formatting needs besides the entries. */
export interface FormatInput {
  readonly settings: TurnSettings;
  readonly count: (text: string) => number;
  /** Messages of the full chat, for depths counted from its start. */
  readonly total: number;
  /** What the last turn injected, in its order. */
  readonly lastInjected: readonly EntryId[];
}

const GLUE = '\n\n';

/**
 * Joins what was kept into one injection per place; inside a place by order, then priority, then path. With stable
 * order, entries of the last turn come first, as they stood then.
 */
export function formatInjections(kept: readonly PricedCandidate[], input: FormatInput): readonly Injection[] {
  const places = new Map<string, { place: Place; members: PricedCandidate[] }>();
  for (const candidate of [...kept].sort(orderOf(input))) {
    const place = placeOf(candidate, input);
    const known = places.get(place.key);
    if (known) known.members.push(candidate);
    else places.set(place.key, { place, members: [candidate] });
  }
  return [...places.values()]
    .sort((a, b) => compareTexts(a.place.key, b.place.key))
    .flatMap(({ place, members }) =>
      input.settings.separateEntries ? members.map((one) => alone(place, one)) : [joined(place, members, input)],
    );
}

function alone(place: Place, member: PricedCandidate): Injection {
  const { formatted: text, tokens, entry } = member;
  return { ...place, key: `${place.key}#${entry.id}`, text, tokens, entries: [entry.id] };
}

function joined(place: Place, members: readonly PricedCandidate[], { count }: FormatInput): Injection {
  const text = members.map((member) => member.formatted).join(GLUE);
  const [only, ...others] = members;
  const tokens = only && others.length === 0 ? only.tokens : count(text);
  return { ...place, text, tokens, entries: members.map((member) => member.entry.id) };
}

function orderOf({ settings, lastInjected }: FormatInput): (a: PricedCandidate, b: PricedCandidate) => number {
  const places = new Map(settings.stableOrder ? lastInjected.map((id, place) => [id, place]) : []);
  const placeOfLast = (candidate: PricedCandidate): number => places.get(candidate.entry.id) ?? places.size;
  return (a, b) =>
    placeOfLast(a) - placeOfLast(b) ||
    a.entry.order - b.entry.order ||
    a.entry.priority - b.entry.priority ||
    compareTexts(a.entry.path, b.entry.path);
}

function placeOf({ entry }: PricedCandidate, { settings, total }: FormatInput): Place {
  const { properties } = entry;
  const wished = properties.position ?? settings.position;
  const outlet = wished === 'outlet' ? properties.outlet : undefined;
  const position = wished === 'outlet' && !outlet ? 'after' : wished;
  if (position === 'in_chat') {
    const { reverseDepth } = entry.decorators;
    const depth = reverseDepth === undefined ? (properties.depth ?? settings.depth) : Math.max(0, total - reverseDepth);
    const role = properties.role ?? settings.role;
    return { key: `lorehearth/in_chat/${String(depth)}/${role}`, position, depth, role, outlet: undefined };
  }
  const key = position === 'outlet' ? `lorehearth/outlet/${outlet ?? ''}` : `lorehearth/${position}`;
  return { key, position, depth: undefined, role: undefined, outlet };
}
