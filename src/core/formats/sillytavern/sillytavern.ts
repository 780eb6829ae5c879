import { fileKind } from '../file-kind';
import type { LorebookFormat } from '../lorebook-format';
import { asRecord } from '../tavern-world-info/tavern-entry';
import { readWorldInfo } from './read-world-info';
import { writeWorldInfo } from './write-world-info';

/** SillyTavern's World Info, also as other tools write it. */
export const sillytavern: LorebookFormat = {
  id: 'sillytavern',
  label: 'SillyTavern World Info',
  detect: ({ value }) => fileKind(value) === 'sillytavern',
  read: (file) => readWorldInfo(asRecord(file.value) ?? {}, { format: 'sillytavern', file, where: '' }),
  write: writeWorldInfo,
};
