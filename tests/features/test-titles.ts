import ts from 'typescript';

const callee = /^(?:test|it|describe)\b/;

/** The titles of all tests and groups of tests in a file, as they are written: those of tables hold their placeholders. */
export function testTitles(source: string): ReadonlySet<string> {
  const titles = new Set<string>();
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && callee.test(node.expression.getText())) {
      const [title] = node.arguments;
      if (title !== undefined && ts.isStringLiteralLike(title)) titles.add(title.text);
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile('x.test.ts', source, ts.ScriptTarget.Latest, true));
  return titles;
}
