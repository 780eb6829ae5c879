import { fileKind } from '../file-kind';
import type { LorebookFormat } from '../lorebook-format';
import { readJanitorai } from './read-janitorai';

/** JanitorAI: lorebook scripts as lists, and wrapped as its site exports them. */
export const janitorai: LorebookFormat = {
  id: 'janitorai',
  label: 'JanitorAI',
  detect: ({ value }) => fileKind(value) === 'janitorai',
  read: readJanitorai,
};
