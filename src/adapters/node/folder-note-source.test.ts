import { execFileSync } from 'node:child_process';
import { appendFileSync, utimesSync, writeFileSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, realpath, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { eventually, Listener } from '../../../tests/contract/listener';
import { CollectingLog } from '../memory/collecting-log';
import type { FolderFiles } from './folder-files';
import { FolderNoteSource, type FolderSourceOptions } from './folder-note-source';
import type { FolderWatcher, WatchedFolders, WatcherEvents } from './folder-watcher';
import { LocalFiles } from './local-files';

const local = new LocalFiles();

let base: string;
let root: string;
let log: CollectingLog;
const stops: (() => void)[] = [];

vi.setConfig({ testTimeout: 60_000 });

beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), 'vault-'));
  root = join(base, 'vault');
  log = new CollectingLog();
  await mkdir(root);
});

afterEach(async () => {
  for (const stop of stops.splice(0)) stop();
  await rm(base, { recursive: true, force: true });
});

function source(options: FolderSourceOptions = {}): FolderNoteSource {
  return new FolderNoteSource(root, log, { ...options, timing: { check: 50, ...options.timing } });
}

function listen(to: FolderNoteSource): Listener {
  const listener = new Listener(to);
  stops.push(listener.stop);
  return listener;
}

async function write(path: string, text = 'text', folder = root): Promise<void> {
  await mkdir(dirname(join(folder, path)), { recursive: true });
  await writeFile(join(folder, path), text);
}

async function link(path: string, target: string): Promise<void> {
  await mkdir(dirname(join(root, path)), { recursive: true });
  await symlink(target, join(root, path));
}

async function paths(of: FolderNoteSource): Promise<string[]> {
  const listing = await of.list();
  return listing.kind === 'notes' ? listing.notes.map((note) => note.path) : [listing.reason];
}

/** The file system of this machine with some calls exchanged. */
function filesWith(changes: Partial<FolderFiles>): FolderFiles {
  return {
    find: (path) => local.find(path),
    entries: (folder) => local.entries(folder),
    stat: (path) => local.stat(path),
    stats: (paths) => local.stats(paths),
    isLink: (path) => local.isLink(path),
    realPath: (path) => local.realPath(path),
    bytes: (path, accept) => local.bytes(path, accept),
    ...changes,
  };
}

/** As on a drive whose times are too coarse to tell two saves apart. */
const timeless: Pick<FolderFiles, 'stat' | 'stats'> = {
  stat: async (path) => ({ ...(await local.stat(path)), modified: 1, changed: 1 }),
  stats: (asked) => Promise.all(asked.map((path) => timeless.stat(path))),
};

function systemError(code: string): Error {
  return Object.assign(new Error(`${code}: failed on ${root}`), { code });
}

describe('FolderNoteSource and links', () => {
  it('lists and reads what a link within the vault adds to it', async () => {
    await write('.shared/Mill.md', 'The mill.');
    await link('Lore', join(root, '.shared'));
    const vault = source();
    expect(await paths(vault)).toEqual(['Lore/Mill.md']);
    expect(await vault.read('Lore/Mill.md')).toMatchObject({ kind: 'text', text: 'The mill.' });
  });

  it('watches what a link within the vault adds to it', async () => {
    await write('.shared/Mill.md');
    await link('Lore', join(root, '.shared'));
    const vault = source();
    const listener = listen(vault);
    await vault.list();
    await write('.shared/Mill.md', 'other text');
    await write('.shared/deep/New.md');
    await listener.until({ 'Lore/Mill.md': 'there', 'Lore/deep/New.md': 'there' });
  });

  it('lists a note once that links show at several paths', async () => {
    await write('a/Mill.md');
    await link('b', join(root, 'a'));
    await link('Same.md', join(root, 'a/Mill.md'));
    await write('.shared/One.md');
    await link('a/x/Second.md', join(root, '.shared/One.md'));
    await link('a/First.md', join(root, '.shared/One.md'));
    const listing = await source().list();
    expect(listing).toMatchObject({ notes: [{ path: 'a/First.md' }, { path: 'a/Mill.md' }], unreadable: [] });
    expect(listing.kind === 'notes' && listing.notes).toHaveLength(2);
  });

  it('comes to an end with links in a circle', async () => {
    await write('a/Mill.md');
    await write('.x/X.md');
    await link('a/up', root);
    await link('a/here', join(root, 'a'));
    await link('.x/y', join(root, '.y'));
    await write('.y/Y.md');
    await link('.y/x', join(root, '.x'));
    await link('in', join(root, '.x'));
    await link('self', join(root, 'self'));
    const listing = await source().list();
    expect(listing).toMatchObject({ unreadable: [{ path: 'self', reason: 'Its links lead in a circle.' }] });
    expect(listing.kind === 'notes' && listing.notes.map((note) => note.path)).toEqual([
      'a/Mill.md',
      'in/X.md',
      'in/y/Y.md',
    ]);
  });

  it('watches on with links in a circle', async () => {
    await write('.x/X.md');
    await link('.x/again', join(root, '.x'));
    await link('in', join(root, '.x'));
    await link('self', join(root, 'self'));
    const vault = source();
    const listener = listen(vault);
    await vault.list();
    await write('.x/X.md', 'other text');
    await listener.until({ 'in/X.md': 'there' });
    expect([...listener.fates().keys()]).toEqual(['in/X.md']);
    expect(log.warnings).toEqual([]);
  });

  it('BR-122 neither lists nor reads what a link outside the vault leads to', async () => {
    await write('Secret.md', 'secret', join(base, 'outside'));
    await write('Mill.md');
    await link('out', join(base, 'outside'));
    await link('Out.md', join(base, 'outside/Secret.md'));
    const vault = source();
    expect(await vault.list()).toMatchObject({
      notes: [{ path: 'Mill.md' }],
      unreadable: [
        { path: 'Out.md', reason: 'It is a link to a place outside the vault.' },
        { path: 'out', reason: 'It is a link to a place outside the vault.' },
      ],
    });
    expect(await vault.read('out/Secret.md')).toEqual({ kind: 'unreadable', reason: 'It is outside the vault.' });
    expect(await vault.read('Out.md')).toEqual({ kind: 'unreadable', reason: 'It is outside the vault.' });
  });

  it('BR-122 does not read a note whose folder becomes a link to outside', async () => {
    await write('a/Mill.md', 'mill');
    await write('a/Mill.md', 'secret', join(base, 'outside'));
    const vault = source();
    await vault.list();
    await rename(join(root, 'a'), join(base, 'old'));
    await link('a', join(base, 'outside/a'));
    expect(await vault.read('a/Mill.md')).toMatchObject({ kind: 'unreadable' });
  });

  it('reports nothing from behind a link outside the vault', async () => {
    await write('Secret.md', 'secret', join(base, 'outside'));
    await link('out', join(base, 'outside'));
    const vault = source();
    const listener = listen(vault);
    await vault.list();
    await write('Secret.md', 'new secret', join(base, 'outside'));
    await write('Mill.md');
    await listener.until({ 'Mill.md': 'there' });
    expect([...listener.fates().keys()]).toEqual(['Mill.md']);
  });

  it('leaves out a note that is a link to nothing', async () => {
    await link('Gone.md', join(root, 'nothing'));
    const vault = source();
    expect(await vault.list()).toEqual({ kind: 'notes', notes: [], unreadable: [] });
    expect(await vault.read('Gone.md')).toEqual({ kind: 'missing' });
  });

  it('follows the vault itself when it is a link, also to a new place', async () => {
    await write('A.md', 'old', join(base, 'one'));
    await write('A.md', 'new', join(base, 'two'));
    await rm(root, { recursive: true });
    await symlink(join(base, 'one'), root);
    const vault = source({ files: filesWith(timeless) });
    const listener = listen(vault);
    expect(await paths(vault)).toEqual(['A.md']);
    expect(await vault.read('A.md')).toMatchObject({ text: 'old' });
    await rm(root);
    await symlink(join(base, 'two'), root);
    await listener.until({ 'A.md': 'there' });
    expect(await vault.read('A.md')).toMatchObject({ text: 'new' });
  });
});

describe('FolderNoteSource and its root', () => {
  it('is called like its folder unless it is told a name', () => {
    expect(source().name).toBe('vault');
    expect(source({ name: 'Canon' }).name).toBe('Canon');
  });

  it('is unreachable when the path is a file', async () => {
    await rm(root, { recursive: true });
    await writeFile(root, 'no folder');
    expect(await source().list()).toEqual({ kind: 'unreachable', reason: 'The path of the vault is no folder.' });
  });

  it('reports every note when a folder that was missing at first appears', async () => {
    await rm(root, { recursive: true });
    const vault = source();
    const listener = listen(vault);
    expect(await vault.list()).toMatchObject({ kind: 'unreachable' });
    await write('a/Mill.md');
    await listener.until({ 'a/Mill.md': 'there' });
  });

  it('reports every note when it is back after someone was told that it is out of reach', async () => {
    await write('A.md');
    await write('B.md');
    const vault = source();
    const listener = listen(vault);
    await vault.list();
    await rename(root, join(base, 'away'));
    expect(await vault.list()).toMatchObject({ kind: 'unreachable' });
    await rm(join(base, 'away/B.md'));
    await rename(join(base, 'away'), root);
    await listener.until({ 'A.md': 'there', 'B.md': 'gone' });
  });

  it('reports every note after a list that failed while the watcher saw nothing', async () => {
    await write('A.md');
    let full = false;
    const entries: FolderFiles['entries'] = (folder) =>
      full ? Promise.reject(systemError('EMFILE')) : local.entries(folder);
    const vault = source({ files: filesWith({ entries }) });
    const listener = listen(vault);
    await vault.list();
    await write('B.md');
    await listener.until({ 'B.md': 'there' });
    full = true;
    expect(await vault.list()).toMatchObject({ kind: 'unreachable' });
    full = false;
    await listener.until({ 'A.md': 'there' });
  });

  it('takes the empty folder that a pulled drive leaves behind for no empty vault', async () => {
    await write('A.md');
    const vault = source();
    const listener = listen(vault);
    await vault.list();
    await rename(root, join(base, 'away'));
    await mkdir(root);
    await eventually(() => expect(log.warnings).toHaveLength(1));
    expect(await vault.list()).toMatchObject({
      kind: 'unreachable',
      reason: expect.stringContaining('empty') as string,
    });
    expect(await vault.read('A.md')).toMatchObject({ kind: 'unreadable' });
    expect(listener.batches).toEqual([]);
    await rm(root, { recursive: true });
    await rename(join(base, 'away'), root);
    await listener.until({ 'A.md': 'there' });
    expect(await paths(vault)).toEqual(['A.md']);
    expect(log.warnings).toHaveLength(1);
  });

  it('takes over another folder with notes at the same path', async () => {
    await write('A.md');
    await write('B.md');
    const vault = source();
    const listener = listen(vault);
    await vault.list();
    await write('B.md', 'other', join(base, 'other'));
    await write('C.md', 'other', join(base, 'other'));
    await rename(root, join(base, 'away'));
    await rename(join(base, 'other'), root);
    await listener.until({ 'A.md': 'gone', 'B.md': 'there', 'C.md': 'there' });
    listener.forget();
    await write('C.md', 'changed again');
    await listener.until({ 'C.md': 'there' });
  });

  it('lists nothing when all notes were removed from a folder that is still there', async () => {
    await write('A.md');
    const vault = source();
    await vault.list();
    await rm(join(root, 'A.md'));
    expect(await vault.list()).toEqual({ kind: 'notes', notes: [], unreadable: [] });
    expect(await vault.read('A.md')).toEqual({ kind: 'missing' });
  });

  it.each(['EACCES', 'EIO', 'EMFILE', 'EWEIRD'])('tells %s without a path of the machine', async (code) => {
    const refuse = (): Promise<never> => Promise.reject(systemError(code));
    const vault = source({ files: filesWith({ entries: refuse, bytes: refuse }) });
    const listing = await vault.list();
    expect(listing).toMatchObject({ kind: 'unreachable' });
    expect(JSON.stringify(listing)).not.toContain(base);
    const note = await vault.read('A.md');
    expect(note).toMatchObject({ kind: 'unreadable' });
    expect(JSON.stringify(note)).not.toContain(base);
  });

  it('keeps a note in the list that cannot be looked at', async () => {
    await write('A.md');
    const stats: FolderFiles['stats'] = (asked) => Promise.resolve(asked.map(() => 'unknown'));
    expect(await paths(source({ files: filesWith({ stats }) }))).toEqual(['A.md']);
  });

  it('does not take a folder that vanishes while it is listed for an empty one', async () => {
    await write('a/A.md');
    const entries: FolderFiles['entries'] = async (folder) => {
      if (folder.endsWith('a')) await rename(root, join(base, 'away'));
      return local.entries(folder);
    };
    expect(await source({ files: filesWith({ entries }) }).list()).toMatchObject({ kind: 'unreachable' });
  });

  it('reads no more than sixteen notes at the same time', async () => {
    let open = 0;
    let most = 0;
    const bytes: FolderFiles['bytes'] = async (path, accept) => {
      most = Math.max(most, (open += 1));
      const read = await local.bytes(path, accept);
      open -= 1;
      return read;
    };
    const names = Array.from({ length: 100 }, (_, index) => `n${String(index)}.md`);
    for (const name of names) await write(name);
    const vault = source({ files: filesWith({ bytes }) });
    await Promise.all(names.map((name) => vault.read(name)));
    expect(most).toBeGreaterThan(1);
    expect(most).toBeLessThanOrEqual(16);
  });
});

describe('FolderNoteSource and what is written while it reads', () => {
  /** A file system on which something happens between opening a note and reading it. */
  function disturbed(disturb: (attempt: number) => void): FolderFiles {
    let attempt = 0;
    return filesWith({
      bytes: (path, accept) =>
        local.bytes(path, (place, stat) => {
          disturb((attempt += 1));
          return accept(place, stat);
        }),
    });
  }

  it('reads a note again that is saved meanwhile', async () => {
    await write('A.md', 'old');
    const files = disturbed((attempt) => {
      if (attempt < 3) writeFileSync(join(root, 'A.md'), `saved ${String(attempt)}`);
    });
    expect(await source({ files }).read('A.md')).toMatchObject({ kind: 'text', text: 'saved 2', stat: { size: 7 } });
  });

  it('reads a note again that is saved with the same length', async () => {
    await write('A.md', 'old');
    const files = disturbed((attempt) => {
      if (attempt > 1) return;
      writeFileSync(join(root, 'A.md'), 'new');
      utimesSync(join(root, 'A.md'), 1_000, 1_000);
    });
    const note = await source({ files }).read('A.md');
    expect(note).toMatchObject({ kind: 'text', text: 'new', stat: { modified: 1_000_000 } });
  });

  it('reads a note again of which a drive gave only a part', async () => {
    await write('A.md', 'whole');
    let attempt = 0;
    const bytes: FolderFiles['bytes'] = async (path, accept) => {
      const read = await local.bytes(path, accept);
      return (attempt += 1) > 1 ? read : { ...read, bytes: read.bytes?.subarray(0, 2) };
    };
    expect(await source({ files: filesWith({ bytes }) }).read('A.md')).toMatchObject({ text: 'whole' });
  });

  it('keeps what is known of a note that is written all the time', async () => {
    await write('A.md', 'old');
    const files = disturbed(() => appendFileSync(join(root, 'A.md'), 'more'));
    expect(await source({ files }).read('A.md')).toEqual({
      kind: 'unreadable',
      reason: 'It was being written all the time it was read.',
    });
  });

  it('does not read a note that grows too large meanwhile', async () => {
    await write('A.md', 'old');
    const files = disturbed((attempt) => {
      if (attempt === 1) writeFileSync(join(root, 'A.md'), 'x'.repeat(5 * 1024 * 1024));
    });
    expect(await source({ files }).read('A.md')).toEqual({ kind: 'too-large', size: 5 * 1024 * 1024 });
  });

  it('does not wait for the other end of a named pipe', async () => {
    execFileSync('mkfifo', [join(root, 'Pipe.md')]);
    const vault = source();
    expect(await paths(vault)).toEqual([]);
    expect(await vault.read('Pipe.md')).toEqual({ kind: 'unreadable', reason: 'It is no file.' });
  });

  it('does not read a folder that is called like a note', async () => {
    await write('Folder.md/Inner.md');
    const vault = source();
    expect(await paths(vault)).toEqual(['Folder.md/Inner.md']);
    expect(await vault.read('Folder.md')).toMatchObject({ kind: 'unreadable' });
  });

  it('reads a note with a few bytes in another encoding, and none that is no text', async () => {
    await writeFile(join(root, 'Latin.md'), Buffer.from('The caf\u00e9 at the harbor is closed.', 'latin1'));
    await writeFile(join(root, 'Photo.md'), Buffer.from('ffd8ffe18c4578cc9f8b', 'hex'));
    const vault = source();
    expect(await vault.read('Latin.md')).toMatchObject({
      kind: 'text',
      text: 'The caf\ufffd at the harbor is closed.',
    });
    expect(await vault.read('Photo.md')).toEqual({ kind: 'binary' });
  });

  it('reports a note that is written without a pause', async () => {
    await write('Journal.md');
    const vault = source({ timing: { settle: 200, longest: 400 } });
    const listener = listen(vault);
    await vault.list();
    const writer = setInterval(() => appendFileSync(join(root, 'Journal.md'), 'line\n'), 20);
    stops.push(() => clearInterval(writer));
    await listener.until({ 'Journal.md': 'there' });
  });

  it('reports a note that an editor saves by renaming a new file over it', async () => {
    await write('A.md', 'old');
    const vault = source();
    const listener = listen(vault);
    await vault.list();
    for (const text of ['one', 'two']) {
      listener.forget();
      await write('.A.md.tmp', text);
      await rename(join(root, '.A.md.tmp'), join(root, 'A.md'));
      await listener.until({ 'A.md': 'there' });
      expect(await vault.read('A.md')).toMatchObject({ text });
      expect(await readFile(join(root, 'A.md'), 'utf8')).toBe(text);
    }
  });
});

describe('FolderNoteSource and its watcher', () => {
  /** Watchers under the control of a test. */
  class Watchers {
    readonly opened: WatcherEvents[] = [];
    readonly times: number[] = [];
    /** Called for each set of folders that is to be watched. */
    onWatch = (_folders: WatchedFolders): boolean => false;
    closed = 0;
    readonly open = (events: WatcherEvents): FolderWatcher => {
      this.opened.push(events);
      this.times.push(performance.now());
      return { watch: (folders) => this.onWatch(folders), close: () => (this.closed += 1) };
    };
  }

  it('reports what happened between the list and the moment when everything is watched', async () => {
    await write('a/A.md');
    const watchers = new Watchers();
    let watched = 0;
    watchers.onWatch = (folders) => {
      // Only the root is there at first; the other folders become known by a first look.
      if (folders.size === 1 || (watched += 1) > 1) return false;
      writeFileSync(join(root, 'a/A.md'), 'other text');
      writeFileSync(join(root, 'a/B.md'), 'text');
      return true;
    };
    const vault = source({ openWatcher: watchers.open });
    const listener = listen(vault);
    await vault.list();
    await listener.until({ 'a/A.md': 'there', 'a/B.md': 'there' });
  });

  it('does not report the notes that are there when it starts to someone who did not list them', async () => {
    await write('A.md');
    const watchers = new Watchers();
    let watched = 0;
    watchers.onWatch = () => (watched += 1) < 3;
    const vault = source({ openWatcher: watchers.open });
    const listener = listen(vault);
    await eventually(() => expect(watched).toBe(3));
    await write('B.md');
    watchers.opened[0]?.note('B.md');
    await listener.until({ 'B.md': 'there' });
    expect([...listener.fates().keys()]).toEqual(['B.md']);
  });

  it('watches the folders of the vault by their real places', async () => {
    await write('a/b/A.md');
    await write('.shared/B.md');
    await link('in', join(root, '.shared'));
    const watchers = new Watchers();
    const watched: WatchedFolders[] = [];
    watchers.onWatch = (folders) => watched.push(folders) < 3;
    const vault = source({ openWatcher: watchers.open });
    listen(vault);
    await eventually(() => expect(watched).toHaveLength(3));
    const place = await realpath(root);
    expect(watched[0]).toEqual(new Map([[place, '']]));
    expect(watched[2]).toEqual(
      new Map([
        [place, ''],
        [join(place, 'a'), 'a'],
        [join(place, 'a/b'), 'a/b'],
        [join(place, '.shared'), 'in'],
      ]),
    );
  });

  it('opens a watcher that fails again, later each time, and finds the changes in between', async () => {
    const watchers = new Watchers();
    const vault = source({ openWatcher: watchers.open, timing: { check: 10, retry: 100 } });
    const listener = listen(vault);
    await vault.list();
    for (const count of [1, 2, 3]) {
      await eventually(() => expect(watchers.opened).toHaveLength(count));
      await write(`${String(count)}.md`);
      watchers.opened[count - 1]?.failed(new Error('no space for watches'));
      // Late news of a watcher that was given up.
      watchers.opened[count - 1]?.failed(new Error('still no space for watches'));
    }
    await listener.until({ '1.md': 'there', '2.md': 'there', '3.md': 'there' });
    await eventually(() => expect(watchers.opened).toHaveLength(4));
    expect(watchers.closed).toBe(3);
    expect(log.warnings).toHaveLength(3);
    const pauses = watchers.times.slice(1).map((time, index) => time - (watchers.times[index] ?? 0));
    for (const [index, pause] of pauses.entries()) expect(pause).toBeGreaterThanOrEqual(99 * 2 ** index);
  });

  it('opens a watcher again that fails at once', async () => {
    const watchers = new Watchers();
    watchers.onWatch = () => {
      watchers.opened.at(-1)?.failed(new Error('no watcher'));
      return false;
    };
    const vault = source({ openWatcher: watchers.open, timing: { check: 10, retry: 10 } });
    const listener = listen(vault);
    await vault.list();
    await write('A.md');
    await listener.until({ 'A.md': 'there' });
    await eventually(() => expect(watchers.closed).toBeGreaterThan(1));
  });

  it('finds changes that the watcher does not tell about', async () => {
    const watchers = new Watchers();
    const vault = source({ openWatcher: watchers.open, timing: { compare: 50 } });
    const listener = listen(vault);
    await vault.list();
    await eventually(() => expect(watchers.opened).toHaveLength(1));
    await write('A.md');
    await listener.until({ 'A.md': 'there' });
    listener.forget();
    await write('B.md');
    await listener.until({ 'B.md': 'there' });
  });

  it('believes the watcher that a note changed, though size and times are the same', async () => {
    await write('A.md', 'old');
    const watchers = new Watchers();
    const vault = source({ files: filesWith(timeless), openWatcher: watchers.open });
    const listener = listen(vault);
    await vault.list();
    await eventually(() => expect(watchers.opened).toHaveLength(1));
    await write('A.md', 'new');
    watchers.opened[0]?.note('A.md');
    await listener.until({ 'A.md': 'there' });
    listener.forget();
    await write('A.md', 'own');
    watchers.opened[0]?.folder();
    watchers.opened[0]?.note('A.md');
    await listener.until({ 'A.md': 'there' });
    listener.forget();
    await write('A.md', 'two');
    await write('New.md');
    watchers.opened[0]?.note('A.md');
    watchers.opened[0]?.note('New.md');
    await listener.until({ 'A.md': 'there', 'New.md': 'there' });
  });

  it('reports nothing from a comparison under way when it is stopped', async () => {
    const watchers = new Watchers();
    let hold = false;
    let started = false;
    let release = (): void => undefined;
    const entries: FolderFiles['entries'] = async (folder) => {
      const found = await local.entries(folder);
      if (hold) {
        started = true;
        await new Promise<void>((resolve) => (release = resolve));
      }
      return found;
    };
    const vault = source({ files: filesWith({ entries }), openWatcher: watchers.open });
    const listener = listen(vault);
    await vault.list();
    await eventually(() => expect(watchers.opened).toHaveLength(1));
    await write('A.md');
    hold = true;
    watchers.opened[0]?.folder();
    await eventually(() => expect(started).toBe(true));
    listener.stop();
    release();
    await delay(100);
    expect(listener.batches).toEqual([]);
  });

  it('logs a listener that throws, and goes on', async () => {
    const vault = source();
    const told: string[] = [];
    stops.push(
      vault.watch((changes) => {
        told.push(...changes.flatMap((change) => (change.kind === 'changed' ? [change.path] : [])));
        throw new Error('a fault of the listener');
      }),
    );
    await vault.list();
    await write('A.md');
    await eventually(() => expect(told).toContain('A.md'));
    await write('B.md');
    await eventually(() => expect(told).toContain('B.md'));
    expect(log.warnings.length).toBeGreaterThan(0);
  });

  it('leaves no watch of the system behind when it is stopped', async () => {
    const watches = (): number => process.getActiveResourcesInfo().filter((name) => name === 'FSEventWrap').length;
    const before = watches();
    await write('a/A.md');
    const vault = source();
    const listener = listen(vault);
    await vault.list();
    await write('a/B.md');
    await listener.until({ 'a/B.md': 'there' });
    expect(watches()).toBeGreaterThan(before);
    listener.stop();
    await eventually(() => expect(watches()).toBe(before));
  });
});
