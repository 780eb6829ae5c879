import { beforeEach, describe, expect, test } from 'vitest';
import { CollectingLog } from '../../adapters/memory/collecting-log';
import { ManualTime } from '../../adapters/memory/manual-time';
import { MemoryDocumentStore } from '../../adapters/memory/memory-document-store';
import { SeededRandom } from '../../adapters/memory/seeded-random';
import { GapInbox, type ProposalMark } from './gap-inbox';
import type { GapSighting } from './sighting';

let store: MemoryDocumentStore;
let inbox: GapInbox;
let changes: number;

function open(): GapInbox {
  const time = new ManualTime();
  const changed = (): void => void (changes += 1);
  return new GapInbox({
    store,
    clock: time,
    timer: time,
    random: new SeededRandom(),
    log: new CollectingLog(),
    changed,
  });
}

beforeEach(() => {
  store = new MemoryDocumentStore();
  changes = 0;
  inbox = open();
});

const met = (title: string, more: Partial<GapSighting> = {}): GapSighting => ({
  ...{ chat: 'c', kind: 'missing', title, reason: '', urgency: 'low', origin: 'writer', evidence: [] },
  ...more,
});
const seen = (title: string, mentions: number): GapSighting =>
  met(title, { origin: 'scan', scan: { mentions, forms: [], shape: 'word' } });

async function flagged(title: string, more: Partial<GapSighting> = {}) {
  return (await inbox.flag(met(title, more))).gap;
}

const stateOf = (id: string) => inbox.find(id)?.status;

test('a gap is kept over a restart, with what was decided', async () => {
  const { id } = await flagged('Ossa');
  await flagged('Brakk', { chat: undefined });
  await inbox.decide([id], { status: 'hidden', urgency: 'high' });
  await inbox.flush();
  inbox = open();
  await inbox.load();
  expect(inbox.all().map(({ title, status, urgency }) => [title, status, urgency])).toEqual([
    ['Brakk', 'open', 'low'],
    ['Ossa', 'hidden', 'high'],
  ]);
});

describe('what was put away', () => {
  test('is no find of a scan when it was dismissed, and is told of to nobody', async () => {
    const { id } = await flagged('Ossa');
    await inbox.decide([id], { status: 'dismissed' });
    const before = inbox.find(id);
    const told = changes;
    expect(await inbox.scanned('c', [seen('Ossa', 50)], true)).toEqual([]);
    expect([inbox.find(id), changes]).toEqual([before, told]);
  });

  test('comes back when it was hidden and is flagged again', async () => {
    const { id } = await flagged('Ossa');
    await inbox.decide([id], { status: 'hidden' });
    expect(await inbox.flag(met('Ossa'))).toMatchObject({
      kind: 'kept',
      isNew: false,
      gap: { status: 'open', flags: 2 },
    });
  });

  test('never comes back when it was dismissed, neither flagged nor found', async () => {
    const { id } = await flagged('Ossa');
    await inbox.decide([id], { status: 'dismissed' });
    expect(await inbox.flag(met('the Ossa'))).toMatchObject({ kind: 'dismissed' });
    await inbox.scanned('c', [seen('Ossa', 50)], true);
    expect(stateOf(id)).toBe('dismissed');
    expect(inbox.learning.isDismissed(['OSSA'])).toBe(true);
  });

  test('comes back when the dismissal is taken back, and nothing of it is remembered', async () => {
    const { id } = await flagged('Ossa');
    await inbox.decide([id], { status: 'dismissed' });
    await inbox.decide([id], { status: 'open' });
    expect(stateOf(id)).toBe('open');
    expect(inbox.learning.isDismissed(['Ossa'])).toBe(false);
  });

  test('stays hidden while a scan finds it no more often, and comes back when it finds it much more often', async () => {
    const [gap] = await inbox.scanned('c', [seen('Ossa', 4)], true);
    const id = gap?.id ?? '';
    await inbox.decide([id], { status: 'hidden' });
    await inbox.scanned('c', [seen('Ossa', 6)], true);
    expect(stateOf(id)).toBe('hidden');
    await inbox.scanned('c', [seen('Ossa', 9)], true);
    expect(stateOf(id)).toBe('open');
  });

  test('is put away in a branch, too', async () => {
    const { id } = await flagged('Ossa');
    await flagged('Brakk');
    await inbox.decide([id], { status: 'dismissed' });
    await inbox.fork('branch', 'c');
    expect(
      inbox
        .all()
        .filter(({ chat }) => chat === 'branch')
        .map(({ title }) => title),
    ).toEqual(['Ossa']);
  });
});

describe('a scan', () => {
  test('that finds the same again changes nothing', async () => {
    await inbox.scanned('c', [seen('Ossa', 4)], true);
    const before = changes;
    await inbox.scanned('c', [seen('Ossa', 4)], true);
    expect(changes).toBe(before);
  });

  test('takes a gap away whose words are gone from the chat, unless somebody else met it or decided on it', async () => {
    await inbox.scanned('c', [seen('Ossa', 4), seen('Brakk', 3), seen('Ilmar', 3)], true);
    await flagged('Brakk');
    const hidden = inbox.all().find(({ title }) => title === 'Ilmar')?.id ?? '';
    await inbox.decide([hidden], { status: 'hidden' });
    await inbox.scanned('c', [], true);
    expect(inbox.all().map(({ title }) => title)).toEqual(['Brakk', 'Ilmar']);
  });

  test('of a part of the chat takes nothing away', async () => {
    await inbox.scanned('c', [seen('Ossa', 4)], true);
    await inbox.scanned('c', [], false);
    expect(inbox.all()).toHaveLength(1);
  });

  test('of another chat keeps its own gaps', async () => {
    await inbox.scanned('c', [seen('Ossa', 4)], true);
    await inbox.scanned('d', [seen('Ossa', 3)], true);
    expect(inbox.all().map(({ chat, mentions }) => [chat, mentions])).toEqual([
      ['c', 4],
      ['d', 3],
    ]);
  });
});

describe('a gap follows', () => {
  const mark = (more: Partial<ProposalMark>): ProposalMark => ({
    ...{ id: 'p', gap: undefined, state: 'waiting', title: undefined },
    ...more,
  });

  test('a proposal that names it: drafted, then written, or open again', async () => {
    const { id } = await flagged('Ossa');
    await inbox.followProposals([mark({ gap: id })]);
    expect(inbox.find(id)).toMatchObject({ status: 'drafted', proposal: 'p' });
    await inbox.followProposals([mark({ gap: id, state: 'rejected' })]);
    expect(inbox.find(id)).toMatchObject({ status: 'open', proposal: undefined });
    await inbox.followProposals([mark({ id: 'q', gap: id })]);
    await inbox.followProposals([mark({ id: 'q', gap: id, state: 'accepted' })]);
    expect(stateOf(id)).toBe('written');
  });

  test('a change that is taken back: open again, and what the user decides after that stays', async () => {
    const { id } = await flagged('Ossa');
    await inbox.followProposals([mark({ gap: id })]);
    await inbox.followProposals([mark({ gap: id, state: 'accepted' })]);
    await inbox.followUndone(new Set(['another']));
    expect(stateOf(id)).toBe('written');
    await inbox.followUndone(new Set(['p']));
    expect(inbox.find(id)).toMatchObject({ status: 'open', proposal: undefined });
    await inbox.decide([id], { status: 'written' });
    await inbox.followUndone(new Set(['p']));
    expect(stateOf(id)).toBe('written');
  });

  test('a proposal for a new note of its title', async () => {
    const { id } = await flagged('the Silver Order');
    await inbox.followProposals([mark({ title: 'Silver Order' })]);
    expect(stateOf(id)).toBe('drafted');
  });

  test('an entry that bears its name: written, whether it was open, drafted or hidden', async () => {
    const [a, b, c, d] = [await flagged('Ossa'), await flagged('Brakk'), await flagged('Ilmar'), await flagged('Vell')];
    inbox.drafted(b.id);
    await inbox.decide([c.id], { status: 'hidden' });
    await inbox.decide([d.id], { status: 'dismissed' });
    await inbox.followEntries(({ title }) => `id of ${title}`);
    expect([a, b, c, d].map(({ id }) => stateOf(id))).toEqual(['written', 'written', 'written', 'dismissed']);
    expect(inbox.find(a.id)?.entry).toBe('id of Ossa');
  });

  test('no entry that was there when the user opened it again, but a new one', async () => {
    const { id } = await flagged('Ossa');
    const bears = (entry: string | undefined) => () => entry;
    await inbox.followEntries(bears('first'));
    await inbox.decide([id], { status: 'open' }, bears('first'));
    await inbox.followEntries(bears('first'));
    expect(inbox.find(id)).toMatchObject({ status: 'open', entry: undefined });
    await inbox.followEntries(bears('second'));
    expect(inbox.find(id)).toMatchObject({ status: 'written', entry: 'second' });
  });

  test('an entry of the name that was gone for a while, also after the user opened it again', async () => {
    const { id } = await flagged('Ossa');
    await inbox.decide([id], { status: 'open' }, () => 'first');
    await inbox.followEntries(() => undefined);
    expect(stateOf(id)).toBe('open');
    await inbox.followEntries(() => 'first');
    expect(stateOf(id)).toBe('written');
  });

  test('no change that was accepted before the user opened it again, but one that is proposed then', async () => {
    const { id } = await flagged('Ossa');
    await inbox.followProposals([mark({ gap: id })]);
    const accepted = mark({ gap: id, state: 'accepted' });
    await inbox.followProposals([accepted]);
    await inbox.decide([id], { status: 'open' }, () => 'first');
    await inbox.followProposals([accepted]);
    expect(stateOf(id)).toBe('open');
    await inbox.followProposals([mark({ id: 'q', gap: id }), accepted]);
    await inbox.followProposals([mark({ id: 'q', gap: id, state: 'accepted' }), accepted]);
    expect(inbox.find(id)).toMatchObject({ status: 'written', proposal: 'q' });
  });

  test('no entry when it is about what an entry says wrongly', async () => {
    const { id } = await flagged('Ossa', { kind: 'outdated' });
    await inbox.followEntries(() => 'entry');
    expect(stateOf(id)).toBe('open');
  });

  test('a flag that comes after it was written: it is open again', async () => {
    const { id } = await flagged('Ossa', { kind: 'outdated' });
    await inbox.decide([id], { status: 'written' });
    await flagged('Ossa', { kind: 'outdated' });
    expect(stateOf(id)).toBe('open');
  });
});

test('what is dismissed makes its like rarer, and what is used makes it frequent again', async () => {
  const { learning } = inbox;
  const usual = learning.factorOf('Ilmar', 'opening');
  for (const title of ['Lantern', 'Curtain', 'Ledger', 'Candle']) {
    const [gap] = await inbox.scanned(
      'c',
      [met(title, { origin: 'scan', scan: { mentions: 5, forms: [], shape: 'opening' } })],
      false,
    );
    await inbox.decide([gap?.id ?? ''], { status: 'dismissed' });
  }
  const strict = learning.factorOf('Ilmar', 'opening');
  expect(usual).toBe(1);
  expect(strict).toBeGreaterThan(1.5);
  expect(learning.factorOf('Brass Lantern', 'words')).toBe(1.5);
  await inbox.flush();
  inbox = open();
  await inbox.load();
  expect(inbox.learning.factorOf('Ilmar', 'opening')).toBe(strict);
});

test('gaps of a newer version are shown and not written over', async () => {
  await flagged('Ossa');
  await inbox.flush();
  const newer = (name: string): void =>
    store.setText(name, (store.text(name) ?? '').replace('"version":1', '"version":9'));
  newer('gaps');
  inbox = open();
  await inbox.load();
  expect(inbox.all()).toHaveLength(1);
  const { writes } = store;
  await flagged('Brakk');
  await inbox.flush();
  expect(store.writes).toBe(writes);
});
