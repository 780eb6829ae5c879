/** A reply and the notes that stood in it. */
export interface SplitReply {
  /** The reply without the blocks; the same as before where there is none. */
  readonly text: string;
  /** What the blocks held, joined by line breaks; empty when there is none. */
  readonly notes: string;
}

/**
 * Takes blocks of a tag out of a reply. A block that is not closed goes to the end of the reply, as models are cut off;
 * where nothing would be left before it, only the tag itself goes, for the writer may have forgotten to close it.
 */
export function splitNotes(reply: string, tag: string): SplitReply {
  const { block, open } = patternsOf(tag);
  const found = [...reply.matchAll(block)];
  const rest = found.reduce((_, { index, 0: whole }) => index + whole.length, 0);
  const pieces = found.map(({ index }, at) => {
    const before = found[at - 1];
    return reply.slice(before === undefined ? 0 : before.index + before[0].length, index);
  });
  const notes = found.map(([, fenced, bare]) => fenced ?? bare ?? '');
  const end = splitOpenEnd(
    reply.slice(rest),
    open,
    tag,
    pieces.every((piece) => piece.trim() === ''),
  );
  if (found.length === 0 && end.notes === undefined && end.text === reply) return { text: reply, notes: '' };
  const kept = [...notes, end.notes ?? ''].map((note) => note.trim()).filter((note) => note !== '');
  return { text: joined([...pieces, end.text]), notes: kept.join('\n') };
}

/** What is to be seen of a reply that is still being written: also the begin of a tag is no part of it. */
export function withoutNotes(reply: string, tag: string): string {
  const { block, open, begun } = patternsOf(tag);
  return reply.replace(block, '').replace(open, '').replace(begun, '').trimEnd();
}

/** The last part of a reply, in which a block may be open. */
function splitOpenEnd(
  end: string,
  open: RegExp,
  tag: string,
  isAlone: boolean,
): { readonly text: string; readonly notes?: string } {
  const found = open.exec(end);
  if (found === null) return { text: end };
  const [, inner = ''] = found;
  const before = end.slice(0, found.index);
  if (isAlone && before.trim() === '') return { text: inner };
  return { text: before, notes: inner.replace(patternsOf(tag).closing, '') };
}

function joined(pieces: readonly string[]): string {
  const [first = '', ...others] = pieces.filter((piece) => piece.trim() !== '');
  return [first.replace(/^\s*\n/, '').trimEnd(), ...others.map((piece) => piece.trim())].join('\n\n');
}

interface TagPatterns {
  /** Whole blocks, with the code fence around them if there is one. */
  readonly block: RegExp;
  /** An opening tag and all that follows. */
  readonly open: RegExp;
  /** Any first part of the opening tag at the end. */
  readonly begun: RegExp;
  /** Any first part of the closing tag at the end. */
  readonly closing: RegExp;
}

let known: { readonly tag: string; readonly patterns: TagPatterns } | undefined;

/** A stream asks for the same ones at every token. */
function patternsOf(tag: string): TagPatterns {
  if (known?.tag !== tag) known = { tag, patterns: makePatterns(tag) };
  return known.patterns;
}

function makePatterns(tag: string): TagPatterns {
  const name = Array.from(tag, escaped).join('');
  const inner = '([\\s\\S]*?)';
  const whole = `<\\s*${name}\\s*>${inner}<\\s*/\\s*${name}\\s*>`;
  const fence = '```[a-z]*[ \\t]*\\n\\s*';
  return {
    block: new RegExp(`${fence}${whole}\\s*\`\`\`|${whole}`, 'gi'),
    open: new RegExp(`(?:${fence})?<\\s*${name}\\s*>([\\s\\S]*)$`, 'i'),
    begun: begunPattern(`<${tag}>`, 1),
    closing: begunPattern(`</${tag}>`, 2),
  };
}

/** Any first part of `whole`, of so many characters at least, at the end of a text. */
function begunPattern(whole: string, least: number): RegExp {
  const characters = Array.from(whole, escaped);
  const rest = characters.slice(least).reduceRight((inner, character) => `(?:${character}${inner})?`, '');
  return new RegExp(`${characters.slice(0, least).join('')}${rest}$`, 'i');
}

function escaped(character: string): string {
  return character.replace(/[.*+?^${}()|[\]\\/]/, '\\$&');
}
