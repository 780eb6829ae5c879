import type { ImportRemark } from '../formats/import-remark';
import { markdownTokens } from '../lore/markdown-tokens';

const SHOWN = 30;

/**
 * What is said of a text of another program that holds what notes hide. There `%%` and `<!--` are words like others,
 * which the model saw.
 */
export function hiddenTextRemarks(body: string): readonly ImportRemark[] {
  if (!body.includes('%%') && !body.includes('<!--')) return [];
  const hidden = markdownTokens(body.replace(/\r\n?/g, '\n')).find(({ kind }) => kind === 'hidden');
  if (!hidden) return [];
  const text = hidden.text.replace(/\s+/g, ' ');
  const shown = text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text;
  return [{ field: 'content', sentence: `It holds a comment, which notes keep from the model: ${shown}` }];
}
