import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { LorebookFile } from '../../src/core/formats/lorebook-format';

const folder = fileURLToPath(new URL('../../src/core/formats/__fixtures__/', import.meta.url));

/** A file of ours in the form of another program. */
export interface LorebookFixture {
  /** The id of its format, with which its name begins. */
  readonly format: string;
  readonly file: LorebookFile;
}

/** All of them, each parsed anew. */
export function lorebookFixtures(): readonly LorebookFixture[] {
  return readdirSync(folder)
    .sort()
    .map((name) => {
      const value: unknown = JSON.parse(readFileSync(folder + name, 'utf8'));
      return { format: name.slice(0, name.indexOf('-')), file: { name, value } };
    });
}
