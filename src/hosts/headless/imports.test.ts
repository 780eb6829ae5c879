import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { exportVault, printExport } from './export-command';
import { importFiles, isWhole } from './import-command';
import { UsageError } from './open-vault';
import { importAsJson, printImport } from './print-import';

let base = '';
let vault = '';
beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), 'lorehearth-imports-'));
  vault = join(base, 'vault');
  await mkdir(vault);
  await writeFile(join(vault, 'Fox.md'), '---\ntags: [lorebook]\nkeys: [fox]\n---\nA red animal.\n');
});
afterEach(() => rm(base, { recursive: true, force: true }));

async function file(name: string, value: unknown): Promise<string> {
  await writeFile(join(base, name), typeof value === 'string' ? value : JSON.stringify(value));
  return join(base, name);
}

const den = { uid: 0, key: ['den'], keysecondary: [], comment: 'Den', content: 'Under the oak.' };
const fox = { uid: 1, key: ['fox'], keysecondary: [], comment: 'Fox', content: 'Red.' };
const tavern = { entries: { 0: den, 1: fox } };
const vaultFiles = async (): Promise<readonly string[]> =>
  (await readdir(vault, { recursive: true })).filter((name) => name.endsWith('.md')).sort();

describe('import', () => {
  test('tells in a dry run what it would do, and writes nothing', async () => {
    const outcome = await importFiles({ files: [await file('Forest.json', tavern)], vault, dryRun: true });
    expect(importAsJson(outcome)).toMatchObject([
      { file: 'Forest.json', format: 'sillytavern', entries: 2, mapped: 2, problems: [] },
    ]);
    expect(printImport(outcome)).toMatch(/Forest\.json +sillytavern +1 +1 +0/);
    expect(printImport(outcome)).toContain('Nothing was written');
    expect(isWhole(outcome)).toBe(true);
    expect(await vaultFiles()).toEqual(['Fox.md']);
  });

  test('makes notes in the folder that is given, and knows them the next time', async () => {
    const files = [await file('Forest.json', tavern)];
    const outcome = await importFiles({ files, vault, folder: 'In', dryRun: false });
    expect(outcome.report).toMatchObject({ created: ['In/Forest/Den.md', 'In/Forest/Fox.md'] });
    expect(await readFile(join(vault, 'In/Forest/Den.md'), 'utf8')).toContain('Under the oak.\n');
    const again = await importFiles({ files, vault, folder: 'In', dryRun: false });
    expect(again.report).toMatchObject({ created: [], updated: [], unchanged: 2, id: undefined });
    expect(printImport(again)).toContain('0 notes made, 0 changed.');
  });

  test('tells of files that cannot be read, in their order, and takes the others', async () => {
    const files = [join(base, 'nowhere.json'), await file('Broken.json', '{"a":'), await file('Forest.json', tavern)];
    const outcome = await importFiles({ files, vault, dryRun: false });
    expect(importAsJson(outcome)).toMatchObject([
      { file: 'nowhere.json', format: null, entries: 0, problems: [expect.stringContaining('It does not exist.')] },
      { file: 'Broken.json', format: null, entries: 0, problems: [expect.stringMatching(/\S.*\./)] },
      { file: 'Forest.json', format: 'sillytavern', entries: 2 },
    ]);
    expect(outcome.report?.created).toHaveLength(2);
    expect(isWhole(outcome)).toBe(false);
    expect(printImport(outcome)).toContain('nowhere.json: ');
  });

  test.each(['../out', '.hidden'])('refuses the folder %s with a sentence', async (folder) => {
    const files = [await file('Forest.json', tavern)];
    await expect(importFiles({ files, vault, folder, dryRun: false })).rejects.toBeInstanceOf(UsageError);
  });
});

describe('export', () => {
  test('writes a file that is imported again as what it was', async () => {
    const out = join(base, 'Out.json');
    const exported = await exportVault({ vault, format: 'sillytavern', out });
    expect(exported).toMatchObject({ entries: 1, problems: [] });
    expect(printExport(exported)).toMatch(/^1 entries\./);
    expect(await readFile(out, 'utf8')).toContain('"A red animal."');
    const other = join(base, 'other');
    await mkdir(other);
    await importFiles({ files: [out], vault: other, dryRun: false });
    expect(await readFile(join(other, 'Lorebooks/vault/Fox.md'), 'utf8')).toContain('A red animal.');
  });

  test('takes one folder alone', async () => {
    await importFiles({ files: [await file('Forest.json', tavern)], vault, dryRun: false });
    expect(await exportVault({ vault, format: 'novelai', folder: 'Lorebooks' })).toMatchObject({ entries: 2 });
    expect(await exportVault({ vault, format: 'ccv3', folder: 'Nowhere' })).toMatchObject({ entries: 0 });
  });

  test('names the formats that are written, and files that cannot be', async () => {
    await expect(exportVault({ vault, format: 'paper' })).rejects.toThrow(/sillytavern/);
    const out = join(base, 'no', 'folder.json');
    await expect(exportVault({ vault, format: 'ccv2', out })).rejects.toThrow('It does not exist.');
  });
});
