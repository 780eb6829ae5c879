/** What a model thinks aloud, and what may be a call: neither is shown while it is being written. */
const MARK =
  /<(?:think|thinking|thoughts?|reasoning|reflection|scratchpad)\s*>|\[think\]|`{3,}|~{3,}|<\|?(?:tool|function)[\w=|]*|\[TOOL_CALLS\]|<\|channel\|>|(?<=^|\n)[ \t]*(?:\{|\[\s*\{)/i;
const THINKING = /^(?:<(?:think|thinking|thoughts?|reasoning|reflection|scratchpad)|\[think\])/i;
const THOUGHT = /<\/(?:think|thinking|thoughts?|reasoning|reflection|scratchpad)\s*>|\[\/think\]/i;
/** Blocks of these kinds are held back whole, for they may be calls. */
const HELD_BLOCK =
  /^(?:`{3,}|~{3,})[ \t]*(?:json[5c]?|javascript|js|python|py|text|plaintext|tools?|tool[_-]?\w*|function\w*|calls?|action|\w+_\w+)?\s*$/i;
/** What may be the beginning of a mark. */
const BEGUN = /(?:`{1,2}|~{1,2}|<\|?[\w=|]*|\[[A-Za-z_\s]*|\n[ \t]*)$/;
/** The longest beginning of a mark that may be cut in two by the pieces. In characters. */
const LONGEST_MARK = 24;

/**
 * Takes the pieces of an answer as they come and gives what can be shown at once: nothing that may turn out to be
 * thinking or a call. What was held back by mistake is shown when the answer is complete.
 */
export class VisibleStream {
  #rest = '';
  #mode: 'open' | 'thinking' | 'code' | 'held' = 'open';
  #before = '\n';

  /** What can be shown now of what has come. */
  push(piece: string): string {
    if (this.#mode === 'held') return '';
    this.#rest += piece;
    let shown = '';
    for (let step = this.#step(); step !== undefined; step = this.#step()) shown += step;
    return shown;
  }

  /** Goes one step on; undefined when more must come first. */
  #step(): string | undefined {
    switch (this.#mode) {
      case 'held':
        return undefined;
      case 'thinking':
        return this.#think();
      case 'code':
        return this.#code();
      case 'open':
        return this.#open();
    }
  }

  #think(): string | undefined {
    const end = THOUGHT.exec(this.#rest);
    if (end === null) {
      this.#rest = this.#rest.slice(-LONGEST_MARK);
      return undefined;
    }
    this.#rest = this.#rest.slice(end.index + end[0].length);
    this.#mode = 'open';
    return '';
  }

  #code(): string | undefined {
    const end = /\n[ \t]*(?:`{3,}|~{3,})/.exec(this.#rest);
    if (end !== null) {
      this.#mode = 'open';
      return this.#give(end.index + end[0].length);
    }
    return this.#give(this.#rest.length - LONGEST_MARK);
  }

  #open(): string | undefined {
    const mark = MARK.exec(this.#before + this.#rest);
    if (mark === null) return this.#give(this.#safeEnd());
    const at = mark.index - this.#before.length;
    if (at > 0) return this.#give(at);
    if (THINKING.test(mark[0])) {
      this.#rest = this.#rest.slice(Math.max(0, at) + mark[0].length);
      this.#mode = 'thinking';
      return '';
    }
    return this.#block();
  }

  /** A block of code that can be no call is shown, once its first line is there. */
  #block(): string | undefined {
    const line = /^[^\n]*\n/.exec(this.#rest)?.[0];
    if (/^[`~]/.test(this.#rest)) {
      if (line === undefined) return undefined;
      if (!HELD_BLOCK.test(line)) {
        this.#mode = 'code';
        return this.#give(line.length);
      }
    }
    this.#mode = 'held';
    this.#rest = '';
    return undefined;
  }

  /** Where a mark may have begun that is not complete. */
  #safeEnd(): number {
    const tail = Math.max(0, this.#rest.length - LONGEST_MARK);
    const start = this.#rest.slice(tail).search(BEGUN);
    return start < 0 ? this.#rest.length : tail + start;
  }

  #give(length: number): string | undefined {
    if (length <= 0) return undefined;
    const shown = this.#rest.slice(0, length);
    this.#rest = this.#rest.slice(length);
    this.#before = shown.slice(-1);
    return shown;
  }
}
