/** How bad a problem is: an `error` keeps the note or a property out, a `warning` changes less than the user meant, `info` is worth knowing. */
export type Severity = 'error' | 'warning' | 'info';

interface ProblemKind {
  readonly severity: Severity;
  /** What the kind is called in lists, in a few words. */
  readonly title: string;
  /** One or two sentences that tell what to do. `text` is what the user wrote, `detail` what is needed besides. */
  readonly sentence: (text: string, detail: string) => string;
}

/** Every kind of problem that reading a note can find. The one table that health check, REST, CLI and docs walk. */
export const problemKinds = {
  'frontmatter-broken': {
    severity: 'error',
    title: 'Properties cannot be read',
    sentence: (_, detail) => `The properties cannot be read: ${detail}. Correct the YAML at this line.`,
  },
  'frontmatter-unclosed': {
    severity: 'error',
    title: 'Properties never end',
    sentence: () => 'The properties begin with --- but no second --- line ends them. Add it below the last property.',
  },
  'frontmatter-not-first': {
    severity: 'warning',
    title: 'Properties not on the first line',
    sentence: () =>
      'The properties do not begin on the first line, so they do not count. Remove what stands above them.',
  },
  'frontmatter-fence': {
    severity: 'warning',
    title: 'Something beside the ---',
    sentence: (text) =>
      `The first line is "${text}", so the properties below it do not count. Write --- alone on the first line.`,
  },
  'frontmatter-second': {
    severity: 'warning',
    title: 'Second block of properties',
    sentence: () =>
      'A second block of properties stands below the first; it does not count and is a part of the text. Move its lines into the first.',
  },
  'frontmatter-not-properties': {
    severity: 'error',
    title: 'No list of properties',
    sentence: () => 'The block between the --- lines is not a list of properties. Write each as "name: value".',
  },
  'frontmatter-is-text': {
    severity: 'info',
    title: 'Block read as text',
    sentence: () => 'The block between the --- lines holds no properties, so it is read as a part of the text.',
  },
  'property-duplicate': {
    severity: 'error',
    title: 'Property twice',
    sentence: (text, detail) => `The property "${text}" is written twice (lines ${detail}). Keep one of them.`,
  },
  'tab-indentation': {
    severity: 'error',
    title: 'Tab as indentation',
    sentence: () => 'A tab is used as indentation, which YAML forbids. Indent with spaces.',
  },
  'note-unreadable': {
    severity: 'error',
    title: 'Note cannot be read',
    sentence: (text) => `The note cannot be read: ${text}.`,
  },
  'note-too-large': {
    severity: 'error',
    title: 'Note too large',
    sentence: (text) => `The note is too large for lore (${text}). Split it, or take the lore tag off.`,
  },
  'note-binary': {
    severity: 'error',
    title: 'No text file',
    sentence: () => 'The file holds binary data and is no note. Rename it or remove it.',
  },
  'note-stale': {
    severity: 'warning',
    title: 'Not read again',
    sentence: (text) => `The note could not be read again (${text}). Its last good state is used.`,
  },
  'value-not-understood': {
    severity: 'warning',
    title: 'Value not understood',
    sentence: (text, detail) => `${detail} is expected, not "${text}". The default is used.`,
  },
  'value-out-of-range': {
    severity: 'warning',
    title: 'Value out of range',
    sentence: (text, detail) => `${detail} is expected, not "${text}". The nearest allowed value is used.`,
  },
  'item-not-understood': {
    severity: 'warning',
    title: 'Item not understood',
    sentence: (text, detail) => `${detail} are expected. "${text}" is left out.`,
  },
  'list-lost': {
    severity: 'warning',
    title: 'List read as one text',
    sentence: (text, detail) =>
      `The lines of "${detail}" are one text to YAML: "${text}". Indent all - of a list alike, each with a blank behind it.`,
  },
  'property-near-miss': {
    severity: 'info',
    title: 'Almost a known property',
    sentence: (text, detail) =>
      `The property "${text}" is not known. Did you mean "${detail}"? Unknown properties are kept and have no effect.`,
  },
  'property-spelled-twice': {
    severity: 'warning',
    title: 'Property under two names',
    sentence: (text, detail) => `"${detail}" and "${text}" are the same property. The first one is used.`,
  },
  'property-not-executed': {
    severity: 'info',
    title: 'Property without effect',
    sentence: (text) => `The property "${text}" is kept, not executed.`,
  },
  'keys-empty': {
    severity: 'info',
    title: 'Empty keys',
    sentence: (text) => `"${text}" has no value; title and aliases are the keys. Write [] for no keys at all.`,
  },
  'keys-blank': {
    severity: 'warning',
    title: 'No usable keys',
    sentence: () => 'The entry has no usable keys and will never be found by words. Add keys or make it constant.',
  },
  'key-regex-invalid': {
    severity: 'warning',
    title: 'Invalid regular expression',
    sentence: (text, detail) =>
      `The key ${text} is not a valid regular expression (${detail}) and never matches. The other keys still work.`,
  },
  'key-regex-empty': {
    severity: 'warning',
    title: 'Matches everything',
    sentence: (text) =>
      `The key ${text} is found in every text, because it can match nothing at all. Look for a | or * too many.`,
  },
  'key-too-long': {
    severity: 'warning',
    title: 'Key too long',
    sentence: (text) => `A key of more than 1,000 characters is not searched for: ${text}`,
  },
  'keys-too-many': {
    severity: 'warning',
    title: 'Too many keys',
    sentence: (text) => `Only the first 2,000 keys are searched for (${text} are written).`,
  },
  'key-macro-unknown': {
    severity: 'info',
    title: 'Unknown macro in a key',
    sentence: (text) => `The macro ${text} in a key is not known and is searched for as it is written.`,
  },
  'key-placeholder': {
    severity: 'warning',
    title: 'Placeholder as a key',
    sentence: (text) => `The key ${text} is a template placeholder that was never filled in.`,
  },
  'tag-as-comment': {
    severity: 'warning',
    title: 'Tag read as a comment',
    sentence: (text) => `"${text}" is a YAML comment, not a tag. Write the tag without # or in quotes.`,
  },
  'value-as-comment': {
    severity: 'warning',
    title: 'Value read as a comment',
    sentence: (text) => `"${text}" is a YAML comment, so the value is empty. Put it in quotes.`,
  },
  'timers-of-constant': {
    severity: 'info',
    title: 'Timers of a constant',
    sentence: (text) => `The entry is constant, so these have no effect: ${text}.`,
  },
  'outlet-missing': {
    severity: 'warning',
    title: 'Outlet without a name',
    sentence: () => 'The position is "outlet" but no outlet is named. The default position is used.',
  },
  'comment-unclosed': {
    severity: 'warning',
    title: 'Comment never ends',
    sentence: (text) => `The comment that ${text} opens is never closed, so everything below it is hidden. Close it.`,
  },
  'body-empty': {
    severity: 'info',
    title: 'No text',
    sentence: () => 'The entry has no text, so nothing is injected.',
  },
  'decorator-unknown': {
    severity: 'info',
    title: 'Unknown decorator',
    sentence: (text) => `Unknown decorators are kept and have no effect: ${text}.`,
  },
  'decorator-value': {
    severity: 'warning',
    title: 'Decorator without a value',
    sentence: (text, detail) => `"${text}" has no effect: ${detail} is expected after the name.`,
  },
  'decorator-repeated': {
    severity: 'info',
    title: 'Decorator twice',
    sentence: (text) => `"${text}" has no effect: a decorator above it already says it.`,
  },
  'decorator-overruled': {
    severity: 'info',
    title: 'Decorator overruled',
    sentence: (text, detail) => `"${text}" has no effect beside "${detail}".`,
  },
  'decorator-not-executed': {
    severity: 'info',
    title: 'Decorator without effect',
    sentence: (text) => `The decorator "${text}" is kept, not executed.`,
  },
  'decorator-orphan': {
    severity: 'info',
    title: 'Fallback without a decorator',
    sentence: (text) => `"${text}" has no effect: a line with @@@ needs a decorator above it that it can replace.`,
  },
  'decorator-chain-long': {
    severity: 'warning',
    title: 'Too many fallbacks',
    sentence: (text) =>
      `Of the lines with @@@ below one decorator only the first 16 are looked at, so "${text}" is not.`,
  },
  'link-target-missing': {
    severity: 'warning',
    title: 'Names no entry',
    sentence: (text, detail) =>
      `The property "${detail}" names "${text}", but no entry has this path, file name, alias or title.`,
  },
  'link-target-ambiguous': {
    severity: 'warning',
    title: 'Names several entries',
    sentence: (text, detail) => `The property "${detail}" names "${text}", which means several entries. Write a path.`,
  },
  'title-duplicate': {
    severity: 'info',
    title: 'Same title',
    sentence: (text, detail) =>
      `Another entry has the same title "${text}": ${detail}. Both are used; their paths tell them apart.`,
  },
  'key-regex-stopped': {
    severity: 'warning',
    title: 'Slow regular expression',
    sentence: (text) =>
      `The key ${text} could not be searched for in time and is not tried again until the program restarts. Simplify the pattern.`,
  },
  'books-broken': {
    severity: 'error',
    title: 'Books cannot be read',
    sentence: (_, detail) => `The books cannot be read, so those of before are used. ${detail}`,
  },
  'books-none': {
    severity: 'info',
    title: 'No books',
    sentence: () =>
      'The note defines no books. Write them in a yaml block, each folder with its settings below "books:".',
  },
  'books-too-many': {
    severity: 'warning',
    title: 'Too many books',
    sentence: (text) => `Only the first 1,000 books are used (${text} are written).`,
  },
  'book-not-understood': {
    severity: 'warning',
    title: 'Book not understood',
    sentence: (text) => `The book "${text}" has no effect: write its settings below it, each as "name: value".`,
  },
  'book-setting-unknown': {
    severity: 'warning',
    title: 'Unknown setting of a book',
    sentence: (text, detail) => `Books have no setting "${text}", so it has no effect. They have ${detail}.`,
  },
  'field-definitions': {
    severity: 'warning',
    title: 'Field definitions',
    sentence: (_, detail) => `Field definitions: ${detail}`,
  },
} as const satisfies Record<string, ProblemKind>;

/** The stable code of a kind of problem. */
export type ProblemCode = keyof typeof problemKinds;

/** Something wrong with a note, as a value: collected, shown, never thrown. */
export interface EntryProblem {
  readonly code: ProblemCode;
  readonly severity: Severity;
  /** Vault-relative path of the note. */
  readonly path: string;
  /** Line in the note, counted from 1. */
  readonly line: number;
  /** The user's own text, shortened. */
  readonly text: string;
  /** What is wrong and what to do, in one or two sentences. */
  readonly message: string;
}

const LONGEST_QUOTE = 120;

/**
 * Makes a problem of a known kind.
 *
 * @param text The user's text that the sentence is about.
 * @param detail What the sentence needs besides it: a reason, what was expected, the other one of two.
 */
export function entryProblem(
  code: ProblemCode,
  at: { readonly path: string; readonly line: number },
  text = '',
  detail = '',
): EntryProblem {
  const short = shortened(text);
  const kind: ProblemKind = problemKinds[code];
  return {
    code,
    severity: kind.severity,
    path: at.path,
    line: at.line,
    text: short,
    message: kind.sentence(short, detail),
  };
}

function shortened(text: string): string {
  if (text.length <= LONGEST_QUOTE) return text;
  // Half of a character outside the basic plane must not be left at the cut.
  return `${text.slice(0, LONGEST_QUOTE).replace(/[\ud800-\udbff]$/, '')}…`;
}
