import type { PatternOutcome, PatternRunner } from '../../core/ports/pattern-runner';

/** Runs patterns on the spot and cannot stop them: for tests whose patterns end. */
export class InProcessPatternRunner implements PatternRunner {
  run(source: string, flags: string, text: string, most: number): Promise<PatternOutcome> {
    try {
      const pattern = new RegExp(source, flags.includes('g') ? flags : `${flags}g`);
      const ranges = [...text.matchAll(pattern)]
        .slice(0, most)
        .map((match) => [match.index, match.index + match[0].length] as const);
      return Promise.resolve({ kind: 'found', ranges });
    } catch (error) {
      return Promise.resolve({ kind: 'failed', reason: String(error) });
    }
  }

  close(): void {
    // Nothing runs longer than a call.
  }
}
