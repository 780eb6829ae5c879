import type { ImportRemark } from '../import-remark';
import { SOURCE_PROPERTY } from '../../lore/source-property';
import type { ExportedEntry } from '../lorebook-format';
import { withoutDecorators, type PlainNote } from './decorated-note';
import { MIRROR } from './entry-properties';
import { lossRemarks } from './loss-remarks';
import { propertiesOf } from './note-words';
import { OWN_EXTENSION, ownExtension } from './own-extension';
import { tavernFieldOf } from './read-tavern-entry';
import { asRecord, NO_FILTER, type TavernEntry } from './tavern-entry';
import { tavernFromProperties } from './tavern-from-properties';
import { withDormantFields } from './tavern-leftovers';

type Fields = Readonly<Record<string, unknown>>;

/** How a format writes World Info entries. */
export interface ExportStyle {
  /** The program, for sentences. */
  readonly program: string;
  /** Whether the decorators stay in the text. */
  readonly decorators: boolean;
  /** Whether there is a number for the budget besides the one for the place. */
  readonly priority: boolean;
  /** Whether the characters for which an entry is can be named. */
  readonly characters: boolean;
  /** Names of leftovers that the format writes itself. */
  readonly ownLeftovers: readonly string[];
}

/** An entry on its way out. */
export interface TavernWriting {
  /** With our extension, where something needs it. */
  readonly entry: TavernEntry;
  /** The number for the budget, bigger is kept; undefined where the place says it too. */
  readonly priority: number | undefined;
  /** Fields that World Info entries do not know, from an import. */
  readonly unknown: Fields;
  readonly remarks: readonly ImportRemark[];
}

/** The World Info entry for a note. What it cannot say is kept in its extensions, and remarked. */
export function exportedTavernEntry(exported: ExportedEntry, index: number, style: ExportStyle): TavernWriting {
  const note = noteFor(exported, style);
  const said = asRecord(exported.otherProperties['sillytavern']) ?? {};
  const plain = tavernFromProperties(
    { title: exported.title, ...note },
    index,
    style.priority ? 'place' : 'place-if-written',
  );
  const entry = withDormantFields(style.characters ? plain : { ...plain, characterFilter: NO_FILTER }, said, index);
  const priority = style.priority ? separatePriority(note, entry) : undefined;
  const own = ownExtension(note.properties, propertiesOf(entry, priority), furtherProperties(exported, style));
  const extension = Object.keys(own).length === 0 ? {} : { [OWN_EXTENSION]: own };
  return {
    entry: { ...entry, extensions: { ...asRecord(said['extensions']), ...extension } },
    priority,
    unknown: Object.fromEntries(Object.entries(said).filter(([name]) => tavernFieldOf(name) === undefined)),
    remarks: [...note.remarks, ...lossRemarks(own, exported, style.program)],
  };
}

function noteFor({ properties, body }: ExportedEntry, { decorators }: ExportStyle): PlainNote {
  return decorators ? { properties, text: body, remarks: [] } : withoutDecorators(properties, body);
}

const DEFAULT_PRIORITY = 100;

function separatePriority({ properties }: PlainNote, { order }: TavernEntry): number | undefined {
  const priority = MIRROR - (properties.priority ?? DEFAULT_PRIORITY);
  return priority === order ? undefined : priority;
}

/** Properties of the note that are neither ours nor of an import that is written elsewhere. */
function furtherProperties({ otherProperties }: ExportedEntry, { ownLeftovers }: ExportStyle): Fields {
  const written = new Set([SOURCE_PROPERTY, 'tags', 'sillytavern', ...ownLeftovers]);
  return Object.fromEntries(Object.entries(otherProperties).filter(([name]) => !written.has(name)));
}
