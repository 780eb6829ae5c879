import { describe, expect, it, vi } from 'vitest';
import type { Stop } from '../../core/ports/note-source';
import { LocalServer, type ServerState, type ServerWish } from './local-server';
import type { Listening } from '../../adapters/node/http-listener';
import { PortTakenError, type PortHolder } from '../../adapters/node/http-port';

const ours: PortHolder = { name: 'lorehearth', vault: 'Eldoria' };
const others: PortHolder = { name: 'lorehearth', vault: 'Other' };

/** Ports of one computer, and a time that passes as soon as somebody waits for it. */
class Computer {
  readonly holders = new Map<number, PortHolder | undefined>();
  readonly opened: number[] = [];
  readonly closed: number[] = [];
  readonly waited: number[] = [];
  onWait: () => void = () => undefined;
  error: Error | undefined;

  listen = (port: number): Promise<Listening> => {
    if (this.error !== undefined) return Promise.reject(this.error);
    if (this.holders.has(port)) return Promise.reject(new PortTakenError(port, port, this.holders.get(port)));
    this.holders.set(port, ours);
    this.opened.push(port);
    const close = (): Promise<void> => {
      this.holders.delete(port);
      this.closed.push(port);
      return Promise.resolve();
    };
    return Promise.resolve({ port, urls: [], close });
  };

  now = (): number => this.waited.reduce((sum, wait) => sum + wait, 0);

  after = (milliseconds: number, callback: () => void): Stop => {
    this.waited.push(milliseconds);
    this.onWait();
    queueMicrotask(callback);
    return () => undefined;
  };
}

const wish = (changes: Partial<ServerWish> = {}): ServerWish => ({
  serve: true,
  port: 27_673,
  fixedPort: false,
  ...changes,
});

function serverOn(computer: Computer): { server: LocalServer; states: ServerState[] } {
  const log = { warn: vi.fn(), debug: vi.fn() };
  const { listen } = computer;
  const server = new LocalServer({ listen, vault: 'Eldoria', timer: computer, clock: computer, log });
  const states: ServerState[] = [];
  server.onChange((state) => states.push(state));
  return { server, states };
}

describe('a free port', () => {
  it('is taken, and given back when serving is switched off', async () => {
    const computer = new Computer();
    const { server, states } = serverOn(computer);
    await server.want(wish());
    await server.want(wish({ serve: false }));
    expect(states).toEqual([{ kind: 'starting', port: 27_673 }, { kind: 'listening', port: 27_673 }, { kind: 'off' }]);
    expect(computer.holders.size).toBe(0);
  });

  it('is kept when the same is wanted again', async () => {
    const computer = new Computer();
    const { server } = serverOn(computer);
    await server.want(wish());
    await server.want(wish());
    expect(computer.opened).toEqual([27_673]);
  });

  it('is changed for another one when another one is wanted', async () => {
    const computer = new Computer();
    const { server } = serverOn(computer);
    await server.want(wish());
    await server.want(wish({ port: 30_000 }));
    expect(server.state).toEqual({ kind: 'listening', port: 30_000 });
    expect(computer.closed).toEqual([27_673]);
  });

  it('is not held by the older of two wishes that overlap', async () => {
    const computer = new Computer();
    const { server } = serverOn(computer);
    const first = server.want(wish());
    const second = server.want(wish({ port: 30_000 }));
    await Promise.all([first, second]);
    expect([...computer.holders.keys()]).toEqual([30_000]);
    expect(server.state).toEqual({ kind: 'listening', port: 30_000 });
  });
});

describe('a taken port', () => {
  it('is passed over for the next free one, naming who holds it', async () => {
    const computer = new Computer();
    computer.holders.set(27_673, others).set(27_674, { name: 'nginx' });
    const { server } = serverOn(computer);
    await server.want(wish());
    expect(server.state).toEqual({
      kind: 'listening',
      port: 27_675,
      taken: { port: 27_673, holder: others },
    });
    expect(computer.waited).toEqual([]);
  });

  it('is a failure with the holder’s name when only that port will do', async () => {
    const computer = new Computer();
    computer.holders.set(27_673, others);
    const { server } = serverOn(computer);
    await server.want(wish({ fixedPort: true }));
    expect(server.state).toEqual({
      kind: 'failed',
      port: 27_673,
      sentence:
        'Port 27673 is taken by Lorehearth for the vault “Other”. Choose another port in the settings of Lorehearth, or free it and try again.',
    });
  });

  it('is taken by a retry once it is free', async () => {
    const computer = new Computer();
    computer.holders.set(27_673, { name: 'nginx' });
    const { server } = serverOn(computer);
    await server.want(wish({ fixedPort: true }));
    computer.holders.clear();
    await server.retry();
    expect(server.state).toEqual({ kind: 'listening', port: 27_673 });
  });

  it.each<[string, PortHolder | undefined]>([
    ['a socket that is being closed', undefined],
    ['an older server of the same vault', ours],
  ])('is waited for when its holder is %s', async (_, holder) => {
    const computer = new Computer();
    computer.holders.set(27_673, holder);
    computer.onWait = () => {
      if (computer.waited.length === 4) computer.holders.clear();
    };
    const { server, states } = serverOn(computer);
    await server.want(wish());
    expect(states).toEqual([
      { kind: 'starting', port: 27_673 },
      { kind: 'listening', port: 27_673 },
    ]);
    expect(computer.waited).toEqual([150, 300, 600, 1_000]);
  });

  it('is given up after some seconds when its silent holder stays', async () => {
    const computer = new Computer();
    computer.holders.set(27_673, undefined);
    const { server } = serverOn(computer);
    await server.want(wish());
    expect(server.state).toMatchObject({ kind: 'listening', port: 27_674 });
    expect(computer.now()).toBeGreaterThan(2_000);
    expect(computer.now()).toBeLessThan(5_000);
  });

  it('is a failure when its nine neighbours are taken too', async () => {
    const computer = new Computer();
    for (let port = 27_673; port < 27_683; port += 1) computer.holders.set(port, { name: 'nginx' });
    const { server } = serverOn(computer);
    await server.want(wish());
    expect(server.state.kind === 'failed' ? server.state.sentence : '').toContain(
      'The ports 27673 to 27682 are all taken.',
    );
  });

  it('at the end of the range has no neighbours above it', async () => {
    const computer = new Computer();
    computer.holders.set(65_535, { name: 'nginx' });
    const { server } = serverOn(computer);
    await server.want(wish({ port: 65_535 }));
    expect(server.state).toMatchObject({ kind: 'failed', port: 65_535 });
  });
});

it('says what the system said when it cannot listen at all', async () => {
  const computer = new Computer();
  computer.error = new Error('no network');
  const { server } = serverOn(computer);
  await server.want(wish());
  expect(server.state).toMatchObject({ kind: 'failed', sentence: 'The server could not start: no network' });
});

it('frees its port when it is closed, and never opens another', async () => {
  const computer = new Computer();
  const { server, states } = serverOn(computer);
  await server.want(wish());
  states.length = 0;
  await server.close();
  await server.close();
  await server.want(wish({ port: 30_000 }));
  expect(computer.holders.size).toBe(0);
  expect(states).toEqual([]);
});

it('holds no port when it is closed while it waits for one', async () => {
  const computer = new Computer();
  computer.holders.set(27_673, undefined);
  const { server } = serverOn(computer);
  let closing: Promise<void> | undefined;
  computer.onWait = () => {
    closing ??= server.close();
    computer.holders.clear();
  };
  await server.want(wish());
  await closing;
  expect(computer.holders.size).toBe(0);
});
