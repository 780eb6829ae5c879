import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { panels } from '../src/ui/panels';
import { guidePictures } from './browser/support/gallery/guide-pictures';

const guide = fileURLToPath(new URL('../docs/guide/', import.meta.url));
const pages = readdirSync(guide).filter((name) => name.endsWith('.md'));
const links = pages.flatMap((page) =>
  [...readFileSync(guide + page, 'utf8').matchAll(/\]\((?<target>[^)#]+)/gu)].map(
    ({ groups }) => groups?.['target'] ?? '',
  ),
);
const shown = links.filter((link) => link.startsWith('pictures/')).map((link) => link.slice('pictures/'.length, -4));

describe('the user guide', () => {
  it('shows only pictures that are made by `npm run gallery -- --docs`', () => {
    const made = new Set(guidePictures.map(({ name }) => name));
    expect(shown.filter((name) => !made.has(name))).toEqual([]);
  });

  it('shows every picture that is made for it', () => {
    expect(guidePictures.map(({ name }) => name).filter((name) => !shown.includes(name))).toEqual([]);
  });

  it('shows every panel', () => {
    expect(panels.map(({ name }) => name).filter((name) => !shown.includes(name))).toEqual([]);
  });

  it('leads to pages and pictures that exist', () => {
    expect(links.filter((link) => !existsSync(guide + link))).toEqual([]);
  });

  it('is small enough to be kept with the code', () => {
    const folder = `${guide}pictures/`;
    const bytes = readdirSync(folder).reduce((sum, name) => sum + statSync(folder + name).size, 0);
    expect(bytes).toBeLessThan(2_500_000);
  });
});
