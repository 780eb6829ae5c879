import type { WireEntryName } from '../../../server/contract/wire-lore';
import type { EntryNames } from './entry-names';
import { CommandProblem } from './lore-command';
import { nearNames, quotedChoices } from './near-names';
import { namesWritten } from './written-name';

/** So many choices are named. */
const mostChoices = 8;

/** The one entry that the user means by title, alias, path or `[[link]]`. Rejects with what else could be meant. */
export async function findEntry(written: string, names: EntryNames): Promise<WireEntryName> {
  if (written === '') throw new CommandProblem('Say which entry: its title, an alias, its path or a [[link]].');
  for (const name of namesWritten(written)) {
    const meant = await names.meant(name);
    const [only, ...more] = meant;
    if (only !== undefined && more.length === 0) return only;
    if (only !== undefined) throw new CommandProblem(ambiguous(name, meant));
  }
  throw new CommandProblem(unknown(namesWritten(written).at(-1) ?? written, await names.all()));
}

function ambiguous(name: string, meant: readonly WireEntryName[]): string {
  const more = meant.length > mostChoices ? ` (and ${String(meant.length - mostChoices)} more)` : '';
  const paths = quotedChoices(meant.slice(0, mostChoices).map(({ path }) => path));
  return `“${name}” means ${String(meant.length)} entries. Give the path: ${paths}${more}.`;
}

function unknown(name: string, all: readonly WireEntryName[]): string {
  const near = nearNames(
    name,
    all.flatMap(({ title, aliases, path }) => [title, ...aliases, ...(name.includes('/') ? [path] : [])]),
  );
  const hint =
    near.length > 0
      ? `Did you mean ${quotedChoices(near)}?`
      : 'Check the spelling, and that the note is tagged as lore; /lorehearth-refresh reads the vault again.';
  return `No entry is called “${name}”. ${hint}`;
}
