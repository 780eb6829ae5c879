import type { DecoratorMode } from './book';
import { splitDecorators } from './decorator-block';
import { inOurDirections } from './decorator-dialect';
import { noDecorators, readDecorators, type ReadDecorators } from './decorators';
import { entryProblem, type EntryProblem } from './entry-problem';
import { markdownTokens, type MarkdownToken } from './markdown-tokens';

/** A note's body, cut into decorators and text. */
export interface NoteBody {
  /** The body without its decorators. */
  readonly text: string;
  readonly tokens: readonly MarkdownToken[];
  readonly decorators: ReadDecorators;
  /** The note's line on which the body begins. */
  readonly line: number;
  readonly problems: readonly EntryProblem[];
}

const NONE: ReadDecorators = { decorators: noDecorators, properties: {}, excludeKeys: [], problems: [] };

/**
 * Reads a note's body (line ends `\n`).
 *
 * @param line The note's line on which the body begins.
 */
export function readBody(path: string, body: string, line: number, mode: DecoratorMode): NoteBody {
  const block = mode === 'off' ? undefined : splitDecorators(body);
  const text = block ? block.head + block.rest : body;
  const read = block ? readDecorators(block, { path, line: line + lineEnds(block.head) }) : NONE;
  const decorators = { ...read, properties: inOurDirections(read.properties, mode) };
  const tokens = markdownTokens(text);
  const unclosed = tokens.find((token) => token.kind === 'hidden' && !token.closed);
  const problems = [...decorators.problems];
  if (unclosed) {
    const at = unclosed.at >= (block?.head.length ?? 0) ? (block?.block ?? '') : '';
    const unclosedLine = line + lineEnds(text.slice(0, unclosed.at)) + lineEnds(at);
    problems.push(entryProblem('comment-unclosed', { path, line: unclosedLine }, unclosed.text.slice(0, 2)));
  }
  return { text, tokens, decorators, line, problems };
}

function lineEnds(text: string): number {
  return text.split('\n').length - 1;
}
