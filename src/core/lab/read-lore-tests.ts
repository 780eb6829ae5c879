import { LineCounter, isMap, isSeq, parseDocument, type Node } from 'yaml';
import { z } from 'zod';
import { splitNote } from '../lore/frontmatter';
import { generationTypes } from '../lore/entry-fields';
import { isNestedTooDeeply } from '../lore/yaml-depth';
import { refusalReasons } from '../pipeline/reasons';
import type { LoreTest, TestProblem, TestReading, TestScene } from './lore-test';

const texts = z
  .union([z.string(), z.array(z.coerce.string())])
  .transform((value) => (typeof value === 'string' ? [value] : value));
const words = z.union([z.string(), z.number()]).transform(String);

const reason = z.string().refine((code) => Object.hasOwn(refusalReasons, code), {
  error: `Write one of these reasons: ${Object.keys(refusalReasons).join(', ')}.`,
});

const wholeTest = z.strictObject({
  name: words.optional(),
  text: z.string().min(1).max(1_000_000).optional(),
  chat: z
    .array(z.union([z.string(), z.record(z.string(), z.unknown())]))
    .min(1)
    .max(10_000)
    .optional(),
  file: z.string().min(1).max(1_000).optional(),
  character: words.optional(),
  user: words.optional(),
  type: z.enum(generationTypes).optional(),
  turn: z.number().int().min(0).optional(),
  seed: words.optional(),
  settings: z.record(z.string(), z.unknown()).optional(),
  fields: z.record(z.string(), texts).optional(),
  fires: texts.optional(),
  never: texts.optional(),
  at: z.record(z.string(), words).optional(),
  refused: z.record(z.string(), reason).optional(),
  tokens: z.number().int().min(0).optional(),
});
type WholeTest = z.output<typeof wholeTest>;

/** More tests in one text are not read. */
const MOST_TESTS = 2_000;
const LONGEST = 4_000_000;
/** Any fenced block: its fence, its language, what is in it. */
const FENCE = /^(`{3,}|~{3,})[ \t]*([^\s`]*)[^\n]*\n([\s\S]*?)(?:^\1[ \t]*$|(?![\s\S]))/gm;
/** Words by which a test in a note means the note. */
const THIS = /^(?:this|this note)$/i;

/** The tests in the `lore-test` blocks of a note. */
export function testsOfNote(path: string, source: string): TestReading {
  const text = source.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');
  if (!text.includes('lore-test')) return { tests: [], problems: [] };
  const { body, bodyLine } = splitNote(path, text);
  const blocks = [...body.matchAll(FENCE)].filter(([, , language]) => language?.toLowerCase() === 'lore-test');
  const readings = blocks.map((match) => {
    const line = bodyLine + body.slice(0, match.index).split('\n').length;
    return readLoreTests(match[3] ?? '', { path, line, note: path });
  });
  return { tests: readings.flatMap(({ tests }) => tests), problems: readings.flatMap(({ problems }) => problems) };
}

/** Where a text of tests stands. */
interface TestPlace {
  readonly path: string;
  /** Line of its first line in the note, counted from 1. */
  readonly line: number;
  /** The note that is meant by `this`; undefined in a file of tests. */
  readonly note?: string | undefined;
}

/** Tests written in YAML: one test, a list of tests, or a list under `tests`. Never throws. */
export function readLoreTests(yaml: string, place: TestPlace): TestReading {
  const { path } = place;
  const wrong = (message: string, line = place.line): TestReading => ({
    tests: [],
    problems: [{ path, line, message }],
  });
  if (yaml.length > LONGEST || isNestedTooDeeply(yaml)) return wrong('The tests are too long or nested too deeply.');
  const lines = new LineCounter();
  const document = parseDocument(yaml, { schema: 'core', prettyErrors: false, lineCounter: lines });
  const [fault] = document.errors;
  if (fault)
    return wrong(`The YAML cannot be read: ${fault.message}`, place.line + lines.linePos(fault.pos[0]).line - 1);
  const listed =
    isMap(document.contents) && document.contents.has('tests') ? document.contents.get('tests', true) : undefined;
  const root: unknown = listed ?? document.contents;
  const nodes: readonly unknown[] = isSeq(root) ? root.items : [root];
  const tests: LoreTest[] = [];
  const problems: TestProblem[] = [];
  for (const [at, node] of nodes.slice(0, MOST_TESTS).entries()) {
    const line = place.line + (lineOf(node, lines) - 1);
    const read = wholeTest.safeParse(valueOf(node, document));
    const test = read.success ? testOf(read.data, { ...place, line }, at) : complaint(read.error);
    if (typeof test === 'string') problems.push({ path, line, message: test });
    else tests.push(test);
  }
  return { tests, problems };
}

function valueOf(node: unknown, document: ReturnType<typeof parseDocument>): unknown {
  return isNode(node) ? node.toJS(document, { maxAliasCount: 100 }) : undefined;
}

function isNode(node: unknown): node is Node {
  return isMap(node) || isSeq(node);
}

function lineOf(node: unknown, lines: LineCounter): number {
  return isNode(node) && node.range ? lines.linePos(node.range[0]).line : 1;
}

function complaint(error: z.ZodError): string {
  const [issue] = error.issues;
  const at = issue?.path.join('.') ?? '';
  if (issue?.code === 'unrecognized_keys') return `A test has no "${issue.keys.join('", "')}".`;
  return at === '' ? 'A test is a list of "name: value".' : `"${at}": ${issue?.message ?? 'It is not understood.'}`;
}

function testOf(whole: WholeTest, { path, line, note }: TestPlace, at: number): LoreTest | string {
  const scene = sceneOf(whole);
  if (typeof scene === 'string') return scene;
  const named = (names: readonly string[] = []): readonly string[] =>
    names.map((name) => (note !== undefined && THIS.test(name) ? note : name));
  const promised = whole.fires ?? whole.never ?? whole.at ?? whole.refused ?? whole.tokens;
  if (promised === undefined && note === undefined)
    return 'The test promises nothing: write "fires", "never", "at", "refused" or "tokens".';
  return {
    name: whole.name ?? `${note === undefined ? 'Test' : nameOf(note)} ${String(at + 1)}`,
    ...{ path, line, scene },
    character: whole.character ?? '',
    user: whole.user ?? 'User',
    type: whole.type ?? 'normal',
    turn: whole.turn,
    seed: whole.seed ?? 'lore-test',
    settings: whole.settings ?? {},
    fields: whole.fields ?? {},
    fires: promised === undefined && note !== undefined ? [note] : named(whole.fires),
    never: named(whole.never),
    at: Object.entries(whole.at ?? {}).map(([name, where]) => [named([name])[0] ?? name, where] as const),
    refused: Object.entries(whole.refused ?? {}).map(([name, why]) => [named([name])[0] ?? name, why] as const),
    tokens: whole.tokens,
  };
}

function sceneOf({ text, chat, file }: WholeTest): TestScene | string {
  if ([text, chat, file].filter((one) => one !== undefined).length !== 1)
    return 'Write one of "text", "chat" and "file".';
  if (text !== undefined) return { kind: 'text', text };
  if (file !== undefined) return { kind: 'file', path: file };
  return { kind: 'chat', lines: (chat ?? []).map(lineOfChat) };
}

/** `- Mara: Hello` is a map to YAML. */
function lineOfChat(item: string | Readonly<Record<string, unknown>>): string {
  if (typeof item === 'string') return item;
  return Object.entries(item)
    .map(([name, said]) => `${name}: ${typeof said === 'string' ? said : JSON.stringify(said)}`)
    .join('\n');
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1).replace(/\.[a-z]+$/i, '');
}
