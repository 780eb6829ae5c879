import { describe, expect, test } from 'vitest';
import { generated, settled, type EngineHost } from '../../../tests/support/engine-host';
import { chatOf, lore, refusals, requestFor, type Notes } from '../../../tests/support/lore-vault';
import { vaultHost, viewOf } from '../../../tests/support/vault-host';
import type { SameTitlePolicy } from '../lore/same-title-policy';

const home: Notes = { 'Pier.md': lore('keys: [pier]\naliases: [Quay]\npriority: 7', 'The pier of home.') };
const harbor: Notes = { 'Pier.md': lore('keys: [jetty]\naliases: [Mole]\npriority: 3', 'The pier of the harbor.') };

async function host(policy: SameTitlePolicy, own: Notes = home, further: Notes = harbor) {
  const opened = await vaultHost(own, { settings: { sameTitlePolicy: policy } });
  await opened.add('Harbor', further);
  return opened;
}

let turns = 0;

async function turn({ engine }: EngineHost, line: string) {
  return engine.generate(requestFor(chatOf(line), { generationId: `t${String(turns++)}` }), 10_000);
}

async function injected(opened: EngineHost, line: string): Promise<string> {
  return (await turn(opened, line)).injections.map(({ text }) => text).join('|');
}

describe('with all', () => {
  test('each entry is used, those of further vaults under a title with the name of their vault', async () => {
    const opened = await host('all');
    expect(await generated(opened.engine, ['Mara: pier and jetty'])).toEqual(['Pier (Harbor)', 'Pier']);
    expect(opened.engine.problems().map(({ code }) => code)).not.toContain('title-duplicate');
  });

  test('a title means the entry of the own vault, and with the name of a vault that of it', async () => {
    const { engine } = await host('all');
    const texts = (name: string) => engine.findEntries(name).map(({ text }) => text);
    expect(texts('Pier')).toEqual(['The pier of home.']);
    expect(texts('Pier (Harbor)')).toEqual(['The pier of the harbor.']);
  });

  test('another name of a vault is seen in the titles at once, without a look at the vault', async () => {
    const opened = await host('all');
    const { id } = viewOf(opened, 'Harbor');
    await opened.engine.vaults.change(id, { name: 'Old Port' });
    expect(opened.engine.entries({}, 0, 9).items.map(({ title, vault }) => [title, vault])).toEqual([
      ['Pier', 'Home'],
      ['Pier (Old Port)', 'Old Port'],
    ]);
  });
});

describe('with first', () => {
  test('the first vault’s entry is used, and the other is refused with the reason where it would have matched', async () => {
    const opened = await host('first');
    const result = await turn(opened, 'Mara: pier and jetty');
    expect(result.injections.map(({ text }) => text).join()).toBe('The pier of home.');
    expect(refusals(result)).toMatchObject({ Pier: 'same_title' });
    const refused = result.trace.decisions.find(({ reason }) => reason === 'same_title');
    expect(refused?.detail).toBe('The vault Home has an entry of the same title (Pier.md), which is used instead.');
  });

  test('why-not tells it even where nothing matched', async () => {
    const opened = await host('first');
    const id = opened.engine.entries({}, 0, 9).items.find(({ vault }) => vault === 'Harbor')?.id ?? '';
    const preview = await opened.engine.preview(requestFor(chatOf('Mara: hello')), { explain: [id] });
    expect(preview.explanations).toMatchObject([{ reason: 'same_title', isInjected: false }]);
  });

  test('a name of what is left out means the entry that is used', async () => {
    const { engine } = await host('first');
    expect(engine.findEntries('Mole').map(({ text }) => text)).toEqual(['The pier of home.']);
  });

  test('what is switched off takes no part', async () => {
    const off = { 'Pier.md': lore('keys: [pier]\nenabled: false', 'The pier of home.') };
    const opened = await host('first', off);
    expect(await injected(opened, 'Mara: pier and jetty')).toBe('The pier of the harbor.');
  });

  test('the next one is used as soon as the first is gone', async () => {
    const opened = await host('first');
    opened.source.remove('Pier.md');
    await settled();
    expect(await injected(opened, 'Mara: pier and jetty')).toBe('The pier of the harbor.');
  });

  test('another order of the vaults lets another one lead', async () => {
    const opened = await host('first', {}, harbor);
    await opened.add('Kelp', { 'Pier.md': lore('keys: [jetty]', 'The pier of kelp.') });
    expect(await injected(opened, 'Mara: jetty')).toBe('The pier of the harbor.');
    const ids = ['Kelp', 'Harbor'].map((name) => viewOf(opened, name).id);
    expect(await opened.engine.vaults.reorder(ids)).toBeUndefined();
    expect(await injected(opened, 'Mara: jetty')).toBe('The pier of kelp.');
    expect(await opened.engine.vaults.reorder(ids.slice(1))).toMatchObject({ field: 'ids' });
  });
});

test('with last, the entry of the last vault is used', async () => {
  const opened = await host('last');
  expect(await injected(opened, 'Mara: pier and jetty')).toBe('The pier of the harbor.');
});

describe('with merge', () => {
  test('all are one entry: keys, aliases and texts of all, the rest of the first', async () => {
    const opened = await host('merge');
    const text = 'The pier of home.\n\nThe pier of the harbor.';
    for (const line of ['Mara: the pier', 'Mara: the jetty', 'Mara: the mole'])
      expect(await injected(opened, line)).toBe(text);
    expect(opened.engine.entryByPath('Pier.md')).toMatchObject({
      ...{ title: 'Pier', vault: 'Home', priority: 7, text },
      properties: { aliases: ['Quay', 'Mole'] },
    });
    const result = await turn(opened, 'Mara: the jetty');
    expect(result.trace.entries.filter((entry) => entry.injected)).toHaveLength(1);
    expect(result.trace.decisions.find(({ reason }) => reason === 'same_title')?.detail).toBe(
      'Its keys and its text are part of Pier.md in the vault Home, which has the same title.',
    );
  });

  test('a text that says the same is not said twice, and a change of one part changes the whole', async () => {
    const opened = await host('merge', home, { 'Pier.md': lore('keys: [jetty]', 'The  pier of home.') });
    expect(await injected(opened, 'Mara: jetty')).toBe('The pier of home.');
    opened.vault('Harbor').set('Pier.md', lore('keys: [wharf]', 'It is long.'));
    await opened.engine.vaults.read(viewOf(opened, 'Harbor').id);
    expect(await injected(opened, 'Mara: wharf')).toBe('The pier of home.\n\nIt is long.');
    expect(await injected(opened, 'Mara: jetty')).toBe('');
  });

  test('they fall apart again when the vault goes', async () => {
    const opened = await host('merge');
    await opened.engine.vaults.remove(viewOf(opened, 'Harbor').id);
    expect(opened.engine.entryByPath('Pier.md')?.text).toBe('The pier of home.');
    expect(opened.engine.entryByPath('Pier.md')?.sharedTitle).toBeUndefined();
    expect(await injected(opened, 'Mara: jetty')).toBe('');
  });
});

test('another policy holds from the next turn on, and no vault is read for it', async () => {
  const opened = await host('all');
  const asked = opened.opener.asked.length;
  const policies: readonly SameTitlePolicy[] = ['first', 'last', 'merge', 'all'];
  const texts: string[] = [];
  for (const sameTitlePolicy of policies) {
    await opened.engine.changeSettings({ sameTitlePolicy });
    texts.push(await injected(opened, 'Mara: pier, jetty'));
  }
  expect(texts).toEqual([
    'The pier of home.',
    'The pier of the harbor.',
    'The pier of home.\n\nThe pier of the harbor.',
    expect.stringMatching(/harbor\.\s+The pier of home\./) as string,
  ]);
  expect(opened.opener.asked).toHaveLength(asked);
});

describe('names in a further vault', () => {
  const own: Notes = {
    'Pier.md': lore('keys: [pier]'),
    'Fox.md': lore('keys: [fox]\nrequires: ["[[Pier]]"]'),
  };

  test('mean its own entries first: in requires, links and cascades', async () => {
    const further: Notes = {
      'Pier.md': lore('keys: [jetty]'),
      'Gull.md': lore('keys: [gull]\nrequires: ["[[Pier]]"]', 'See [[Pier]].'),
      'Crew.md': lore('keys: [crew]\ncascade_links: ["[[Pier]]"]'),
    };
    const opened = await host('all', own, further);
    expect(await generated(opened.engine, ['Mara: fox, gull, jetty'])).toEqual(['Gull', 'Pier (Harbor)']);
    expect(await generated(opened.engine, ['Mara: fox, gull', 'Vesk: pier'])).toEqual(['Pier', 'Fox']);
    expect(await generated(opened.engine, ['Mara: x', 'Vesk: y', 'Mara: crew'])).toEqual(['Crew', 'Pier (Harbor)']);
    const pier = opened.engine.findEntries('Pier (Harbor)')[0]?.id;
    const { edges } = opened.engine.graph.graph({ limit: 100 });
    const gull = opened.engine.findEntries('Gull')[0]?.id;
    expect(edges.filter(({ from }) => from === gull)).toMatchObject([{ to: pier }]);
    expect(opened.engine.problems().map(({ code }) => code)).not.toContain('link-target-ambiguous');
  });

  test('mean those of another vault where their own has none, by title or by path inside their own vault', async () => {
    const further: Notes = {
      'Gull.md': lore('keys: [gull]\nrequires: ["[[Fox]]"]'),
      'In/Reed.md': lore('keys: [reed]'),
      'Duck.md': lore('keys: [duck]\nrequires: ["[[In/Reed]]"]'),
    };
    const opened = await host('all', { 'Fox.md': lore('keys: [fox]') }, further);
    expect([...(await generated(opened.engine, ['Mara: fox, gull']))].sort()).toEqual(['Fox', 'Gull']);
    expect(await generated(opened.engine, ['Mara: x', 'Vesk: gull'])).toEqual([]);
    expect([...(await generated(opened.engine, ['A: x', 'B: y', 'C: duck, reed']))].sort()).toEqual(['Duck', 'Reed']);
  });
});
