import { fileKind } from '../file-kind';
import type { LorebookFormat } from '../lorebook-format';
import { readAidungeon } from './read-aidungeon';

/** AI Dungeon: old world info, story cards, and adventures that hold either. */
export const aidungeon: LorebookFormat = {
  id: 'aidungeon',
  label: 'AI Dungeon',
  detect: ({ value }) => fileKind(value) === 'aidungeon',
  read: readAidungeon,
};
