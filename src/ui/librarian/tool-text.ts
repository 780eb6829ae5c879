/** Longer texts of tools are cut at first. */
const SHORT = 1_200;
/** Nothing that is longer is ever drawn. */
const LONGEST = 40_000;

/** The arguments of a call, each with its value as text. */
export function toolArguments(input: unknown): readonly { readonly name: string; readonly value: string }[] {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) {
    return input === undefined || input === null || input === '' ? [] : [{ name: 'sent', value: textOf(input) }];
  }
  return Object.entries(input).map(([name, value]) => ({ name, value: textOf(value) }));
}

/** A text of a tool as it is shown, and whether more of it can be. */
export function boundedText(text: string, isWhole: boolean): { readonly text: string; readonly isCut: boolean } {
  const most = isWhole ? LONGEST : SHORT;
  return text.length <= most ? { text, isCut: false } : { text: `${text.slice(0, most)}…`, isCut: true };
}

function textOf(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value, null, 1);
  return text.length > SHORT ? `${text.slice(0, SHORT)}…` : text;
}
