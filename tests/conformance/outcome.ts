/** Lines of text in the order in which they stand, by place. Places are our names; in_chat with depth and role, outlets with their name. */
export type Printed = Readonly<Record<string, readonly string[]>>;

/** What an engine made of one scan. */
export interface Outcome {
  /** `book.uid` of the entries it selected, sorted; those without text count. */
  readonly activated: readonly string[];
  readonly printed: Printed;
}

/** The lines of a text with something on them. Names are filled in, which we leave to SillyTavern. */
export function printedLines(text: string): readonly string[] {
  const lines = text.replaceAll('{{user}}', 'User').replaceAll('{{char}}', 'Probe').split('\n');
  return lines.map((line) => line.trim()).filter((line) => line !== '');
}

/**
 * The outcome with texts of equal order in a fixed sequence: SillyTavern prints these in the reverse of their
 * activation, we by path; neither means anything by it.
 *
 * @param orderOf The World Info order of the entry with this text.
 */
export function withoutTies({ activated, printed }: Outcome, orderOf: (text: string) => number | undefined): Outcome {
  const settled = Object.entries(printed)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([place, texts]): [string, readonly string[]] => [place, settleRuns(texts, orderOf)]);
  return { activated, printed: Object.fromEntries(settled) };
}

function settleRuns(texts: readonly string[], orderOf: (text: string) => number | undefined): readonly string[] {
  const runs: string[][] = [];
  for (const text of texts) {
    const run = runs.at(-1);
    if (run?.[0] !== undefined && orderOf(run[0]) === orderOf(text)) run.push(text);
    else runs.push([text]);
  }
  return runs.flatMap((run) => run.sort());
}

/** The outcome in one line, for tables: `T.0 T.2 · before_char: a / b`. */
export function outcomeLine({ activated, printed }: Outcome): string {
  const places = Object.entries(printed).map(([place, texts]) => `${place}: ${texts.map(shortened).join(' / ')}`);
  return [activated.length === 0 ? 'nothing' : activated.join(' '), ...places].join(' · ');
}

/** The fillers of the budget vectors are one word over and over. */
function shortened(text: string): string {
  return text.replace(/\b(\w+)(?: \1\b)+/g, (run, word: string) => `${word} ×${String(run.split(' ').length)}`);
}
