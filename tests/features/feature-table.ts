import { renderTable } from '../../src/core/lore/render-table';
import type { Feature, Proof } from './features';

const begin = '<!-- The table is made by tests/features/features.test.ts; run it with --update. -->\n';
const end = '<!-- End of the table. -->';

/** The comparison as it stands in the README. */
export function featureTable(features: readonly Feature[]): string {
  const rows = features.map(({ what, lorehearth, deeplore, worldInfo }) => [what, lorehearth, deeplore, worldInfo]);
  return renderTable(['', 'Lorehearth', 'DeepLore Enhanced', 'World Info'], rows);
}

/** The page with the table in its place; fails when the page has none. */
export function withTable(page: string, table: string): string {
  const from = page.indexOf(begin);
  const to = page.indexOf(end);
  if (from < 0 || to < from) throw new Error('README.md has no place for the table of features.');
  return `${page.slice(0, from)}${begin}\n${table}\n${page.slice(to)}`;
}

const head = `# What proves the comparison

The comparison in the [README](../README.md#beside-others) says “yes” for Lorehearth only where a test shows it. Made by \`tests/features/features.test.ts\` from \`tests/features/features.ts\`; run it with \`--update\`.

`;

/** The page in docs/ that says for each row which tests show it. */
export function proofsPage(features: readonly Feature[]): string {
  const rows = features.flatMap(({ what, lorehearth, proofs }) =>
    proofs.length === 0 ? [[what, lorehearth, '']] : proofs.map((proof) => [what, lorehearth, proofWords(proof)]),
  );
  return head + renderTable(['', 'Lorehearth', 'shown by'], rows);
}

function proofWords(proof: Proof): string {
  if ('golden' in proof) return `tests/golden/${proof.golden}.spec.md`;
  if ('vector' in proof) return `[conformance](conformance.md): ${proof.vector}`;
  return `${proof.file}: ${proof.test}`;
}
