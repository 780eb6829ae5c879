import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import esbuild from 'esbuild';
import esbuildSvelte from 'esbuild-svelte';

/** Texts of the console's files, by name. */
export type ConsoleFiles = Readonly<Record<string, string>>;

const here = (path: string): string => fileURLToPath(new URL(`../../../${path}`, import.meta.url));

/** Builds the console from its sources in memory, with the options of the release build. */
export async function buildConsole(): Promise<ConsoleFiles> {
  const { outputFiles } = await esbuild.build({
    absWorkingDir: here(''),
    entryPoints: ['src/hosts/console/console.ts'],
    bundle: true,
    write: false,
    minify: true,
    outdir: '/built',
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    conditions: ['svelte', 'browser'],
    mainFields: ['svelte', 'browser', 'module', 'main'],
    define: { 'process.env.NODE_ENV': '"production"' },
    logLevel: 'warning',
    plugins: [esbuildSvelte({ compilerOptions: { css: 'external', fragments: 'tree', runes: true, dev: false } })],
  });
  const built = (extension: string): string => outputFiles.find(({ path }) => path.endsWith(extension))?.text ?? '';
  return {
    'index.html': await readFile(here('src/hosts/console/index.html'), 'utf8'),
    'console.js': built('.js'),
    'console.css': `${await readFile(here('src/hosts/console/console.css'), 'utf8')}\n${await readFile(here('styles.css'), 'utf8')}${built('.css')}`,
  };
}
