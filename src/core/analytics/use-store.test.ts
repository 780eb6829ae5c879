import { describe, expect, test } from 'vitest';
import { CollectingLog } from '../../adapters/memory/collecting-log';
import { ManualTime } from '../../adapters/memory/manual-time';
import { MemoryDocumentStore } from '../../adapters/memory/memory-document-store';
import type { TurnUse } from './turn-use';
import { UseLedger } from './use-ledger';
import { UseStore } from './use-store';

const LIST = 'analytics';
const FIRST_DAY = `${LIST}-0`;

function setUp(store = new MemoryDocumentStore()) {
  const log = new CollectingLog();
  return { store, log, uses: new UseStore({ store, timer: new ManualTime(), log }), ledger: new UseLedger() };
}

const turn = (number: number, day = '2024-01-01', generation = `g${String(number)}`): TurnUse => ({
  generation,
  chat: 'c',
  chatName: 'Harbor night',
  turn: number,
  lane: 'reply',
  at: Date.parse(day) + number,
  day,
  tokens: 30,
  injected: 1,
  candidates: 2,
  entries: [
    { id: 'a', title: 'Silver Keep', card: undefined, tokens: 30, outcome: 'injected', reason: undefined },
    { id: 'b', title: 'Bell', card: 'Maren', tokens: 0, outcome: 'refused', reason: 'cooldown' },
  ],
});

describe('the store of uses', () => {
  test('brings back sums, single turns and names after a restart', async () => {
    const { uses, ledger, store } = setUp();
    for (let number = 0; number < 230; number++) ledger.record(turn(number));
    await uses.save(ledger);
    const again = setUp(store);
    await again.uses.load(again.ledger);
    expect(again.ledger.sum({})).toEqual(ledger.sum({}));
    expect(again.ledger.recent({}, 1_000)).toEqual(ledger.recent({}, 1_000));
    expect(again.ledger.name('b')).toEqual({ title: 'Bell', card: 'Maren' });
    expect(again.ledger.chatName('c')).toBe('Harbor night');
    again.ledger.record(turn(229, '2024-01-01', 'swipe'));
    expect(again.ledger.sum({}).turns).toBe(230);
  });

  test('turns that come before earlier ones were read are counted beside them, and a swipe counts once', async () => {
    const { uses, ledger, store } = setUp();
    ledger.record(turn(1));
    ledger.record(turn(2));
    await uses.save(ledger);
    const again = setUp(store);
    again.ledger.record(turn(2, '2024-01-02', 'swipe'));
    again.ledger.record(turn(3, '2024-01-02'));
    await again.uses.load(again.ledger);
    expect(again.ledger.sum({}).turns).toBe(3);
    expect(again.ledger.byDay({}).map(([, { turns }]) => turns)).toEqual([1, 2]);
  });

  test('a turn costs the writing of its day and of the list', async () => {
    const { uses, ledger, store } = setUp();
    for (let day = 1; day <= 20; day++) ledger.record(turn(day, `2024-01-${String(day).padStart(2, '0')}`));
    await uses.save(ledger);
    const before = store.writes;
    ledger.record(turn(99, '2024-01-20'));
    await uses.save(ledger);
    expect(store.writes - before).toBe(2);
    await uses.save(ledger);
    expect(store.writes - before).toBe(2);
  });

  test('a day that became part of the sum is not counted twice when its document is still there', async () => {
    const { uses, ledger, store } = setUp();
    for (let day = 0; day < 90; day++) ledger.record(turn(day, dayAfter(day)));
    await uses.save(ledger);
    const documents = Object.fromEntries(store.names.map((name) => [name, store.text(name) ?? '']));
    ledger.record(turn(90, dayAfter(90)));
    await uses.save(ledger);
    // The host stopped before the first day was forgotten: its document and a list that names it are back.
    const list = JSON.parse(store.text('analytics') ?? '') as { items: { key: string; place: number }[] };
    const first = (JSON.parse(documents['analytics'] ?? '') as typeof list).items[0];
    const place = String(first?.place);
    list.items = [...list.items.filter((item) => item.place !== first?.place), ...(first ? [first] : [])];
    store.setText(LIST, JSON.stringify(list));
    store.setText(`analytics-${place}`, documents[`analytics-${place}`] ?? '');
    const again = setUp(store);
    await again.uses.load(again.ledger);
    expect(again.ledger.sum({}).turns).toBe(91);
  });

  test('what is forgotten can be brought back beside what was counted since', async () => {
    const { uses, ledger, store } = setUp();
    ledger.record(turn(1));
    expect(await uses.keepUndo(ledger, 7)).toBe(true);
    ledger.clear();
    await uses.save(ledger);
    expect(ledger.sum({}).turns).toBe(0);
    const again = setUp(store);
    await again.uses.load(again.ledger);
    expect(again.ledger.sum({}).turns).toBe(0);
    again.ledger.record(turn(2));
    const undo = await again.uses.undo();
    expect(undo?.at).toBe(7);
    for (const part of undo?.parts ?? []) again.ledger.bringBack(part);
    await again.uses.save(again.ledger);
    await again.uses.dropUndo();
    expect(await again.uses.undo()).toBeUndefined();
    const third = setUp(store);
    await third.uses.load(third.ledger);
    expect(third.ledger.sum({})).toMatchObject({ turns: 2, tokens: 60 });
  });

  test.each([
    ['a damaged list', 'analytics', '['],
    ['a damaged day', 'analytics-0', '{"version":1,"key":"2024-01-01","value":{"part":"2024-01-01","turns":[[1],7]}}'],
    ['a day of another form', 'analytics-0', '{"version":1,"key":"2024-01-01","value":[]}'],
  ])('%s is none', async (_, name, text) => {
    const { uses, ledger, store } = setUp();
    ledger.record(turn(1));
    await uses.save(ledger);
    store.setText(name, text);
    const again = setUp(store);
    await again.uses.load(again.ledger);
    expect(again.ledger.sum({}).turns).toBe(0);
  });

  test('figures that are none are 0, never less', async () => {
    const { uses, ledger, store } = setUp();
    for (let number = 0; number < 201; number++) ledger.record(turn(number));
    await uses.save(ledger);
    store.setText(FIRST_DAY, (store.text('analytics-0') ?? '').replace('["c",1,1,30', '["c",-4,"many",30'));
    const again = setUp(store);
    await again.uses.load(again.ledger);
    expect(again.ledger.sum({})).toMatchObject({ turns: 200, injected: 200 });
  });

  test('without a place for the undo nothing may be forgotten', async () => {
    const { uses, ledger, store, log } = setUp();
    store.failWriting(new Error('disk full'));
    expect(await uses.keepUndo(ledger, 1)).toBe(false);
    expect(log.warnings).toHaveLength(1);
  });
});

function dayAfter(days: number): string {
  return new Date(Date.UTC(2024, 0, 1 + days)).toISOString().slice(0, 10);
}

describe('what is stored', () => {
  /** Days of play in ever new chats, each turn with entries of its day of the week. */
  async function played(days: readonly [from: number, to: number], { uses, ledger }: ReturnType<typeof setUp>) {
    for (let day = days[0]; day < days[1]; day++) {
      const date = new Date(Date.UTC(2024, 0, 1 + day)).toISOString().slice(0, 10);
      for (let number = 0; number < 2; number++) {
        const { entries, ...facts } = turn(day * 2 + number, date);
        const chat = `chat ${String(day)} ${String(number)}`;
        const looked = entries.map((one) => ({ ...one, id: `${one.id} ${String(day % 7)}` }));
        ledger.record({ ...facts, chat, chatName: chat, entries: looked });
      }
      if (day % 5 === 4) await uses.save(ledger);
    }
  }
  const sizeOf = ({ store }: ReturnType<typeof setUp>): number =>
    store.names.reduce((sum, name) => sum + (store.text(name)?.length ?? 0), 0);

  test('grows no further once it is full, however long and in however many chats is played', async () => {
    const world = setUp();
    await played([0, 250], world);
    const [full, documents] = [sizeOf(world), world.store.names.length];
    await played([250, 500], world);
    expect(sizeOf(world)).toBeLessThan(full * 1.1);
    expect(world.store.names.length).toBeLessThanOrEqual(documents);
    expect(documents).toBeLessThan(100);
    expect(world.ledger.sum({}).turns).toBe(1_000);
  });
});
