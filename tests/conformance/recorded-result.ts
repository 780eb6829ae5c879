import { printedLines, type Outcome, type Printed } from './outcome';

/** What SillyTavern's engine answered to one scan, as it was recorded. */
export interface RecordedResult {
  /** `book.uid` of the entries it activated. */
  readonly activated: readonly string[];
  readonly before: string;
  readonly after: string;
  readonly depth: readonly { readonly depth: number; readonly role: number; readonly entries: readonly string[] }[];
  /** Position 0 is above the examples, 1 below. */
  readonly examples: readonly { readonly position: number; readonly content: string }[];
  readonly anTop: readonly string[];
  readonly anBottom: readonly string[];
  readonly outlets: Readonly<Record<string, readonly string[]>>;
}

const ROLES = ['system', 'user', 'assistant'];

/** A recorded result in the form in which both engines' results are compared. */
export function recordedOutcome(result: RecordedResult): Outcome {
  const places: [string, readonly string[]][] = [
    ['before_char', [result.before]],
    ['after_char', [result.after]],
    ['author_note_top', result.anTop],
    ['author_note_bottom', result.anBottom],
    ['examples_top', result.examples.filter((one) => one.position === 0).map((one) => one.content)],
    ['examples_bottom', result.examples.filter((one) => one.position === 1).map((one) => one.content)],
    ...result.depth.map(({ depth, role, entries }): [string, readonly string[]] => [
      `in_chat ${String(depth)} ${ROLES[role] ?? 'system'}`,
      entries,
    ]),
    ...Object.entries(result.outlets).map(([name, texts]): [string, readonly string[]] => [
      `outlet ${name.trim()}`,
      texts,
    ]),
  ];
  const lines = places.map(([place, texts]): [string, readonly string[]] => [place, texts.flatMap(printedLines)]);
  const printed: Printed = Object.fromEntries(lines.filter(([, texts]) => texts.length > 0));
  return { activated: [...result.activated].sort(), printed };
}
