import { isPattern } from '../foreign-keys';
import type { ExportedBook, ExportedEntry, FormatWriting } from '../lorebook-format';
import { writeBookFields } from '../tavern-world-info/book-fields';
import { exportedTavernEntry, type ExportStyle, type TavernWriting } from '../tavern-world-info/exported-tavern-entry';
import { asRecord, type TavernEntry, type TavernFieldName } from '../tavern-world-info/tavern-entry';
import { BOOK_LEFTOVERS } from './read-book-entry';

type Fields = Readonly<Record<string, unknown>>;

/** How a version of the card specification is written. */
export interface BookVersion {
  /** The program, for sentences. */
  readonly program: string;
  /** Whether it knows decorators and patterns. */
  readonly isV3: boolean;
}

/** SillyTavern's names for its fields in the extensions of an entry. */
const EXTENSIONS: readonly (readonly [string, TavernFieldName])[] = [
  ['position', 'position'],
  ['exclude_recursion', 'excludeRecursion'],
  ['prevent_recursion', 'preventRecursion'],
  ['delay_until_recursion', 'delayUntilRecursion'],
  ['display_index', 'displayIndex'],
  ['probability', 'probability'],
  ['useProbability', 'useProbability'],
  ['depth', 'depth'],
  ['selectiveLogic', 'selectiveLogic'],
  ['outlet_name', 'outletName'],
  ['group', 'group'],
  ['group_override', 'groupOverride'],
  ['group_weight', 'groupWeight'],
  ['use_group_scoring', 'useGroupScoring'],
  ['scan_depth', 'scanDepth'],
  ['case_sensitive', 'caseSensitive'],
  ['match_whole_words', 'matchWholeWords'],
  ['automation_id', 'automationId'],
  ['role', 'role'],
  ['vectorized', 'vectorized'],
  ['sticky', 'sticky'],
  ['cooldown', 'cooldown'],
  ['delay', 'delay'],
  ['match_persona_description', 'matchPersonaDescription'],
  ['match_character_description', 'matchCharacterDescription'],
  ['match_character_personality', 'matchCharacterPersonality'],
  ['match_character_depth_prompt', 'matchCharacterDepthPrompt'],
  ['match_scenario', 'matchScenario'],
  ['match_creator_notes', 'matchCreatorNotes'],
  ['triggers', 'triggers'],
  ['ignore_budget', 'ignoreBudget'],
];

/** Writes a character book: the specification's fields, and SillyTavern's extensions. */
export function writeCharacterBook(book: ExportedBook, version: BookVersion): FormatWriting {
  const style: ExportStyle = {
    program: version.program,
    decorators: version.isV3,
    priority: true,
    characters: false,
    ownLeftovers: [BOOK_LEFTOVERS],
  };
  const writings = book.entries.map((entry, index) => exportedTavernEntry(entry, index, style));
  const leftovers = asRecord(book.leftovers?.[BOOK_LEFTOVERS]) ?? {};
  return {
    value: {
      extensions: {},
      ...writeBookFields(book.name, book.settings),
      ...leftovers,
      entries: book.entries.flatMap((entry, index) => {
        const writing = writings[index];
        return writing ? [bookEntry(entry, writing, version)] : [];
      }),
    },
    remarks: writings.flatMap(({ remarks }, index) =>
      remarks.map((remark) => ({ title: book.entries[index]?.title ?? '', ...remark })),
    ),
  };
}

function bookEntry(
  exported: ExportedEntry,
  { entry, priority, unknown }: TavernWriting,
  { isV3 }: BookVersion,
): Fields {
  const { id, selective = false, ...leftovers } = asRecord(exported.otherProperties[BOOK_LEFTOVERS]) ?? {};
  return {
    id: id ?? entry.uid,
    name: entry.comment,
    ...(isV3 ? { use_regex: entry.key.length > 0 && entry.key.every(isPattern) } : {}),
    ...unknown,
    ...leftovers,
    keys: entry.key,
    secondary_keys: entry.keysecondary,
    comment: entry.comment,
    content: entry.content,
    constant: entry.constant,
    selective: entry.keysecondary.length > 0 ? entry.selective : selective,
    insertion_order: entry.order,
    enabled: !entry.disable,
    position: entry.position === 0 ? 'before_char' : 'after_char',
    ...(entry.caseSensitive === null ? {} : { case_sensitive: entry.caseSensitive }),
    ...(priority === undefined ? {} : { priority }),
    extensions: { ...entry.extensions, ...tavernExtensions(entry) },
  };
}

function tavernExtensions(entry: TavernEntry): Fields {
  return Object.fromEntries(EXTENSIONS.map(([name, field]) => [name, entry[field]]));
}
