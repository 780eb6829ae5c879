/**
 * Builds dist/: the Obsidian plugin (main.js, manifest.json, styles.css), the headless program (cli.cjs), the web
 * console (console/) and the SillyTavern extension (sillytavern/). Byte-reproducible with one Node version.
 */
import { appendFile, cp, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { deflateRawSync } from 'node:zlib';
import { builtinModules } from 'node:module';
import esbuild from 'esbuild';
import esbuildSvelte from 'esbuild-svelte';
import { describePackage, noticeComment, packagesIn } from './scripts/build/third-party.mjs';

// esbuild-svelte hashes style names over paths from the working folder: always build from the repository's root.
process.chdir(fileURLToPath(new URL('.', import.meta.url)));

const { version } = JSON.parse(await readFile('manifest.json', 'utf8'));
const nodeModules = [...builtinModules, ...builtinModules.map((name) => `node:${name}`)];

/** gray-matter's own engines hold js-yaml and an eval; ours are given in each call. */
const grayMatterWithoutEngines = {
  name: 'gray-matter-without-engines',
  setup(build) {
    build.onResolve({ filter: /^\.\/(lib\/)?engines$/ }, ({ importer }) =>
      /[\\/]gray-matter[\\/]/.test(importer) ? { path: 'engines', namespace: 'empty' } : undefined,
    );
    build.onLoad({ filter: /.*/, namespace: 'empty' }, () => ({ contents: 'module.exports = {};', loader: 'js' }));
  },
};

/** zod's 40 languages are 255 KB that nobody reads. */
const zodInEnglish = {
  name: 'zod-in-english',
  setup(build) {
    build.onLoad({ filter: /[\\/]zod[\\/]v4[\\/]locales[\\/]index\.(js|cjs)$/ }, () => ({
      contents: 'export { default as en } from "./en.js";',
      loader: 'js',
    }));
  },
};

/** zod compiles checks with `Function`, which reviewers of plugins refuse; without it zod walks its schemas. */
const zodWithoutCompiler = {
  name: 'zod-without-compiler',
  setup(build) {
    const edit = (name, from, to) =>
      build.onLoad(
        { filter: new RegExp(`[\\\\/]zod[\\\\/]v4[\\\\/]core[\\\\/]${name}\\.(js|cjs)$`) },
        async ({ path }) => {
          const source = await readFile(path, 'utf8');
          if (!source.includes(from)) throw new Error(`zod's ${name} has changed: ${from} is not there any more`);
          return { contents: source.replace(from, () => to), loader: 'js' };
        },
      );
    edit('doc', 'const F = Function;', "throw new Error('zod is built without its compiler');");
    edit('util', 'const F = Function;', 'return false;');
    const refused = "throw new ZodCompileUnsupportedError('zod is built without its compiler');";
    edit('compile', 'const F = Function;', refused);
  },
};

/** Code that gives a JSON value which lies in the bundle as packed text. */
const unpacked = (value) => {
  const packed = deflateRawSync(JSON.stringify(value), { level: 9 }).toString('base64');
  return `JSON.parse(inflateRawSync(Buffer.from('${packed}', 'base64')).toString())`;
};

/** The token ranks as one packed text: half the size, and nothing to evaluate before the first count. */
const packedRanks = {
  name: 'packed-ranks',
  setup(build) {
    build.onLoad({ filter: /[\\/]gpt-tokenizer[\\/]esm[\\/]bpeRanks[\\/]o200k_base\.js$/ }, async ({ path }) => {
      const { default: ranks } = await import(pathToFileURL(path).href);
      const contents = `import { inflateRawSync } from 'node:zlib';\nexport default ${unpacked(ranks)};`;
      return { loader: 'js', contents };
    });
  },
};

/**
 * Serves built files as text under `embedded:<name>`, so that a host is whole without them on disk. Packed, since the
 * panels are in main.js twice: for Obsidian, and in the web console.
 */
const embedded = (folders) => ({
  name: 'embedded-files',
  setup(build) {
    build.onResolve({ filter: /^embedded:/ }, ({ path }) => ({
      path: path.slice('embedded:'.length),
      namespace: 'embedded',
    }));
    build.onLoad({ filter: /.*/, namespace: 'embedded' }, ({ path }) => ({
      contents: `import { inflateRawSync } from 'node:zlib';\nexport const files = ${unpacked(folders[path])};`,
      loader: 'js',
    }));
  },
});

const svelte = esbuildSvelte({ compilerOptions: { css: 'external', fragments: 'tree', runes: true, dev: false } });

const shared = {
  absWorkingDir: process.cwd(),
  bundle: true,
  minify: true,
  sourcemap: false,
  legalComments: 'none',
  lineLimit: 2000,
  target: 'es2022',
  logLevel: 'warning',
  metafile: true,
  define: { 'process.env.NODE_ENV': '"production"', __LOREHEARTH_VERSION__: JSON.stringify(version) },
};

const page = {
  ...shared,
  platform: 'browser',
  format: 'esm',
  conditions: ['svelte', 'browser'],
  mainFields: ['svelte', 'browser', 'module', 'main'],
};

const textsOf = async (folder, names) =>
  Object.fromEntries(await Promise.all(names.map(async (name) => [name, await readFile(`${folder}/${name}`, 'utf8')])));

/** The packages of each built file, by its path in dist/, as `name@version (licence)`. */
const bundled = {};

/**
 * Builds one file and ends it with the notices that the licences of its packages ask for; `further` are the packages
 * of files that it carries inside. Tells its own and those.
 */
async function bundle(name, options, further = []) {
  const { metafile } = await esbuild.build({ ...options, outfile: `${out}/${name}` });
  const folders = [...new Set([...packagesIn(metafile), ...further])].sort();
  const packages = folders.map(describePackage);
  bundled[name] = packages.map(({ name: id, version: of, license }) => `${id}@${of} (${license})`);
  await appendFile(`${out}/${name}`, noticeComment(packages));
  return folders;
}

// Built aside and moved into place as a whole: whoever uses dist/ meanwhile never sees half of it.
const out = `.cache/dist-${process.pid}`;
await rm(out, { recursive: true, force: true });
await mkdir(`${out}/sillytavern`, { recursive: true });
await mkdir(`${out}/console`, { recursive: true });

const inBridge = await bundle('sillytavern/index.js', { ...page, entryPoints: ['src/hosts/sillytavern/index.ts'] });
const bridgeManifest = JSON.parse(await readFile('src/hosts/sillytavern/manifest.json', 'utf8'));
await writeFile(`${out}/sillytavern/manifest.json`, `${JSON.stringify({ ...bridgeManifest, version }, null, 2)}\n`);
await cp('src/hosts/sillytavern/style.css', `${out}/sillytavern/style.css`);

const inConsole = await bundle('console/console.js', {
  ...page,
  entryPoints: ['src/hosts/console/console.ts'],
  plugins: [zodInEnglish, zodWithoutCompiler, svelte],
});
const componentStyles = await readFile(`${out}/console/console.css`, 'utf8').catch(() => '');
const panelStyles = `${await readFile('styles.css', 'utf8')}${componentStyles}`;
await writeFile(
  `${out}/console/console.css`,
  `${await readFile('src/hosts/console/console.css', 'utf8')}\n${panelStyles}`,
);
await cp('src/hosts/console/index.html', `${out}/console/index.html`);

const embeddedFiles = embedded({
  bridge: await textsOf(`${out}/sillytavern`, ['manifest.json', 'index.js', 'style.css']),
  console: await textsOf(`${out}/console`, ['index.html', 'console.js', 'console.css']),
});
const carried = [...inBridge, ...inConsole];
const hostPlugins = [grayMatterWithoutEngines, zodInEnglish, zodWithoutCompiler, packedRanks, embeddedFiles];

const plugin = {
  ...shared,
  platform: 'node',
  format: 'cjs',
  entryPoints: ['main.ts'],
  external: ['obsidian', 'electron', '@codemirror/*', '@lezer/*', ...nodeModules],
  // Without the browser condition Svelte's server build is taken and nothing can be mounted.
  conditions: ['svelte', 'browser'],
  mainFields: ['svelte', 'module', 'main'],
  plugins: [...hostPlugins, svelte],
};
await bundle('main.js', plugin, carried);
await rm(`${out}/main.css`, { force: true });
await writeFile(`${out}/styles.css`, panelStyles);
await cp('manifest.json', `${out}/manifest.json`);

const program = {
  ...shared,
  platform: 'node',
  format: 'cjs',
  entryPoints: ['src/hosts/headless/cli.ts'],
  banner: { js: '#!/usr/bin/env node' },
  plugins: hostPlugins,
};
await bundle('cli.cjs', program, carried);
await writeFile('.cache/bundled-packages.json', `${JSON.stringify(bundled, null, 2)}\n`);

await rm('dist', { recursive: true, force: true });
await rename(out, 'dist');
