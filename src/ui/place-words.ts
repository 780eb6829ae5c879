import type { WireInjection } from '../server/contract/wire-generation';

type Place = Pick<WireInjection, 'position' | 'depth' | 'role' | 'outlet'>;

const fixedPlaces: Readonly<Partial<Record<Place['position'], string>>> = {
  before: 'Before the main prompt',
  after: 'After the main prompt',
  before_char: 'Before the character',
  after_char: 'After the character',
  author_note_top: 'Author’s note, top',
  author_note_bottom: 'Author’s note, bottom',
  examples_top: 'Example messages, top',
  examples_bottom: 'Example messages, bottom',
};

/** Where an injection lands, in words. */
export function placeWords({ position, depth, role, outlet }: Place): string {
  if (position === 'outlet') return `Outlet “${outlet ?? ''}”`;
  if (position === 'in_chat') return ['In chat', `depth ${String(depth ?? 0)}`, role].filter(Boolean).join(', ');
  return fixedPlaces[position] ?? position;
}

/** Texts that stand in every turn and hold no entries, by the key of their injection. */
const standingTexts: Readonly<Record<string, string>> = {
  'lorehearth/notebook': 'Notebook',
  'lorehearth/notepad': 'AI notepad',
  'lorehearth/story': 'Story so far',
};

/** What an injection is and where it lands, in words. */
export function injectionWords(injection: Place & Pick<WireInjection, 'key'>): string {
  const name = standingTexts[injection.key];
  return name === undefined ? placeWords(injection) : `${name}: ${placeWords(injection)}`;
}
