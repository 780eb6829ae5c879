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
