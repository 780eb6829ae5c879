/**
 * Takes pictures of every panel and lays them out on one page.
 *
 *   npm run gallery             every panel × state × theme × width, into artifacts/gallery/index.html
 *   npm run gallery -- --walks  the walks through the panels too (some minutes more)
 *   npm run gallery -- --docs   the pictures of the user guide, into docs/guide/pictures
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
const isDocs = process.argv.includes('--docs');
const withWalks = process.argv.includes('--walks');

const folder = 'artifacts/gallery';
const walks = 'artifacts/console';
const files = [
  'tests/browser/gallery.browser.test.ts',
  ...(withWalks && !isDocs ? ['tests/browser/console-pictures.browser.test.ts'] : []),
];
const environment = { ...process.env, REQUIRE_CHROMIUM: '1', PICTURES: isDocs ? 'guide' : 'all' };
const run = spawnSync('npx', ['vitest', 'run', '--project', 'browser', ...files], {
  stdio: 'inherit',
  env: environment,
});
if (!isDocs) {
  writeFileSync(`${folder}/index.html`, contactSheet());
  console.log(`\n${folder}/index.html`);
}
process.exit(run.status ?? 1);

/** The page's own look. */
function style() {
  return 'body{margin:24px;font:14px system-ui;background:#777;color:#fff}a{color:inherit}div{display:flex;flex-wrap:wrap;gap:12px;align-items:start}img{width:100%;display:block}.wide{width:480px}.narrow{width:180px}';
}

/** All pictures, a part for each panel, a row for each state. */
function contactSheet() {
  const shape = /^(.+)-(sample|long|empty|loading|error|offline)-(light|dark)-(\d+)\.png$/u;
  const pictures = pngs(folder).flatMap((file) => {
    const [, panel, state] = shape.exec(file) ?? [];
    return panel === undefined ? [] : [{ file, panel, state }];
  });
  const panels = [...new Set(pictures.map(({ panel }) => panel))];
  const states = [...new Set(pictures.map(({ state }) => state))];
  const parts = panels.map((panel) => {
    const rows = states.map((state) => {
      const row = pictures.filter((one) => one.panel === panel && one.state === state);
      return `<h3>${state}</h3><div>${row.map(({ file }) => figure(file)).join('')}</div>`;
    });
    return `<h2 id="${panel}">${panel}</h2>${rows.join('')}`;
  });
  const further = pngs(walks).map((file) => figure(`../console/${file}`));
  const links = panels.map((panel) => `<a href="#${panel}">${panel}</a>`).join(' ');
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Panels of Lorehearth</title><style>${style()}</style>
<h1>Panels of Lorehearth</h1><nav>${links} <a href="#walks">walks</a></nav>${parts.join('\n')}
<h2 id="walks">walks</h2><div>${further.join('')}</div></html>\n`;
}

function pngs(of) {
  return existsSync(of) ? readdirSync(of).filter((name) => name.endsWith('.png')) : [];
}

function figure(file) {
  const isNarrow = file.endsWith('-280.png');
  return `<a href="${file}" class="${isNarrow ? 'narrow' : 'wide'}"><img loading="lazy" src="${file}" alt="${file}"></a>`;
}
