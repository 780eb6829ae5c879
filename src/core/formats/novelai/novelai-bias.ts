import { asRecord } from '../tavern-world-info/tavern-entry';

/** Whether groups of phrase bias do nothing: NovelAI gives every entry one without phrases. */
export function hasNoBias(groups: unknown): boolean {
  if (!Array.isArray(groups)) return groups === undefined || groups === null;
  return groups.every((group) => {
    const phrases = asRecord(group)?.['phrases'];
    return Array.isArray(phrases) && phrases.length === 0;
  });
}
