import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { root } from './repository';

const list = z.record(z.string(), z.array(z.string().regex(/^(@[\w-]+\/)?[\w.-]+@\d+\.\d+\.\d+\S* \([\w.-]+\)$/)));
const written = join(root, '.cache/bundled-packages.json');
if (!existsSync(written)) throw new Error('No build has told its packages. Run `npm run build` before this test.');
const bundled = list.parse(JSON.parse(readFileSync(written, 'utf8')));
const files = Object.entries(bundled);
const allowed = ['MIT', 'ISC', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', '0BSD'];

const parsed = (text: string): { name: string; version: string; license: string } => {
  const [, name = '', version = '', license = ''] = /^(.+)@(\S+) \((.+)\)$/.exec(text) ?? [];
  return { name, version, license };
};

/** The comment at the end of a built file. */
function noticeOf(file: string): string {
  const text = readFileSync(join(root, 'dist', file), 'utf8');
  return text.slice(text.lastIndexOf('/*!'));
}

describe('each built file that holds code of others', () => {
  it('is one of the four that are built', () => {
    expect(files.map(([name]) => name).sort()).toEqual([
      'cli.cjs',
      'console/console.js',
      'main.js',
      'sillytavern/index.js',
    ]);
  });

  it.each(files)('%s names its packages with their licences at its end', (file, packages) => {
    const notice = noticeOf(file);
    expect(notice.endsWith('*/\n')).toBe(true);
    const missing = packages
      .map(parsed)
      .filter((one) => !notice.includes(`\n${one.name} ${one.version} (${one.license})`));
    expect(packages.length).toBeGreaterThan(0);
    expect(missing).toEqual([]);
  });

  it.each(files)('%s has packages of allowed licences only', (_, packages) => {
    expect(packages.map(parsed).filter(({ license }) => !allowed.includes(license))).toEqual([]);
  });

  it.each(files)(
    '%s repeats the copyright lines of its packages, and the words of their licences',
    (file, packages) => {
      const notice = noticeOf(file).replaceAll(/\s+/g, ' ');
      const missing = packages
        .map(parsed)
        .flatMap(({ name }) => copyrightOf(name).filter((line) => !notice.includes(line)));
      expect(missing).toEqual([]);
      const words: Readonly<Record<string, string>> = {
        MIT: 'Permission is hereby granted, free of charge',
        ISC: 'Permission to use, copy, modify, and/or distribute this software',
        'Apache-2.0': 'TERMS AND CONDITIONS FOR USE, REPRODUCTION, AND DISTRIBUTION',
        'BSD-3-Clause': 'Redistribution and use in source and binary forms',
      };
      const licences = new Set(packages.map((one) => parsed(one).license));
      expect([...licences].filter((licence) => !notice.includes(words[licence] ?? '?'))).toEqual([]);
    },
  );
});

it('the plugin and the program name also what the bridge and the console inside them hold', () => {
  const inside = [...(bundled['sillytavern/index.js'] ?? []), ...(bundled['console/console.js'] ?? [])];
  for (const file of ['main.js', 'cli.cjs'])
    expect(
      inside.filter((one) => !bundled[file]?.includes(one)),
      file,
    ).toEqual([]);
});

it('every package that the product depends on is in a built file, so that none is listed for nothing', () => {
  const shape = z.object({ dependencies: z.record(z.string(), z.string()) });
  const { dependencies } = shape.parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')));
  const all = new Set(files.flatMap(([, packages]) => packages.map((one) => parsed(one).name)));
  expect(Object.keys(dependencies).filter((name) => !all.has(name))).toEqual([]);
});

/** The copyright lines in the licence that an installed package brings. */
function copyrightOf(name: string): readonly string[] {
  const folder = join(root, 'node_modules', name);
  const file = readdirSync(folder).find((one) => /^licen[cs]e(\.(md|txt))?$/i.test(one));
  const lines = file === undefined ? [] : readFileSync(join(folder, file), 'utf8').split(/\r?\n/);
  return lines
    .map((line) => line.trim().replaceAll(/\s+/g, ' '))
    .filter((line) => /^copyright (\(c\)|\d{4})/i.test(line));
}
