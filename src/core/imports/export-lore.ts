import { parse } from 'yaml';
import type { BookSettings, ExportedEntry, FormatWriting, LorebookFormat } from '../formats/lorebook-format';
import { splitDecorators } from '../lore/decorator-block';
import { fieldsByFoldedName, type EntryProperties } from '../lore/entry-fields';
import { splitNote } from '../lore/frontmatter';
import type { LoreEntry } from '../lore/lore-entry';
import { foldPropertyName } from '../lore/property-name';
import { readEntryProperties } from '../lore/read-properties';
import { isNestedTooDeeply } from '../lore/yaml-depth';
import type { NoteSource } from '../ports/note-source';
import { foldFolder, isInFolder } from '../lore/book-folder';

/** What is exported. */
export interface LoreExport {
  readonly format: LorebookFormat;
  /** Vault-relative; '' for the whole vault. */
  readonly folder: string;
  /** Name of the book. */
  readonly name: string;
  readonly settings: BookSettings;
  /** The entries of the vault. */
  readonly entries: Iterable<LoreEntry>;
}

/** What exporting gave. */
export interface LoreExported {
  /** To be written as JSON. */
  readonly value: unknown;
  /** How many entries are in it. */
  readonly entries: number;
  /** What the format cannot carry, by the title of the entry. */
  readonly remarks: FormatWriting['remarks'];
  /** Notes that could not be read, with the reason; they are not in the file. */
  readonly problems: readonly { readonly path: string; readonly sentence: string }[];
}

/** Notes read at the same time. */
const BATCH = 64;

/** Writes the entries of a folder, as a model gets to see them, for another program. Undefined where the format is only read. */
export async function exportLore(
  request: LoreExport,
  source: NoteSource,
  pause: () => Promise<void>,
): Promise<LoreExported | undefined> {
  const { format, folder, name, settings } = request;
  if (!format.write) return undefined;
  const chosen = [...request.entries].filter(({ path }) => isInFolder(parentOf(path), folder)).sort(byPath);
  const entries: ExportedEntry[] = [];
  const problems: { path: string; sentence: string }[] = [];
  for (let at = 0; at < chosen.length; at += BATCH) {
    const batch = chosen.slice(at, at + BATCH);
    const texts = await Promise.all(batch.map(({ path }) => source.read(path)));
    batch.forEach((entry, index) => {
      const text = texts[index];
      if (text?.kind === 'text') entries.push(exportedEntry(entry, text.text, folder));
      else problems.push({ path: entry.path, sentence: 'The note cannot be read.' });
    });
    await pause();
  }
  const { value, remarks } = format.write({ name, settings, entries });
  return { value, entries: entries.length, remarks, problems };
}

function byPath(a: LoreEntry, b: LoreEntry): number {
  return a.path < b.path ? -1 : 1;
}

function parentOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}

/**
 * An entry of the vault as formats write it.
 *
 * @param source The note's text.
 * @param folder That of the book, vault-relative.
 */
export function exportedEntry(entry: LoreEntry, source: string, folder: string): ExportedEntry {
  const { properties: pairs, frontmatter, body } = splitNote(entry.path, source);
  const { properties } = readEntryProperties(entry.path, pairs);
  const block = splitDecorators(body);
  return {
    title: entry.title,
    folder: entry.folders.slice(foldFolder(folder).split('/').filter(Boolean).length),
    properties: { ...properties, ...marked(entry), keys: properties.keys ?? entry.keys.map(({ text }) => text) },
    otherProperties: otherProperties(frontmatter),
    body: block ? `${block.block.replace(/\n*$/, '\n')}${entry.text}` : entry.text,
  };
}

/** What tags say of an entry that other programs have fields for. */
function marked(entry: LoreEntry): EntryProperties {
  return {
    ...(entry.constant && { constant: true }),
    ...((entry.never || !entry.enabled) && { enabled: false }),
    ...(entry.bootstrap && { bootstrap: true }),
    ...(entry.seed && { seed: true }),
  };
}

/** The properties that are not ours, as values: what an import kept for the way back is among them. */
function otherProperties(frontmatter: string): Readonly<Record<string, unknown>> {
  if (isNestedTooDeeply(frontmatter)) return {};
  const value = parsed(frontmatter);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return {};
  return Object.fromEntries(Object.entries(value).filter(([name]) => !isOurs(name)));
}

function isOurs(name: string): boolean {
  return fieldsByFoldedName.has(foldPropertyName(name)) || /^tags?$/i.test(name);
}

function parsed(yaml: string): unknown {
  try {
    return parse(yaml, { version: '1.2', schema: 'core', uniqueKeys: false });
  } catch {
    return undefined;
  }
}
