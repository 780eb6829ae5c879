import type { Book, DecoratorMode } from './book';
import type { TagNames } from './note-tags';

/** What reading a note depends on besides its text. */
export interface ParseOptions {
  readonly vaultId: string;
  readonly vaultName: string;
  readonly tags: TagNames;
  /** Whether aliases are keys even where keys are written. Where none are, title and aliases are the keys anyway. */
  readonly aliasesAreKeys: boolean;
  /** Folder of templates ('' for none): notes below it are no entries. */
  readonly templateFolder: string;
  /** How leading `@@` lines are read where no book says it; by our rules when left out. */
  readonly decorators?: DecoratorMode;
  /** The books of the vault; none when left out. */
  readonly books?: readonly Book[];
}
