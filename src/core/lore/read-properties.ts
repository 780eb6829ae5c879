import {
  entryFields,
  fieldsByFoldedName,
  writtenName,
  type EntryField,
  type EntryProperties,
  type FieldName,
} from './entry-fields';
import { entryProblem, type EntryProblem } from './entry-problem';
import { shortText, type Complaint } from './field-kinds';
import { isTagProperty } from './note-tags';
import { nearMiss } from './near-miss';
import { foldPropertyName } from './property-name';
import type { YamlPair, YamlValue } from './yaml-value';

/** The properties of a note, sorted into ours and others. */
export interface ReadProperties {
  readonly properties: EntryProperties;
  /** Ours that stand in the note without a value, as they are spelled there. */
  readonly empty: ReadonlyMap<FieldName, string>;
  readonly lines: ReadonlyMap<FieldName, number>;
  /** Those that are not ours, as texts, by name. */
  readonly otherProperties: Readonly<Record<string, readonly string[]>>;
  readonly problems: readonly EntryProblem[];
}

/** Reads the properties of a note by the field table. */
export function readEntryProperties(path: string, pairs: readonly YamlPair[]): ReadProperties {
  const reader = new PropertyReader(path);
  for (const pair of pairs) reader.add(pair);
  return reader.result(pairs);
}

class PropertyReader {
  readonly #values = new Map<FieldName, unknown>();
  readonly #empty = new Map<FieldName, string>();
  readonly #lines = new Map<FieldName, number>();
  readonly #spelled = new Map<FieldName, string>();
  readonly #others = new Map<string, YamlPair>();
  readonly #problems: EntryProblem[] = [];

  constructor(private readonly path: string) {}

  add(pair: YamlPair): void {
    const name = fieldsByFoldedName.get(foldPropertyName(pair.name));
    if (name === undefined) this.#others.set(pair.name, pair);
    else this.#addOurs(name, entryFields[name], pair);
  }

  result(pairs: readonly YamlPair[]): ReadProperties {
    this.#askAboutNearMisses();
    // Each row of the table gives its name a type of its own; a loop over rows cannot show that to the compiler.
    const properties = Object.fromEntries(this.#values) as EntryProperties;
    const others = [...this.#others].map(([name, pair]) => [name, flatTexts(pair.value)] as const);
    return {
      properties,
      empty: this.#empty,
      lines: this.#lines,
      otherProperties: Object.fromEntries(others.filter(([name]) => !isTagProperty(name))),
      problems: pairs.length === 0 ? [] : this.#problems,
    };
  }

  #addOurs(name: FieldName, field: EntryField<unknown>, pair: YamlPair): void {
    const at = { path: this.path, line: pair.line };
    const before = this.#spelled.get(name);
    if (before !== undefined && !field.kind.merge) {
      this.#problems.push(entryProblem('property-spelled-twice', at, pair.name, before));
      return;
    }
    if (before === undefined) {
      this.#spelled.set(name, pair.name);
      this.#lines.set(name, pair.line);
    }
    const reading = field.kind.read(pair.value);
    if (reading.complaint) this.#problems.push(complaintProblem(reading.complaint, pair.name, at));
    const lost = lostList(pair.value);
    if (lost) this.#problems.push(entryProblem('list-lost', at, shortText(lost), pair.name));
    this.#put(name, field, reading.value);
    if (this.#values.has(name)) this.#empty.delete(name);
    else if (pair.value.kind === 'null') this.#empty.set(name, pair.name);
  }

  #put(name: FieldName, field: EntryField<unknown>, value: unknown): void {
    if (value === undefined) return;
    const first = this.#values.get(name);
    this.#values.set(name, first === undefined ? value : (field.kind.merge?.(first, value) ?? value));
  }

  /** A property that is there under its right name was not meant by another one. */
  #askAboutNearMisses(): void {
    for (const [name, pair] of this.#others) {
      const near = nearMiss(name, pair.value);
      if (near === undefined || this.#spelled.has(near)) continue;
      const at = { path: this.path, line: pair.line };
      this.#problems.push(entryProblem('property-near-miss', at, name, writtenName(near)));
    }
  }
}

function complaintProblem(complaint: Complaint, name: string, at: { path: string; line: number }): EntryProblem {
  return entryProblem(complaint.code, at, complaint.written, `For "${name}" ${complaint.expected}`);
}

/** The first text in a value that was hardly meant as one. */
function lostList(value: YamlValue): YamlValue | undefined {
  if (value.kind === 'list') return value.items.find((item) => lostList(item) !== undefined);
  return value.kind === 'scalar' && value.lostList ? value : undefined;
}

/** The scalars of a value that we do not know, as texts. */
function flatTexts(value: YamlValue): readonly string[] {
  switch (value.kind) {
    case 'null':
      return [];
    case 'scalar':
      return [value.text];
    case 'list':
      return value.items.flatMap(flatTexts);
    case 'map':
      return value.pairs.map((pair) => `${pair.name}: ${flatTexts(pair.value).join(', ')}`);
  }
}
