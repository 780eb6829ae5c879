import { fileKind } from '../file-kind';
import type { LorebookFormat } from '../lorebook-format';
import { readAgnai } from './read-agnai';
import { writeAgnai } from './write-agnai';

/** AgnAI: memory books, with and without their `kind`. */
export const agnai: LorebookFormat = {
  id: 'agnai',
  label: 'AgnAI',
  detect: ({ value }) => fileKind(value) === 'agnai',
  read: readAgnai,
  write: writeAgnai,
};
