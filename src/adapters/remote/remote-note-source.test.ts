import { expect, it } from 'vitest';
import type { NoteChange, NoteStat } from '../../core/ports/note-source';
import { RemoteNoteSource, type RemoteListing, type RemoteVault } from './remote-note-source';

/** A vault that answers what it is told to. */
class Told implements RemoteVault {
  listings = 0;
  rested = 0;
  next: RemoteListing = listing();
  held: Promise<void> = Promise.resolve();
  signal: AbortSignal | undefined;

  identify(): Promise<never> {
    return Promise.reject(new Error('Nobody asks.'));
  }

  async list(signal: AbortSignal | undefined): Promise<RemoteListing> {
    this.listings += 1;
    this.signal = signal;
    await this.held;
    return this.next;
  }

  read(path: string, known: NoteStat | undefined) {
    return Promise.resolve({ kind: 'text', text: '', stat: known ?? { path, size: 0, modified: 9 } } as const);
  }

  rest(): void {
    this.rested += 1;
  }
}

function listing(...paths: readonly string[]): RemoteListing {
  return { kind: 'notes', notes: paths.map((path) => ({ path, size: 1, modified: 1 })), unreadable: [] };
}

function opened(folder = '') {
  const vault = new Told();
  const source = new RemoteNoteSource('Harbor', folder, vault);
  const told: (readonly NoteChange[])[] = [];
  const stop = source.watch((changes) => told.push(changes));
  return { vault, source, told, stop };
}

it('tells what differs from the listing before, when it is listed', async () => {
  const { vault, source, told } = opened();
  vault.next = listing('A.md', 'B.md', 'C.md');
  await source.list();
  expect(told).toEqual([]);
  vault.next = listing('B.md', 'C.md', 'D.md');
  await source.list();
  expect(told).toEqual([
    [
      { kind: 'removed', path: 'A.md' },
      { kind: 'changed', path: 'D.md' },
    ],
  ]);
});

it('doubts a listing that lost more than half of the notes, until it comes twice', async () => {
  const { vault, source, told } = opened();
  vault.next = listing('A.md', 'B.md', 'C.md');
  await source.list();
  vault.next = listing('A.md');
  expect(await source.list()).toEqual({
    kind: 'unreachable',
    reason: 'Of 3 notes the vault lists only 1 now. What is known stays until it says so again.',
  });
  expect(told).toEqual([]);
  expect(await source.list()).toMatchObject({ kind: 'notes' });
  expect(told.flat()).toHaveLength(2);
});

it('forgets the doubt when the notes are back', async () => {
  const { vault, source, told } = opened();
  vault.next = listing('A.md');
  await source.list();
  for (let round = 0; round < 2; round += 1) {
    vault.next = listing();
    expect(await source.list()).toMatchObject({
      kind: 'unreachable',
      reason: expect.stringMatching(/lists none now/) as string,
    });
    vault.next = listing('A.md');
    expect(await source.list()).toMatchObject({ kind: 'notes' });
  }
  expect(told).toEqual([]);
});

it('takes a failure for no change, and tells of everything where that was the first answer', async () => {
  const { vault, source, told } = opened();
  vault.next = { kind: 'refused', reason: 'No key.' };
  expect(await source.list()).toEqual({ kind: 'unreachable', reason: 'No key.' });
  vault.next = listing('A.md');
  await source.list();
  expect(told).toEqual([[{ kind: 'changed', path: 'A.md' }]]);
});

it('keeps what is known below a folder that could not be listed', async () => {
  const { vault, source, told } = opened();
  vault.next = listing('a/A.md', 'a/C.md', 'B.md');
  await source.list();
  vault.next = { kind: 'notes', notes: [], unreadable: [{ path: 'a', reason: 'Away.' }] };
  await source.list();
  expect(told).toEqual([[{ kind: 'removed', path: 'B.md' }]]);
});

it('shares one listing among those who ask at the same time', async () => {
  const { vault, source } = opened();
  await Promise.all([source.list(), source.list(), source.list()]);
  expect(vault.listings).toBe(1);
  await source.list();
  expect(vault.listings).toBe(2);
});

it('gives up what is under way when nobody watches any more', async () => {
  const { vault, source, stop } = opened();
  let go = (): void => undefined;
  vault.held = new Promise<void>((resolve) => (go = resolve));
  const under = source.list();
  stop();
  stop();
  expect(vault.signal?.aborted).toBe(true);
  go();
  expect(await under).toEqual({ kind: 'unreachable', reason: 'It was stopped.' });
  expect(vault.rested).toBe(1);
});

it('reads nothing outside of the one folder', async () => {
  const { source } = opened('Lore');
  expect(await source.read('Other/A.md')).toEqual({ kind: 'missing' });
  expect(await source.read('Lore/../Other/A.md')).toEqual({ kind: 'missing' });
  expect(await source.read('Lore/A.md')).toMatchObject({ kind: 'text' });
});
