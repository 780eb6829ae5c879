import { fileKind } from '../file-kind';
import type { LorebookFormat } from '../lorebook-format';
import { readKoboldai } from './read-koboldai';

/** KoboldAI and KoboldAI Lite: the world info of a save. */
export const koboldai: LorebookFormat = {
  id: 'koboldai',
  label: 'KoboldAI',
  detect: ({ value }) => fileKind(value) === 'koboldai',
  read: readKoboldai,
};
