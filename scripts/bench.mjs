/** Bundles bench/ and runs it; what follows `--` is handed on. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import esbuild from 'esbuild';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
const outfile = '.cache/bench.mjs';
await esbuild.build({
  entryPoints: ['bench/bench.ts'],
  outfile,
  bundle: true,
  platform: 'node',
  format: 'esm',
  logLevel: 'warning',
  banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
});
const run = spawnSync(process.execPath, ['--expose-gc', outfile, ...process.argv.slice(2)], { stdio: 'inherit' });
process.exit(run.status ?? 1);
