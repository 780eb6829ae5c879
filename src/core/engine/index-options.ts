import type { ParseOptions } from '../lore/parse-options';
import type { KeyDefaults } from '../search/key-table';

/** How notes are read and keys compared: from the settings. */
export interface IndexOptions {
  readonly parse: ParseOptions;
  readonly keys: KeyDefaults;
  /** Path of the file that defines the context fields. */
  readonly fieldDefinitions: string;
  /** Path of the note that defines the books. */
  readonly bookDefinitions: string;
}
