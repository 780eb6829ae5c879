import type { Settings } from '../settings/settings-table';
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

/** What of the settings the index depends on. */
export function indexOptions(settings: Settings, vaultId: string, vaultName: string): IndexOptions {
  const lower = (tag: string): string => tag.toLowerCase();
  return {
    parse: {
      vaultId,
      vaultName,
      tags: {
        lore: lower(settings.loreTag),
        always: lower(settings.alwaysTag),
        never: lower(settings.neverTag),
        bootstrap: lower(settings.bootstrapTag),
        seed: lower(settings.seedTag),
        guide: lower(settings.guideTag),
        session: lower(settings.sessionTag),
      },
      aliasesAreKeys: settings.aliasesAreKeys,
      templateFolder: settings.templateFolder,
      decorators: settings.decorators,
    },
    keys: { caseSensitive: settings.caseSensitive, wholeWords: settings.wholeWords },
    fieldDefinitions: settings.fieldDefinitions,
    bookDefinitions: settings.bookDefinitions,
  };
}
