import { nearTags, tagsOfNote, type NearTag } from '../lore/near-tags';
import type { NotWritten } from '../ports/note-writer';
import type { Settings } from '../settings/settings-table';
import type { EnginePorts } from './engine-ports';
import { exampleEntry, type ExampleEntry } from './example-entry';
import type { VaultLore } from './vault-lore';

/** What the first steps need of the engine. */
export interface SetupAdministrationParts {
  readonly ports: EnginePorts;
  readonly lore: VaultLore;
  readonly settings: () => Settings;
}

/** How the making or taking back of the example ended. */
export type ExampleOutcome =
  | { readonly kind: 'done'; readonly example: ExampleEntry }
  /** `sentence` is for the user. */
  | { readonly kind: 'refused'; readonly sentence: string }
  /** There is none to take back. */
  | { readonly kind: 'missing' };

/** Reading notes is work: what was found holds so long, in milliseconds. */
const HOLDS_MS = 15_000;
/** So many notes at most are looked through for tags that come near. */
const MOST_NOTES = 500;

/** Helps on the way to the first entry. */
export class SetupAdministration {
  #found: { readonly at: number; readonly tag: string; readonly tags: Promise<readonly NearTag[]> } | undefined;

  constructor(private readonly parts: SetupAdministrationParts) {}

  /** Tags of the vault's notes that may have been meant as the lore tag; reads notes, so ask only when there is no entry. */
  nearTags(): Promise<readonly NearTag[]> {
    const at = this.parts.ports.clock.now();
    const tag = this.parts.settings().loreTag;
    const known = this.#found;
    if (known?.tag === tag && at - known.at < HOLDS_MS) return known.tags;
    const tags = this.#findNearTags(tag);
    this.#found = { at, tag, tags };
    return tags;
  }

  async #findNearTags(loreTag: string): Promise<readonly NearTag[]> {
    const { source } = this.parts.ports;
    const listing = await source.list();
    if (listing.kind !== 'notes') return [];
    const newest = [...listing.notes].sort((a, b) => b.modified - a.modified).slice(0, MOST_NOTES);
    const tags: (readonly string[])[] = [];
    for (const { path } of newest) {
      const note = await source.read(path);
      // Every tag is written with one of these signs.
      if (note.kind === 'text' && /#|tag/i.test(note.text)) tags.push(tagsOfNote(path, note.text));
      await this.parts.ports.pause?.();
    }
    return nearTags(tags, loreTag);
  }

  /** Whether the example is there, as it was made or changed since. */
  get hasExample(): boolean {
    return this.parts.lore.index.entryByPath(this.#example().path) !== undefined;
  }

  /** Writes the example; what is there already stays. Answers when the index knows it. */
  async createExample(): Promise<ExampleOutcome> {
    const example = this.#example();
    const created = await this.parts.ports.writer.create(example.path, example.text);
    if (created.kind !== 'written') return { kind: 'refused', sentence: notWritten(created, example.path) };
    await this.parts.lore.catchUp();
    return { kind: 'done', example };
  }

  /** Takes the example away again, unless it was changed. */
  async removeExample(): Promise<ExampleOutcome> {
    const example = this.#example();
    const { writer } = this.parts.ports;
    const removed = await writer.remove(example.path, example.text);
    if (removed.kind === 'missing') return { kind: 'missing' };
    if (removed.kind !== 'written') return { kind: 'refused', sentence: notWritten(removed, example.path) };
    await writer.removeEmptyFolder(example.path.slice(0, example.path.lastIndexOf('/')));
    await this.parts.lore.catchUp();
    return { kind: 'done', example };
  }

  #example(): ExampleEntry {
    return exampleEntry(this.parts.settings().loreTag);
  }
}

function notWritten(outcome: NotWritten, path: string): string {
  switch (outcome.kind) {
    case 'exists':
      return `There is a note ${path} already; it stays as it is.`;
    case 'changed':
      return `${path} was changed since and stays. Delete it yourself when you do not need it.`;
    case 'missing':
      return `There is no note ${path}.`;
    case 'refused':
      return `The note could not be written: ${outcome.reason}`;
  }
}
