import { splitDecorators } from '../lore/decorator-block';
import { fieldNames, writtenName, type FieldName } from '../lore/entry-fields';
import type { Fields } from './field-reader';
import { SOURCE_PROPERTY } from '../lore/source-property';
import type { BookSettings, ExportedEntry, FormatWriting } from './lorebook-format';
import { asRecord } from './tavern-world-info/tavern-entry';

/** Collects what a format cannot carry. */
export class ExportReport {
  readonly #program: string;
  readonly #remarks: FormatWriting['remarks'][number][] = [];

  /** @param program The format's name, for sentences. */
  constructor(program: string) {
    this.#program = program;
  }

  get remarks(): FormatWriting['remarks'] {
    return this.#remarks;
  }

  remark(title: string, field: string, sentence: string): void {
    this.#remarks.push({ title, field, sentence });
  }

  /** Remarks every property of the entry that the format has no place for. */
  loseProperties({ title, properties }: ExportedEntry, carried: ReadonlySet<FieldName>): void {
    for (const name of fieldNames()) {
      if (properties[name] === undefined || carried.has(name) || name === 'title') continue;
      if (name === 'aliases' && properties.keys === undefined) continue;
      this.remark(title, writtenName(name), `${this.#program} has no place for it.`);
    }
  }

  /** Remarks the properties that are neither ours nor the format's own leftovers. */
  loseOthers({ title, otherProperties }: ExportedEntry, format: string): void {
    for (const name of Object.keys(otherProperties)) {
      if (name !== format && name !== SOURCE_PROPERTY && name !== 'tags')
        this.remark(title, name, `${this.#program} has no place for it.`);
    }
  }

  /** Remarks the settings of the book that the format has no place for. */
  loseSettings(settings: BookSettings, carried: readonly (keyof BookSettings)[] = []): void {
    const names = ['scanDepth', 'tokenBudget', 'recursion'] as const;
    for (const name of names) {
      if (settings[name] !== undefined && !carried.includes(name))
        this.remark('', name, `${this.#program} files have no such setting.`);
    }
  }

  /** The text without the decorators that lead it, for programs that would send them to the model. */
  plainText({ title, body }: ExportedEntry): string {
    const block = splitDecorators(body);
    if (!block) return body;
    const names = block.lines.map((line) => line.name).join(', ');
    this.remark(title, 'body', `${this.#program} knows no decorators; these are left out of the text: ${names}.`);
    return block.head + block.rest;
  }

  /** Folders of one level; deeper ones are joined. */
  oneFolder({ title, folder }: ExportedEntry): string | undefined {
    if (folder.length > 1)
      this.remark(title, 'folder', `${this.#program} has one level of folders; the names are joined.`);
    return folder.length === 0 ? undefined : folder.join(' / ');
  }
}

/** What an import of this format kept for the way back. */
export function leftoversOf({ otherProperties }: ExportedEntry, format: string): Fields {
  return asRecord(otherProperties[format]) ?? {};
}

/** The keys of the entry; where none are written, title and aliases are. */
export function keysOf({ title, properties }: ExportedEntry): readonly string[] {
  return properties.keys ?? [title, ...(properties.aliases ?? [])];
}
