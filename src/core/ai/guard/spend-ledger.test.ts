import { describe, expect, test } from 'vitest';
import { CollectingLog } from '../../../adapters/memory/collecting-log';
import { ManualTime } from '../../../adapters/memory/manual-time';
import { MemoryDocumentStore } from '../../../adapters/memory/memory-document-store';
import { settle } from '../../../../tests/support/guarded-model';
import { SpendLedger, type SpendLedgerOptions } from './spend-ledger';

const use = (input: number, output: number, cached = 0) => ({ input, output, cached, isEstimated: false });
const DAY = 86_400_000;
const DOCUMENT = 'spend';

function open(documents: Readonly<Record<string, unknown>> = {}, options?: SpendLedgerOptions) {
  const time = new ManualTime();
  const store = new MemoryDocumentStore(documents);
  const log = new CollectingLog();
  const make = () => new SpendLedger({ store, clock: time, timer: time, log }, options);
  return {
    time,
    store,
    log,
    ledger: make(),
    reopened: async () => {
      const ledger = make();
      await ledger.load();
      return ledger;
    },
  };
}

describe('the ledger', () => {
  test('counts tokens by channel, day and chat', async () => {
    const { ledger, time } = open();
    await ledger.load();
    ledger.add({ channel: 'search', chat: 'a', model: 'm' }, use(100, 10));
    ledger.add({ channel: 'search', chat: 'b', model: 'm' }, use(50, 5, 20));
    ledger.add({ channel: 'scribe', model: 'm' }, use(7, 0));
    expect(ledger.usedToday('search')).toBe(165);
    expect(ledger.usedToday('keys')).toBe(0);
    expect(ledger.ofChat('b').search).toMatchObject({ requests: 1, input: 50, output: 5, cached: 20 });
    expect(ledger.ofChat('never')).toEqual({});
    time.advance(DAY);
    expect(ledger.usedToday('search')).toBe(0);
    ledger.add({ channel: 'search', chat: 'a', model: 'm' }, use(1, 1));
    expect(ledger.days().map(({ channels }) => channels.search?.input)).toEqual([1, 150]);
    expect(ledger.ofChat('a').search).toMatchObject({ requests: 2, input: 101 });
  });

  test('takes counts that are no amounts for none', () => {
    const { ledger } = open();
    ledger.add({ channel: 'search', model: 'm' }, use(Number.NaN, -5, 3));
    ledger.add({ channel: 'search', model: 'm' }, use(Number.POSITIVE_INFINITY, 2.4, 1));
    expect(ledger.days()[0]?.channels.search).toMatchObject({ requests: 2, input: 0, output: 2, cached: 0 });
  });

  test('knows what is priced, and how many requests are not', () => {
    const prices = () => ({ big: { input: 2, output: 10, cached: 0.5 }, plain: { input: 1, output: 1 } });
    const { ledger } = open({}, { prices });
    ledger.add({ channel: 'search', model: 'big' }, use(1_000_000, 100_000, 400_000));
    ledger.add({ channel: 'keys', model: 'plain' }, use(1_000_000, 0, 1_000_000));
    ledger.add({ channel: 'scribe', model: 'constructor' }, use(1_000_000, 0));
    const { search, keys, scribe } = ledger.days()[0]?.channels ?? {};
    expect([search?.cost, keys?.cost, scribe?.cost, scribe?.unpriced]).toEqual([2.4, 1, 0, 1]);
  });

  test('begins a day where the user is', () => {
    const { ledger, time } = open({}, { minutesEast: () => -120 });
    ledger.add({ channel: 'search', model: 'm' }, use(1, 0));
    time.advance(2 * 3_600_000 - 1);
    expect(ledger.usedToday('search')).toBe(1);
    time.advance(1);
    expect(ledger.usedToday('search')).toBe(0);
  });
});

describe('the stored count', () => {
  test('is written once for what comes together, and read again', async () => {
    const { ledger, store, time, reopened } = open();
    await ledger.load();
    for (let count = 0; count < 50; count++) ledger.add({ channel: 'search', chat: 'a', model: 'm' }, use(2, 1));
    expect(store.writes).toBe(0);
    time.advance(2_000);
    await settle();
    expect(store.writes).toBe(1);
    const again = await reopened();
    expect(again.usedToday('search')).toBe(150);
    expect(again.days()).toEqual(ledger.days());
    expect(again.ofChat('a')).toEqual(ledger.ofChat('a'));
    expect(time.waiting).toBe(0);
  });

  test('is written at once when asked, and not without news', async () => {
    const { ledger, store, time } = open();
    await ledger.load();
    await ledger.flush();
    ledger.add({ channel: 'search', model: 'm' }, use(2, 1));
    await ledger.flush();
    await ledger.flush();
    expect([store.writes, time.waiting]).toEqual([1, 0]);
  });

  test('is added to what was counted before it was read, and never written over unread', async () => {
    const earlier = open();
    await earlier.ledger.load();
    earlier.ledger.add({ channel: 'search', model: 'm' }, use(100, 0));
    await earlier.ledger.flush();
    const { ledger, store } = open({ spend: JSON.parse(earlier.store.text('spend') ?? '') as unknown });
    ledger.add({ channel: 'search', model: 'm' }, use(1, 0));
    await ledger.flush();
    expect(store.writes).toBe(0);
    await ledger.load();
    expect(ledger.usedToday('search')).toBe(101);
    await ledger.flush();
    expect(store.writes).toBe(1);
  });

  test('keeps a bounded number of days and chats', async () => {
    const { ledger, time, reopened } = open();
    await ledger.load();
    for (let day = 0; day < 420; day++) {
      ledger.add({ channel: 'search', chat: String(day), model: 'm' }, use(1, 1));
      time.advance(DAY);
    }
    await ledger.flush();
    const again = await reopened();
    expect(again.days()).toHaveLength(400);
    expect([again.ofChat('219'), again.ofChat('220').search?.input]).toEqual([{}, 1]);
  });

  test('of another form is read as far as it can be', async () => {
    const today = Math.floor(Date.UTC(2024, 0, 1) / DAY);
    const days = [
      { day: today, channels: { search: { input: 5, output: 'x' }, nonsense: { input: 9 }, keys: 7 } },
      { day: 'yesterday' },
      null,
    ];
    const { ledger } = open({ spend: { version: 1, days, chats: [{ chat: 3 }, 'x', { chat: 'a' }] } });
    await ledger.load();
    expect(ledger.usedToday('search')).toBe(5);
    expect(ledger.days()).toHaveLength(1);
  });

  test('of a newer version is used and not written over', async () => {
    const { ledger, store, log } = open({ spend: { version: 2, days: [] } });
    await ledger.load();
    ledger.add({ channel: 'search', model: 'm' }, use(2, 1));
    await ledger.flush();
    expect([store.writes, log.warnings.length]).toEqual([0, 1]);
  });

  test('that is damaged is told, and begins anew', async () => {
    const { ledger, store, log } = open();
    store.setText(DOCUMENT, '{"version":1,"da');
    await ledger.load();
    ledger.add({ channel: 'search', model: 'm' }, use(2, 1));
    await ledger.flush();
    expect([store.writes, log.warnings.length]).toEqual([1, 1]);
  });

  test('that cannot be written is told, and tried again with the next answer', async () => {
    const { ledger, store, log } = open();
    await ledger.load();
    store.failWriting(new Error('disk full'));
    ledger.add({ channel: 'search', model: 'm' }, use(2, 1));
    await ledger.flush();
    expect(log.warnings).toHaveLength(1);
    store.failWriting(undefined);
    await ledger.flush();
    expect(store.writes).toBe(1);
  });
});
