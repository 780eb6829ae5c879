import { findJson } from '../../ai/answers/find-json';
import { readLooseJson } from '../../ai/answers/loose-json';
import { withoutThinking } from '../../ai/answers/without-thinking';
import { nextBlock, type CallBlock } from './call-blocks';
import { callsIn, namedCall, type PlainCall, type WrittenCall } from './call-shape';
import { pythonCall } from './python-call';
import { taggedFunction } from './tagged-function';

/** An answer that was written as plain text. */
export interface PlainAnswer {
  /** What is meant for the user. */
  readonly text: string;
  readonly calls: readonly PlainCall[];
  /** Something was meant as a call, and nothing could be made of it. */
  readonly isBroken: boolean;
}

/**
 * Takes the calls out of an answer, wherever models put them: in blocks of code, in tags, bare, one or many, with the
 * slips of JSON that models make. Everything else is text. Never throws, and takes time in proportion to the answer.
 */
export function readPlainAnswer(answer: string, isTool: (name: string) => boolean): PlainAnswer {
  const reading = new Reading(withoutThinking(answer), isTool);
  reading.run();
  return { text: tidy(reading.text), calls: reading.calls, isBroken: reading.isBroken };
}

class Reading {
  readonly calls: PlainCall[] = [];
  isBroken = false;
  text = '';

  constructor(
    private readonly said: string,
    private readonly isTool: (name: string) => boolean,
  ) {}

  run(): void {
    let from = 0;
    for (;;) {
      const block = nextBlock(this.said, from, this.isTool);
      this.#bare(from, block?.start ?? this.said.length);
      if (block === undefined) return;
      const taken = this.#take(block);
      if (taken === undefined) this.text += this.said.slice(block.start, block.after);
      from = taken ?? block.after;
    }
  }

  /** Takes a block for calls and answers where the text goes on; undefined when it is none. */
  #take(block: CallBlock): number | undefined {
    if (block.kind === 'other') return undefined;
    const { calls, end } = this.#callsOf(block);
    if (calls.length === 0 && block.kind === 'likely') return undefined;
    const inside = this.said.slice(block.inner, block.end);
    if (calls.length === 0 && inside.trim() !== '') this.isBroken = true;
    this.calls.push(...calls);
    // A text among the arguments may hold backticks of its own: then the block ends later than it seemed.
    return end > block.end ? pastClosing(this.said, end) : block.after;
  }

  #callsOf(block: CallBlock): { readonly calls: readonly PlainCall[]; readonly end: number } {
    const { inner, end, kind, word } = block;
    const inside = this.said.slice(inner, end);
    const tagged = taggedFunction(inside) ?? (kind === 'likely' ? undefined : pythonCall(inside, this.isTool));
    if (tagged !== undefined) return { calls: [tagged], end };
    const start = inside.search(/[[{]/);
    if (start < 0) return { calls: [], end };
    const first = readLooseJson(this.said, inner + start);
    const found = first.end > end ? [first] : findJson(inside).found;
    const calls = found.flatMap(({ value, isCut }) =>
      this.#meant(value, kind, word).map((call) => ({ ...call, isCut })),
    );
    return { calls, end: calls.length > 0 ? Math.max(end, first.end) : end };
  }

  /** The calls that a value in a block is meant as; in a marked one also of tools that do not exist. */
  #meant(value: unknown, kind: CallBlock['kind'], word: string): readonly WrittenCall[] {
    const calls = callsIn(value, this.isTool);
    if (calls.length > 0) return calls;
    if (kind === 'named') return [{ tool: word, input: value }];
    if (kind !== 'sure') return [];
    return (Array.isArray(value) ? (value as readonly unknown[]) : [value]).flatMap((one) => namedCall(one) ?? []);
  }

  /** Text between blocks: calls may stand there with nothing around them. */
  #bare(start: number, end: number): void {
    const text = this.said.slice(start, end);
    let from = 0;
    for (const { value, isCut, start: begin, end: past } of /[[{]/.test(text) ? findJson(text).found : []) {
      const calls = callsIn(value, this.isTool);
      if (calls.length === 0) continue;
      this.calls.push(...calls.map((call) => ({ ...call, isCut })));
      this.text += text.slice(from, begin);
      from = past;
    }
    this.text += text.slice(from);
  }
}

/** Behind the mark that closes a block, where one follows. */
function pastClosing(said: string, from: number): number {
  return from + (/^\s*(?:`{3,}|~{3,}|<[/|][^<>]{1,30}>)?/.exec(said.slice(from, from + 200))?.[0].length ?? 0);
}

function tidy(text: string): string {
  return text
    .replace(/[ \t]+\n/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}
