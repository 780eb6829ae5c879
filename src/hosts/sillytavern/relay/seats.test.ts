import { describe, expect, it } from 'vitest';
import { anySeat, sharedSeats, soleSeat, type Locks } from './seats';

/** The locks of one browser, as the Web Locks API has them. */
class BrowserLocks implements Locks {
  readonly #held = new Set<string>();
  readonly #queues = new Map<string, (() => void)[]>();

  readonly request: Locks['request'] = async (name, { ifAvailable, signal }, granted) => {
    if (this.#held.has(name) && ifAvailable === true) return granted(null);
    if (this.#held.has(name)) await this.#turn(name, signal);
    this.#held.add(name);
    await granted({ name });
    this.#held.delete(name);
    this.#queues.get(name)?.shift()?.();
  };

  get held(): number {
    return this.#held.size;
  }

  #turn(name: string, signal: AbortSignal | undefined): Promise<void> {
    const queue = this.#queues.get(name) ?? [];
    this.#queues.set(name, queue);
    return new Promise((resolve, reject) => {
      queue.push(resolve);
      signal?.addEventListener('abort', () => {
        queue.splice(queue.indexOf(resolve), queue.includes(resolve) ? 1 : 0);
        reject(new DOMException('Aborted', 'AbortError'));
      });
    });
  }
}

const never = new AbortController().signal;
const settle = async (): Promise<void> => {
  for (let step = 0; step < 20; step += 1) await Promise.resolve();
};

describe('the lines of all pages of a browser', () => {
  it('are three at most; the next page gets the place of the first that leaves', async () => {
    const locks = new BrowserLocks();
    const take = sharedSeats(locks);
    const [, second] = [await take(never), await take(never), await take(never)];
    let isSeated = false;
    const fourth = take(never).then((leave) => {
      isSeated = true;
      return leave;
    });
    await settle();
    expect([isSeated, locks.held]).toEqual([false, 3]);
    second();
    (await fourth)();
    await settle();
    expect(locks.held).toBe(2);
  });

  it('are not waited for any more by a page that gives up', async () => {
    const locks = new BrowserLocks();
    const take = sharedSeats(locks);
    const leaves = [await take(never), await take(never), await take(never)];
    const giving = new AbortController();
    const fourth = take(giving.signal);
    await settle();
    giving.abort();
    await expect(fourth).rejects.toMatchObject({ name: 'AbortError' });
    leaves.forEach((leave) => leave());
    await settle();
    expect(locks.held).toBe(0);
  });

  it('are not counted where the browser has no locks', async () => {
    for (let page = 0; page < 10; page += 1) expect(await anySeat(never)).toBeTypeOf('function');
  });
});

it('a sole seat goes from page to page, and to none that has left', async () => {
  const locks = new BrowserLocks();
  const take = soleSeat(locks, 'books');
  const leave = await take(never);
  const gone = new AbortController();
  const second = take(gone.signal);
  let isThirdSeated = false;
  const third = take(never).then((left) => {
    isThirdSeated = true;
    return left;
  });
  gone.abort();
  await expect(second).rejects.toThrow('Aborted');
  expect(isThirdSeated).toBe(false);
  leave();
  (await third)();
  await settle();
  expect(locks.held).toBe(0);
});
