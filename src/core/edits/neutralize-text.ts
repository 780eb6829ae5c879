/** Something in the text of a model that would have done something, and how it was made to do nothing. */
export interface Remark {
  /** As the model wrote it, cut where it is long. */
  readonly was: string;
  /** What it was, for the user. */
  readonly sentence: string;
}

/** A text that does nothing any more, and what it would have done. */
interface Neutralized {
  readonly text: string;
  readonly remarks: readonly Remark[];
}

interface Rule {
  readonly sentence: string;
  /** Everything that belongs together: an unchanged piece of the note is left alone only as a whole. */
  readonly pattern: RegExp;
  readonly neutral: (found: string) => string;
}

const MOST_REMARKS = 50;
const LONGEST_QUOTE = 200;
/** Signs of an opening mark. */
const OPENING = 2;

const SCHEME = String.raw`(?!https?:|mailto:)[a-z][a-z0-9+.-]*:`;
const RUNNING_BLOCKS = String.raw`dataview(?:js)?|datacore\w*|meta-bind[\w-]*|buttons?|js-engine|customjs|templater|(?:run|execute|eval)-[\w-]+`;
const RUNNING_TAGS =
  'script|iframe|object|embed|applet|style|link|meta|base|form|input|button|textarea|select|frame|frameset|svg|math|webview|portal|template|audio|video|source|noscript';

/**
 * Every kind of text that some program runs, follows or reads as a command. A backslash between signs, or an entity,
 * makes it plain text that a reader sees as it was; only in code it is seen itself. What is neutral stays as it is.
 */
const RULES: readonly Rule[] = [
  {
    sentence: 'A Templater command was made plain text.',
    pattern: /<%[\s\S]*?%>|<%/g,
    neutral: (found) => found.replaceAll('<%', String.raw`<\%`),
  },
  {
    sentence: 'A macro other than {{user}} and {{char}} was made plain text.',
    pattern: /\{\{+(?:[^{}]|\{(?!\{)|\}(?!\}))*(?:\}\})?/g,
    neutral: (found) => found.replace(/\{(?=\{)(?!\{\s*(?:user|char)\s*\}\})/gi, '{\\'),
  },
  {
    sentence: 'A block that a plugin runs was made a plain block.',
    pattern: new RegExp(
      String.raw`^[ \t>]*(\x60{3,}|~{3,})[ \t]*(?:${RUNNING_BLOCKS})\b[^\n]*(?:\n[\s\S]*?^[ \t>]*\1[\x60~]*[ \t]*$|[\s\S]*)`,
      'gim',
    ),
    neutral: (found) => found.replace(/(`{3,}|~{3,})[ \t]*/, '$1text '),
  },
  {
    sentence: 'Inline code that a plugin runs was made plain code.',
    pattern: /`+[ \t]*(?:\$?=|(?:INPUT|VIEW|BUTTON)\[|button-)[^`\n]*`*/g,
    neutral: (found) => found.replace(/^(`+[ \t]*)/, '$1\\'),
  },
  {
    sentence: 'A link that leads out of the vault to something else than a web page was made plain text.',
    pattern: /\]\((?=[ \t]*<?([^)\n]*))/g,
    neutral: (found) => found.replace('(', String.raw`\(`),
  },
  {
    sentence: 'A link that leads out of the vault to something else than a web page was made plain text.',
    pattern: new RegExp(String.raw`<${SCHEME}[^\s<>]*>`, 'gi'),
    neutral: (found) => found.replace('<', '&lt;'),
  },
  {
    sentence: 'An address that opens a program was made plain text.',
    pattern: new RegExp(String.raw`(?<![a-z0-9+.-])${SCHEME}//[^\s<>)\]]*`, 'gi'),
    neutral: (found) => found.replaceAll('://', String.raw`:\//`),
  },
  {
    sentence: 'A link definition that leads to something else than a web page was made plain text.',
    pattern: new RegExp(String.raw`^[ \t>]*\[[^\]\n]+\]:[ \t]*<?${SCHEME}[^\n]*`, 'gim'),
    neutral: (found) => found.replace('[', String.raw`\[`),
  },
  {
    sentence: 'HTML that runs or loads something was made plain text.',
    pattern: new RegExp(
      String.raw`<(?=/?(?:${RUNNING_TAGS})\b|[a-z][^<>]*\bon\w+\s*=|[a-z][^<>]*\b(?:src|href|action)\s*=\s*["']?\s*${SCHEME})[^<>]*>?`,
      'gi',
    ),
    neutral: (found) => found.replace('<', '&lt;'),
  },
  {
    sentence: 'A hidden comment was made visible.',
    pattern: /%%+(?:[\s\S]*?%%+)?/g,
    neutral: (found) => found.replace(/%(?=%)/g, '%\\'),
  },
  {
    sentence: 'A decorator was made plain text.',
    pattern: /^[ \t]*@@+(?=\w)[^\n]*/gm,
    neutral: (found) => found.replace('@@', String.raw`\@@`),
  },
];

/**
 * Makes text of a model plain text: whatever a plugin, a browser or SillyTavern would run, open or read as a command.
 *
 * @param known The note's own text: what the user wrote himself stays as it is.
 */
export function neutralizeText(text: string, known = ''): Neutralized {
  const remarks: Remark[] = [];
  const once = (before: string, { sentence, pattern, neutral: change }: Rule): string =>
    before.replaceAll(pattern, (found: string, ...rest: readonly unknown[]) => {
      const target = found === '](' && typeof rest[0] === 'string' ? rest[0] : undefined;
      const whole = found + (target ?? '');
      // A sign that only opens something says nothing of what would follow it.
      const isKnown = whole.length > OPENING && known.includes(whole);
      const plain = change(found);
      if (isKnown || plain === found || (target !== undefined && !leadsOut(target))) return found;
      if (remarks.length < MOST_REMARKS) remarks.push({ was: quoted(whole), sentence });
      return plain;
    });
  let neutral = text;
  // What one rule made plain may let another see more: all of them, until nothing changes.
  for (let before = ''; before !== neutral;) {
    before = neutral;
    for (const rule of RULES) neutral = settled(neutral, (seen) => once(seen, rule));
  }
  return { text: neutral, remarks };
}

/** The end of one find can be the beginning of the next, which shows only when the first does nothing any more. */
function settled(text: string, change: (text: string) => string): string {
  let now = text;
  for (let before = ''; before !== now;) {
    before = now;
    now = change(now);
  }
  return now;
}

/** Whether the target of a link, as a browser reads it, is an address with a scheme of which nobody knows what it opens. */
function leadsOut(target: string): boolean {
  const plain = target
    .replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|colon|tab|newline);?/gi, (_, hex?: string, decimal?: string) => {
      if (hex === undefined && decimal === undefined) return ':';
      const code = hex === undefined ? Number(decimal) : parseInt(hex, 16);
      return code <= 0x10ffff ? String.fromCodePoint(code) : '';
    })
    .replaceAll('\\', '')
    .replace(/[\s\p{Cc}]/gu, '');
  return new RegExp(`^${SCHEME}`, 'i').test(plain);
}

function quoted(text: string): string {
  return text.length > LONGEST_QUOTE ? `${text.slice(0, LONGEST_QUOTE)}…` : text;
}
