import { renderTable } from '../../src/core/lore/render-table';
import type { NamedTest } from './named-tests';

/** A case from public reports of faults. */
export interface KnownCase {
  readonly id: string;
  /** What it is about, in a few words. */
  readonly area: string;
  /** The step that brings what the case needs, while no test names it. */
  readonly later?: string;
}

const head = `# Cases

Faults that users of lorebooks, note tools and their libraries have reported in public, and the tests that show them to be absent here. Each id stands in the names of its tests; a test covers the kind of the fault, not the one sample. Made by \`tests/cases/cases.test.ts\`: run it with \`--update\` after adding a test.

`;

/** The page that says where each case is tested. */
export function casesPage(cases: readonly KnownCase[], tests: readonly NamedTest[]): string {
  const rows = cases.flatMap(({ id, area, later }) => {
    const own = tests.filter((test) => test.id === id);
    if (own.length === 0) return [[id, area, later === undefined ? '' : `later: ${later}`, '']];
    return [...new Set(own.map((test) => test.file))].map((file) => row(id, area, file, own));
  });
  return head + renderTable(['case', 'about', 'tests', 'what the first of them says'], rows);
}

function row(id: string, area: string, file: string, tests: readonly NamedTest[]): readonly string[] {
  const own = tests.filter((test) => test.file === file);
  const count = own.length === 1 ? '' : ` (${String(own.length)})`;
  return [id, area, `${file}${count}`, own[0]?.name ?? ''];
}
