/** Together these stay far below what the parser's recursion can bear. */
const MOST_INDENT = 100;
const MOST_MARKS = 30;
const MOST_BRACKETS = 50;

const DEEP_INDENT = new RegExp(`^[ \\t]{${String(MOST_INDENT)}}`, 'm');
const DEEP_MARKS = new RegExp(`^[ \\t]*(?:[-?:][ \\t]+){${String(MOST_MARKS)}}`, 'm');

/**
 * Whether a YAML text may be nested deeper than a recursive parser can follow. It must not even try: near the end of the
 * stack the engine cannot compile a regular expression, and then it ends the whole process in place of throwing.
 */
export function isNestedTooDeeply(yaml: string): boolean {
  return DEEP_INDENT.test(yaml) || DEEP_MARKS.test(yaml) || deepestBracket(yaml) > MOST_BRACKETS;
}

/** Counts brackets in texts too: those open few that they do not close. */
function deepestBracket(yaml: string): number {
  let depth = 0;
  let deepest = 0;
  for (const bracket of yaml.match(/[[\]{}]/g) ?? []) {
    depth = bracket === '[' || bracket === '{' ? depth + 1 : Math.max(0, depth - 1);
    deepest = Math.max(deepest, depth);
  }
  return deepest;
}
