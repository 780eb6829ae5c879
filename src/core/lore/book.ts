import { entryFields, type Position, type Role } from './entry-fields';
import { bool, choice, integer, type FieldKind } from './field-kinds';

/** How the `@@` lines that lead a text are read: by our rules, by those of two other products, or as text. */
export const decoratorModes = ['ours', 'ccv3', 'risu', 'off'] as const;
export type DecoratorMode = (typeof decoratorModes)[number];

/** What a book says for its entries; what it leaves out is said by the book around it, or by the settings. */
export interface BookSettings {
  readonly enabled?: boolean;
  /** Messages searched, where the entry does not say it. */
  readonly scanDepth?: number;
  /** Whether the texts of its entries wake others, and whether they are woken so. */
  readonly recursion?: boolean;
  /** Tokens; of the books that a turn draws on the highest counts. */
  readonly tokenBudget?: number;
  readonly wholeWords?: boolean;
  readonly caseSensitive?: boolean;
  readonly position?: Position;
  readonly depth?: number;
  readonly role?: Role;
  readonly decorators?: DecoratorMode;
}
export type BookSettingName = keyof BookSettings;

/** A folder, or the vault, whose entries have settings of their own. */
export interface Book {
  /** As the user wrote it; `/` is the vault. */
  readonly folder: string;
  readonly settings: BookSettings;
}

interface BookField {
  readonly kind: FieldKind<NonNullable<BookSettings[BookSettingName]>>;
  /** What it does, in one sentence for the user. */
  readonly meaning: string;
}

/** Every setting of a book. Reader and documentation walk this table. */
export const bookFields: Readonly<Record<BookSettingName, BookField>> = {
  enabled: { kind: bool, meaning: 'Whether its entries may be used.' },
  scanDepth: { kind: entryFields.scanDepth.kind, meaning: 'How many messages are searched for keys.' },
  recursion: { kind: bool, meaning: 'Whether the texts of its entries wake others and are themselves woken so.' },
  tokenBudget: {
    kind: integer(1, 1_000_000),
    meaning: 'The token budget of a chat that uses it; of several books the highest counts.',
  },
  wholeWords: { kind: bool, meaning: 'Whether keys match whole words only.' },
  caseSensitive: { kind: bool, meaning: 'Whether letter case counts for keys.' },
  position: { kind: entryFields.position.kind, meaning: 'Where the texts land.' },
  depth: { kind: entryFields.depth.kind, meaning: 'For `in_chat`: messages from the end.' },
  role: { kind: entryFields.role.kind, meaning: 'For `in_chat`: the role of the texts.' },
  decorators: { kind: choice(decoratorModes), meaning: 'How `@@` lines are read; `off` leaves them in the text.' },
};

/** All names in code, in the table's order. */
export function bookSettingNames(): readonly BookSettingName[] {
  return Object.keys(bookFields).filter((name): name is BookSettingName => name in bookFields);
}
