import { defaultFields, readFieldDefinitions, type FieldDefinitions } from '../lore/field-definitions';
import { splitNote } from '../lore/frontmatter';
import type { NoteSource } from '../ports/note-source';

/** Where earlier tools kept the same file. */
const OTHER_PLACES: readonly string[] = ['DeepLore/field-definitions.yaml'];

/** Reads the context fields of a vault; without a file the default ones hold, which is no problem. */
export async function readFields(source: NoteSource, path: string): Promise<FieldDefinitions> {
  for (const place of [path, ...OTHER_PLACES]) {
    const file = place === '' ? { kind: 'missing' as const } : await source.read(place);
    if (file.kind === 'text') return { ...readFieldDefinitions(definitionsIn(place, file.text)), path: place };
    if (file.kind !== 'missing')
      return { fields: defaultFields, problems: [`The field definitions in ${place} cannot be read.`], path: place };
  }
  return { fields: defaultFields, problems: [] };
}

/** A note holds the definitions in its properties or in a fenced block; any other file is YAML as a whole. */
function definitionsIn(path: string, text: string): string {
  if (!/\.md$/i.test(path)) return text;
  const { frontmatter, body } = splitNote(path, text);
  return /^```ya?ml\n([\s\S]*?)\n```/m.exec(body)?.[1] ?? frontmatter;
}
