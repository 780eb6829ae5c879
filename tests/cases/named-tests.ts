import ts from 'typescript';

/** A test, or a row of a table of tests, whose name holds the id of a case. */
export interface NamedTest {
  readonly id: string;
  readonly file: string;
  /** What it says, without the id. */
  readonly name: string;
}

const ID = /BR-\d{3}/g;

/** The tests of a file that name cases, in the file's order. */
export function namedTests(file: string, source: string): readonly NamedTest[] {
  const tests: NamedTest[] = [];
  const visit = (node: ts.Node): void => {
    const text = textOf(node);
    for (const [id] of text?.matchAll(ID) ?? []) tests.push({ id, file, name: nameOf(text ?? '', node) });
    ts.forEachChild(node, visit);
  };
  if (source.includes('BR-')) visit(ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true));
  return tests;
}

/** The text of a literal, with `…` where a template fills something in. */
function textOf(node: ts.Node): string | undefined {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (!ts.isTemplateExpression(node)) return undefined;
  return [node.head.text, ...node.templateSpans.map((span) => span.literal.text)].join('…');
}

/** A row that is named by its id alone is told by the title of its table, or by the text beside the id. */
function nameOf(text: string, node: ts.Node): string {
  const own = withoutId(text);
  if (own !== '') return own;
  return titleOfTable(node) ?? besideIn(node) ?? '';
}

function withoutId(text: string): string {
  return text
    .replaceAll(/\(?BR-\d{3}[a-z]?\)?:?/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/** `test.each([… node …])('title')` → `title`. */
function titleOfTable(node: ts.Node): string | undefined {
  for (let at = node; !ts.isSourceFile(at); at = at.parent) {
    if (!ts.isCallExpression(at) || !ts.isCallExpression(at.parent) || at.parent.expression !== at) continue;
    const [title] = at.parent.arguments;
    return title && textOf(title);
  }
  return undefined;
}

function besideIn(node: ts.Node): string | undefined {
  if (!ts.isArrayLiteralExpression(node.parent)) return undefined;
  return node.parent.elements
    .map((element) => (element === node ? undefined : textOf(element)))
    .find((text) => text !== undefined);
}
