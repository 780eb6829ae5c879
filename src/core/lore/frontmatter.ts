import matter from 'gray-matter';
import { LineCounter, parseDocument } from 'yaml';
import { entryProblem, type EntryProblem } from './entry-problem';
import { readPlainYaml } from './plain-yaml';
import { isNestedTooDeeply } from './yaml-depth';
import { aliasProblem, yamlProblem } from './yaml-fault';
import { readYamlValue, type YamlPair } from './yaml-value';

/** A note cut into its properties and its body. */
export interface SplitNote {
  /** The properties in the order of the note; empty when the block is broken. */
  readonly properties: readonly YamlPair[];
  /** The block's text between the fences (line ends as `\n`); empty without a block. */
  readonly frontmatter: string;
  /** What follows the block, or everything where the block holds text between two rules; line ends as `\n`, no byte-order mark. */
  readonly body: string;
  /** The note's line (from 1) on which the body begins. */
  readonly bodyLine: number;
  /** Why the block could not be read. */
  readonly problems: readonly EntryProblem[];
}

/** Blanks of every kind may follow the dashes: nobody sees them. */
const FENCES = /^---[^\S\n]*\n(?:([\s\S]*?)\n)?---[^\S\n]*(?:\n|$)/;

/** The block of a note that lacks the second fence: the lines up to a blank one, if the first is a property. */
const UNCLOSED = /^---[^\S\n]*\n([^\s:#-][^:\n]*:(?:[ \t][^\n]*)?(?:\n[^\n]+)*)/;

/** The note's line on which the block's text begins. */
const BLOCK_LINE = 2;

/** Splits a note's text at its frontmatter and reads the properties. Never throws: what is wrong comes back as problems. */
export function splitNote(path: string, source: string): SplitNote {
  const marked = withoutMarks(source);
  const text = marked.includes('\r') ? marked.replace(/\r\n?/g, '\n') : marked;
  const fences = text.startsWith('---') ? FENCES.exec(text) : null;
  if (!fences) {
    const unclosed = text.startsWith('---') ? UNCLOSED.exec(text)?.[1] : undefined;
    const problems = unclosed === undefined ? [] : [entryProblem('frontmatter-unclosed', { path, line: 1 })];
    return { properties: [], frontmatter: unclosed ?? '', body: text, bodyLine: 1, problems };
  }
  const frontmatter = fences[1] ?? '';
  const body = withoutMarks(text.slice(fences[0].length));
  const bodyLine = BLOCK_LINE + (fences[1] === undefined ? 0 : frontmatter.split('\n').length) + 1;
  const plain = readPlainYaml(frontmatter, BLOCK_LINE);
  const { properties, problems } = plain ? { properties: plain, problems: [] } : readBlock(path, fences[0]);
  const isText = problems.some((problem) => problem.code === 'frontmatter-not-properties');
  if (isText) return { properties, frontmatter, body: text, bodyLine: 1, problems };
  return { properties, frontmatter, body, bodyLine, problems };
}

/** Tools that join files leave byte-order marks where texts begin. */
function withoutMarks(text: string): string {
  return text.startsWith('\uFEFF') ? text.replace(/^\uFEFF+/, '') : text;
}

interface BlockReading {
  readonly properties: readonly YamlPair[];
  readonly problems: readonly EntryProblem[];
}

/** The splitter looks for comments in a way that takes the square of the length of a run of blank lines. */
const BLANK_DESERT = /\n\s{1000}/;

/** Reads the block through gray-matter with `yaml` as its only engine; the fences have been found before. */
function readBlock(path: string, block: string): BlockReading {
  if (BLANK_DESERT.test(block)) return broken(path, 'they hold more than 1,000 blanks in a row');
  if (isNestedTooDeeply(block)) return broken(path, 'they are nested too deeply');
  let reading: BlockReading = { properties: [], problems: [] };
  const yaml = (text: string): object => {
    reading = parseProperties(path, text);
    return {};
  };
  matter(block, { language: 'yaml', engines: { yaml, json: refuse, javascript: refuse, js: refuse, coffee: refuse } });
  return reading;
}

/** Stands in for every engine but YAML, so that no note can choose one that evaluates code. */
function refuse(): object {
  return {};
}

/**
 * Reads YAML by the full parser.
 *
 * @param yaml The text after the first `---`, the rest of that line included: its line 1 is the note's.
 */
export function parseProperties(path: string, yaml: string): BlockReading {
  const lines = new LineCounter();
  try {
    // The library's own check for equal names takes the square of their number.
    const document = parseDocument(yaml, {
      version: '1.2',
      schema: 'core',
      lineCounter: lines,
      prettyErrors: false,
      uniqueKeys: false,
    });
    // What the parser finds after the first fault is mostly its consequence.
    const [fault] = document.errors;
    if (fault) return { properties: [], problems: [yamlProblem(path, yaml, fault, lines)] };
    const { value, lostAlias } = readYamlValue(document, lines, yaml);
    if (lostAlias !== undefined) {
      const { line } = lines.linePos(lostAlias);
      return { properties: [], problems: [aliasProblem(path, yaml, line)] };
    }
    if (value.kind === 'map') return checkNames(path, value.pairs);
    if (value.kind === 'null') return { properties: [], problems: [] };
  } catch (error) {
    return broken(path, String(error));
  }
  return { properties: [], problems: [entryProblem('frontmatter-not-properties', { path, line: BLOCK_LINE })] };
}

function broken(path: string, reason: string): BlockReading {
  return { properties: [], problems: [entryProblem('frontmatter-broken', { path, line: BLOCK_LINE }, '', reason)] };
}

/** Properties that stand twice make the block unreadable: taking either one would lose the other. */
function checkNames(path: string, pairs: readonly YamlPair[]): BlockReading {
  const first = new Map<string, number>();
  const problems: EntryProblem[] = [];
  for (const { name, line } of pairs) {
    const before = first.get(name);
    if (before === undefined) first.set(name, line);
    else
      problems.push(entryProblem('property-duplicate', { path, line }, name, `${String(before)} and ${String(line)}`));
  }
  return problems.length > 0 ? { properties: [], problems } : { properties: pairs, problems: [] };
}
