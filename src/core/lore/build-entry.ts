import { contentHash } from '../base/content-hash';
import { entryId } from '../base/entry-id';
import type { BookSettings } from './book';
import { cleanText } from './clean-text';
import { textParts, type TextPart } from './embedded-text';
import type { EntryKey } from './entry-key';
import { readEntryKeys } from './entry-keys';
import type { EntryProperties, FieldName } from './entry-fields';
import { entryProblem, type EntryProblem, type ProblemCode } from './entry-problem';
import type { EntryReference } from './entry-references';
import type { LoreEntry, NoteReading } from './lore-entry';
import type { MarkdownToken } from './markdown-tokens';
import { noteLink } from './note-link';
import { isMarkerTag, isTagOrBelow } from './note-tags';
import { noteTitle } from './note-title';
import type { ParseOptions } from './parse-options';
import type { NoteBody } from './read-body';
import type { ReadProperties } from './read-properties';

/** A note that is lore, in the parts from which its entry or guide is made. */
export interface NoteParts {
  readonly path: string;
  readonly source: string;
  readonly body: NoteBody;
  /** Lower case, without `#`. */
  readonly tags: readonly string[];
  readonly read: ReadProperties;
  /** What its books say. */
  readonly book: BookSettings;
  readonly isGuide: boolean;
  /** The entries that its properties name. */
  readonly references: readonly EntryReference[];
  /** What was found wrong so far. */
  readonly problems: readonly EntryProblem[];
}

/** Makes the entry, or the writing guide, of a note that is lore. */
export function buildEntry(parts: NoteParts, options: ParseOptions): NoteReading {
  const { path, body, read } = parts;
  const title = noteTitle(path, read.properties.title, body.tokens);
  const isMarker = (tag: string): boolean => isMarkerTag(tag, options.tags);
  const cleaning = { title: title.tokens, isMarker };
  const text = cleanText(body.tokens, cleaning);
  if (parts.isGuide)
    return {
      kind: 'guide',
      guide: { path, title: title.text, text },
      problems: [...parts.problems, ...body.problems],
    };
  const embedding = textParts(body.tokens, cleaning);
  return { kind: 'entry', entry: new EntryBuilder(parts, options, title.text).build(text, embedding) };
}

/** Properties that hold an entry back or over. */
const TIMERS = ['warmup', 'sticky', 'cooldown', 'delay'] as const;

class EntryBuilder {
  readonly #problems: EntryProblem[];
  readonly #properties: EntryProperties;

  constructor(
    private readonly parts: NoteParts,
    private readonly options: ParseOptions,
    private readonly title: string,
  ) {
    this.#problems = [...parts.problems, ...parts.body.problems];
    this.#properties = { ...bookProperties(parts.book), ...parts.read.properties, ...parts.body.decorators.properties };
  }

  /** @param embedding The text in parts, where it embeds other notes. */
  build(text: string, embedding: readonly TextPart[] | undefined): LoreEntry {
    const { path, source, body, tags, read } = this.parts;
    const { vaultId, vaultName, tags: names } = this.options;
    const properties = this.#properties;
    const constant = properties.constant ?? this.#isMarked(names.always);
    const keys = this.#keys('keys', this.#writtenKeys());
    const priority = properties.priority ?? 100;
    if (text === '' && !embedding) this.#report('body-empty', body.line);
    this.#reportMissing(keys, constant);
    if (constant) this.#reportIdleTimers();
    return {
      id: entryId(vaultId, path),
      vault: vaultName,
      path,
      title: this.title,
      contentHash: contentHash(source),
      properties,
      decorators: body.decorators.decorators,
      otherProperties: read.otherProperties,
      keys,
      refineKeys: this.#keys('refineKeys', properties.refineKeys ?? []),
      excludeKeys: this.#excludeKeys(),
      tags: tags.filter((tag) => tag !== names.lore),
      folders: path.split('/').slice(0, -1),
      type: properties.type ?? nestedType(tags, names.lore),
      enabled: (properties.enabled ?? true) && (this.parts.book.enabled ?? true),
      never: this.#isMarked(names.never),
      constant,
      required: properties.required ?? false,
      bootstrap: properties.bootstrap ?? this.#isMarked(names.bootstrap),
      seed: properties.seed ?? this.#isMarked(names.seed),
      priority,
      order: properties.order ?? priority,
      text,
      ...(embedding && { parts: embedding }),
      links: linkTargets(body.tokens),
      references: this.parts.references,
      problems: this.#problems,
    };
  }

  /** Keys as written; without them title and aliases are the keys. */
  #writtenKeys(): readonly string[] {
    const { keys, aliases = [] } = this.#properties;
    if (keys === undefined) return [this.title, ...aliases];
    return this.options.aliasesAreKeys && keys.length > 0 ? [...keys, ...aliases] : keys;
  }

  #keys(field: 'keys' | 'refineKeys' | 'excludeKeys', written: readonly string[]): readonly EntryKey[] {
    const at = { path: this.parts.path, line: this.#line(field) };
    return readEntryKeys(written, at, (problem) => this.#problems.push(problem));
  }

  #excludeKeys(): readonly EntryKey[] {
    const own = this.#keys('excludeKeys', this.#properties.excludeKeys ?? []);
    const added = this.parts.body.decorators.excludeKeys;
    if (added.length === 0) return own;
    return [...new Map([...own, ...added].map((key) => [key.text, key])).values()];
  }

  #reportMissing(keys: readonly EntryKey[], constant: boolean): void {
    const empty = this.parts.read.empty.get('keys');
    if (empty !== undefined) this.#report('keys-empty', this.#line('keys'), empty);
    if (!constant && keys.every((key) => key.kind === 'invalid')) this.#report('keys-blank', this.#line('keys'));
    const { position, outlet } = this.#properties;
    if (position === 'outlet' && (outlet ?? '') === '') this.#report('outlet-missing', this.#line('position'));
  }

  #isMarked(name: string): boolean {
    return this.parts.tags.some((tag) => isTagOrBelow(tag, name));
  }

  /** A constant is selected in every turn: nothing that would hold it back or over applies. */
  #reportIdleTimers(): void {
    const idle = TIMERS.filter((name) => this.#properties[name] !== undefined);
    const [first] = idle;
    if (first) this.#report('timers-of-constant', this.#line(first), idle.join(', '));
  }

  #line(field: FieldName): number {
    return this.parts.read.lines.get(field) ?? 1;
  }

  #report(code: ProblemCode, line: number, text?: string): void {
    this.#problems.push(entryProblem(code, { path: this.parts.path, line }, text));
  }
}

/** What a book says in place of properties that the note does not write. */
function bookProperties({
  scanDepth,
  wholeWords,
  caseSensitive,
  position,
  depth,
  role,
}: BookSettings): EntryProperties {
  return {
    ...(scanDepth === undefined ? {} : { scanDepth }),
    ...(wholeWords === undefined ? {} : { wholeWords }),
    ...(caseSensitive === undefined ? {} : { caseSensitive }),
    ...(position === undefined ? {} : { position }),
    ...(depth === undefined ? {} : { depth }),
    ...(role === undefined ? {} : { role }),
  };
}

function nestedType(tags: readonly string[], lore: string): string | undefined {
  return tags.find((tag) => tag !== lore && isTagOrBelow(tag, lore))?.slice(lore.length + 1);
}

function linkTargets(tokens: readonly MarkdownToken[]): readonly string[] {
  const targets = new Set<string>();
  for (const token of tokens) {
    const target = token.kind === 'link' ? noteLink(token.inside).target : '';
    if (target !== '') targets.add(target);
  }
  return [...targets];
}
