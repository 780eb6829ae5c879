import type { LorebookFile } from '../lorebook-format';
import { decodeBase64 } from './base64';
import { decodeText } from './decode-text';
import { FileProblem } from './file-problem';
import { parseJson, type ParsedJson } from './parse-json';
import { pngTexts, type PngText } from './png-texts';

/** What is in a container. */
export interface Contents {
  readonly files: readonly LorebookFile[];
  readonly notices: readonly string[];
}

/** RisuAI locks cards in this way. */
const LOCKED = 'rcc||';

/**
 * The card and the lorebook in a PNG picture. Of two cards the newer form counts, unless it is damaged.
 *
 * @throws FileProblem for a picture without any, and for one whose card cannot be read.
 */
export function openPicture(bytes: Uint8Array, name: string): Contents {
  const texts = pngTexts(bytes, ['ccv3', 'chara', 'naidata']);
  const cards = ['ccv3', 'chara'].flatMap((keyword) => texts.find((text) => text.keyword === keyword) ?? []);
  const lorebook = texts.find((text) => text.keyword === 'naidata');
  if (cards.length === 0 && !lorebook)
    throw new FileProblem('The picture holds no card and no lorebook: it has no text named chara, ccv3 or naidata.');
  const contents = [firstReadable(cards), ...(lorebook ? [parseText(lorebook)] : [])].flatMap((one) => one ?? []);
  return {
    files: contents.map(({ value }) => ({ name, value })),
    notices: contents.flatMap(({ notices }) => notices),
  };
}

function firstReadable([first, second]: readonly PngText[]): ParsedJson | undefined {
  if (!first || !second) return first && parseText(first);
  try {
    return parseText(first);
  } catch (error) {
    if (!(error instanceof FileProblem)) throw error;
    const older = parseText(second);
    return { ...older, notices: [`${error.message} Its older form is used.`, ...older.notices] };
  }
}

function parseText({ keyword, text }: PngText): ParsedJson {
  if (text.startsWith(LOCKED))
    throw new FileProblem('The card is locked by RisuAI. Export it from RisuAI as a card without protection.');
  const parsed = parseJson(text.trimStart().startsWith('{') ? text : decoded(text));
  if (parsed) return parsed;
  throw new FileProblem(`The text ${keyword} of the picture is damaged: it is no JSON in base64.`);
}

function decoded(text: string): string {
  const bytes = decodeBase64(text);
  return bytes ? decodeText(bytes) : '';
}
