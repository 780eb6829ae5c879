import { describe, expect, it } from 'vitest';
import { furtherVault } from '../../../tests/browser/support/scripted-vaults';
import { mountedPath, splitMounted } from '../../core/base/mounted-path';
import { portSlices, rangeProblems } from './port-ranges';
import { changeOf, draftOf, draftOfFound, forgetsKey, newDraft, placeOf } from './vault-draft';
import { pathInVault, searchOfVault, vaultIdOf } from './vault-path';
import { vaultProblems } from './vault-problems';
import { placeWords, reportCounts, testSentence, until, vaultFacts } from './vault-words';

describe('paths', () => {
  it.each(['Lore/Mill.md', 'C:/Mill.md', 'harbor-7f3a:/Places/Old Pier.md', 'a1:/x', 'Note: a thing.md', ''])(
    'are read as the index writes them: %s',
    (path) => {
      const { vault, inner } = splitMounted(path);
      expect([vaultIdOf(path) ?? '', pathInVault(path)]).toEqual([vault, inner]);
    },
  );

  it('of a vault are what Browse looks for', () => {
    expect(`folder:"${mountedPath('harbor', '').replace(/\/$/u, '')}"`).toBe(searchOfVault('harbor'));
  });
});

describe('words', () => {
  const now = 1_000_000;
  const vault = furtherVault('atlas', { lastRead: now - 120_000, nextTry: now + 58_000, entries: 1, notes: 2 });

  it('tell how much a vault holds, and when it is looked at again', () => {
    expect(vaultFacts(vault, now)).toEqual(['1 entry in 2 notes', 'read 2 minutes ago', 'next look in 58\u00a0s']);
    expect(vaultFacts({ ...vault, state: 'unreachable', nextTry: now - 1 }, now).at(-1)).toBe('next try now');
    expect(vaultFacts({ ...vault, state: 'off' }, now)).toEqual(['Its entries are not used']);
    const unread = { ...vault, state: 'reading' as const, lastRead: null, nextTry: null, entries: 0, notes: 0 };
    expect(vaultFacts(unread, now)).toEqual(['Not read yet']);
  });

  it('tell when something is due', () => {
    expect([until(now + 8_000, now), until(now + 180_000, now), until(now + 7_200_000, now)]).toEqual([
      ...['in 8\u00a0s', 'in 3\u00a0min', 'in 2\u00a0h'],
    ]);
  });

  it('tell where a vault is', () => {
    expect(placeWords({ ...vault, host: '::1', folder: 'Lore' })).toBe('http://[::1]:27673, only “Lore”');
    expect(placeWords({ ...vault, kind: 'folder', folder: '/lore' })).toBe('/lore');
    expect(placeWords({ ...vault, kind: 'own' })).toBe('');
  });

  it('tell how a test ended', () => {
    const test = { id: 'a', name: 'A', result: 'ok' as const, vault: 'Atlas', notes: 1, version: '1.2.0', reason: '' };
    expect(testSentence(test)).toBe('“Atlas” answers, with 1 note, version 1.2.0.');
    expect(testSentence({ ...test, notes: null, version: '' })).toBe('“Atlas” answers.');
    expect(testSentence({ ...test, result: 'refused', reason: 'The key is not accepted.' })).toBe(
      'The key is not accepted.',
    );
  });

  it('count what changed', () => {
    expect(reportCounts({ added: 1, removed: 2, changed: { text: 1, keys: 3 } })).toBe(
      '1 entry added, 2 entries removed, 1 text changed, keys of 3 entries changed',
    );
  });
});

describe('a draft', () => {
  const vault = furtherVault('atlas', { name: 'Atlas' });

  it('of a folder has no address, of another program no certificate without HTTPS', () => {
    expect(placeOf({ ...newDraft('folder', 'Lore'), folder: ' /lore ' })).toEqual({
      ...{ name: 'Lore', kind: 'folder', folder: '/lore' },
    });
    expect(placeOf({ ...newDraft('local-rest-api', 'O'), https: false })).toMatchObject({ selfSigned: false });
  });

  it('of what was found is called by its address', () => {
    const found = { kind: 'local-rest-api' as const, host: 'box', port: 27_124, https: true, version: '3' };
    expect(draftOfFound(found)).toMatchObject({ name: 'Obsidian at box:27124', https: true, selfSigned: true });
  });

  it('sends only what it changes', () => {
    const draft = draftOf(vault)!;
    expect(changeOf(vault, draft, ' ')).toEqual({});
    expect(changeOf(vault, { ...draft, name: ' Maps ', port: 1 }, ' k ')).toEqual({ name: 'Maps', port: 1, key: 'k' });
    expect(draftOf({ ...vault, kind: 'own' })).toBeUndefined();
  });

  it('forgets the key with another address, and with nothing else', () => {
    const draft = draftOf(vault)!;
    expect(forgetsKey(vault, { ...draft, name: 'Maps', folder: 'Lore' })).toBe(false);
    expect(forgetsKey(vault, { ...draft, https: true })).toBe(true);
    expect(forgetsKey({ ...vault, hasKey: false }, { ...draft, https: true })).toBe(false);
  });

  it('is told field by field what is wrong about it', () => {
    const refused = { kind: 'refused' as const, status: 400, code: 'invalid', detail: 'Look at the fields.' };
    const fields = [{ path: 'place.host', message: 'Write a name.' }];
    expect(vaultProblems('', { ...refused, fields })).toEqual({
      ...{ vault: '', fields: { host: 'Write a name.' }, sentence: '' },
    });
    expect(vaultProblems('', { ...refused, fields: [{ path: 'kind', message: 'No.' }] }).sentence).toBe('No.');
    expect(vaultProblems('', refused).sentence).toBe('Look at the fields.');
  });
});

describe('port ranges', () => {
  it('are cut into pieces', () => {
    expect(
      portSlices([
        { from: 1, to: 21 },
        { from: 5, to: 5 },
      ]),
    ).toEqual([
      ...[
        { from: 1, to: 20 },
        { from: 21, to: 21 },
        { from: 5, to: 5 },
      ],
    ]);
  });

  it('are refused with a sentence', () => {
    expect(rangeProblems(undefined, 1).from).toContain('whole number');
    expect(rangeProblems(1, 70_000).to).toContain('whole number');
    expect(rangeProblems(9, 8).to).toContain('before the first');
    expect(rangeProblems(1, 501).to).toContain('500');
    expect(rangeProblems(1, 500)).toEqual({});
  });
});
