import { splitMounted } from '../../base/mounted-path';
import type { LoreEntry } from '../../lore/lore-entry';
import { foldName } from '../../search/name-table';
import { inEntry, type Finding } from '../finding';
import { eachUsed, type HealthInput } from '../health-input';

/** Links may name files of other kinds, of which the index knows nothing. */
const OTHER_FILE = /\.(?!md$)[a-z0-9]{1,5}$/i;

/** Links in the texts of entries that lead to no note of the vault. */
export async function linkFindings(input: HealthInput): Promise<readonly Finding[]> {
  const { index } = input;
  const notes = new Set<string>();
  for (const path of index.notes.keys()) {
    notes.add(foldName(splitMounted(path).inner));
    notes.add(foldName(path.slice(path.lastIndexOf('/') + 1)));
  }
  const found: Finding[] = [];
  const leads = (target: string, from: string): boolean =>
    OTHER_FILE.test(target) || notes.has(foldName(target)) || index.resolve(target, from).length > 0;
  await eachUsed(input, (entry) => found.push(...deadLinks(entry, leads)));
  return found;
}

function deadLinks(entry: LoreEntry, leads: (target: string, from: string) => boolean): readonly Finding[] {
  const dead = entry.links.filter((target) => !leads(target, entry.path));
  return dead.map((target) => inEntry('text-link-missing', entry, target, '', { words: target }));
}
