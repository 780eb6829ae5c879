import { agnai } from './agnai/agnai';
import { aidungeon } from './aidungeon/aidungeon';
import { botbooru } from './botbooru/botbooru';
import { ccv2 } from './ccv2/ccv2';
import { ccv3 } from './ccv3/ccv3';
import { chub } from './chub/chub';
import { kindOf } from './field-reader';
import { janitorai } from './janitorai/janitorai';
import { koboldai } from './koboldai/koboldai';
import type { LorebookFile, LorebookFormat } from './lorebook-format';
import { novelai } from './novelai/novelai';
import { risuai } from './risuai/risuai';
import { saucepan } from './saucepan/saucepan';
import { sillytavern } from './sillytavern/sillytavern';
import { asRecord } from './tavern-world-info/tavern-entry';

/** Every kind of lorebook file that is read, the most common first. */
export const formats: readonly LorebookFormat[] = [
  sillytavern,
  ccv2,
  ccv3,
  risuai,
  novelai,
  agnai,
  koboldai,
  aidungeon,
  janitorai,
  chub,
  saucepan,
  botbooru,
];

/** The format that reads the file, if any: `fileKind` lets one alone claim it. */
export function detectFormat(file: LorebookFile): LorebookFormat | undefined {
  return formats.find((format) => format.detect(file));
}

/** So many names of fields are told. */
const MOST_NAMES = 12;

/** Why a file is of no format: what was found in it and what was expected, for the user. */
export function unknownFormat({ value }: LorebookFile): string {
  const record = asRecord(value);
  const names = Object.keys(record ?? {});
  const shown = names.slice(0, MOST_NAMES).join(', ');
  const more = names.length > MOST_NAMES ? ` and ${String(names.length - MOST_NAMES)} more` : '';
  const found = record ? (names.length === 0 ? 'no fields' : `the fields ${shown}${more}`) : kindOf(value);
  const expected = formats.map(({ label }) => label).join(', ');
  return `The file is no lorebook that is known: it has ${found}. Expected is one of: ${expected}.`;
}
