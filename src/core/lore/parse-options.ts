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
  /** Whether leading `@@` lines are decorators (the default); if not, they are text. */
  readonly decorators?: boolean;
}
