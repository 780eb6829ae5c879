import { fileKind } from '../file-kind';
import type { LorebookFormat } from '../lorebook-format';
import { readNovelai } from './read-novelai';
import { writeNovelai } from './write-novelai';

/** NovelAI: lorebooks of all versions, also inside stories and scenarios. */
export const novelai: LorebookFormat = {
  id: 'novelai',
  label: 'NovelAI',
  detect: ({ value }) => fileKind(value) === 'novelai',
  read: readNovelai,
  write: writeNovelai,
};
