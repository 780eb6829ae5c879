import { fileKind } from '../file-kind';
import type { LorebookFormat } from '../lorebook-format';
import { readRisuai } from './read-risuai';
import { writeRisuai } from './write-risuai';

/** RisuAI: its export, modules as JSON, and bare lists of entries. */
export const risuai: LorebookFormat = {
  id: 'risuai',
  label: 'RisuAI',
  detect: ({ value }) => fileKind(value) === 'risuai',
  read: readRisuai,
  write: writeRisuai,
};
