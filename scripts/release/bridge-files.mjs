/** What lies at the root of the branch from which SillyTavern installs the bridge, and in the zip of a release. */
import { readFileSync } from 'node:fs';

/** The built files of the bridge: those, and with the same bytes, that Lorehearth itself installs. */
export const builtBridge = ['index.js', 'manifest.json', 'style.css'];

const readme = `# Lorehearth for SillyTavern

The SillyTavern side of Lorehearth. Made from the branch \`main\`, where its source, its guide and its issues are.

Install it in SillyTavern under _Extensions → Install extension_ with the address of this repository and the branch \`sillytavern\`, reload the page, open _Extensions → Lorehearth_ and select _Pair_. It needs Lorehearth in Obsidian, or its server, on the same computer.
`;

/** All files by name: the built ones, what to do with them, and the licence. Reads dist/. */
export function bridgeFiles() {
  return {
    ...Object.fromEntries(builtBridge.map((name) => [name, readFileSync(`dist/sillytavern/${name}`)])),
    'README.md': Buffer.from(readme),
    LICENSE: readFileSync('LICENSE'),
  };
}
