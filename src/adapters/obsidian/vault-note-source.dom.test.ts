import type { App } from 'obsidian-test-mocks/obsidian';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createMockApp, fileAt, folderAt } from '../../../tests/support/obsidian-app';
import { LARGEST_NOTE, type NoteChange, type Stop } from '../../core/ports/note-source';
import { VaultNoteSource } from './vault-note-source';

const realTimer = {
  after: (milliseconds: number, callback: () => void): Stop => {
    const handle = setTimeout(callback, milliseconds);
    return () => {
      clearTimeout(handle);
    };
  },
};
const realClock = { now: () => performance.now() };

let app: App;
let batches: (readonly NoteChange[])[];

function sourceOf(mock: App): VaultNoteSource {
  return new VaultNoteSource({ vault: mock.asOriginalType__().vault, clock: realClock, timer: realTimer });
}

async function changesAfter(act: () => Promise<unknown>): Promise<readonly NoteChange[]> {
  const stop = sourceOf(app).watch((changes) => batches.push(changes));
  await act();
  await new Promise((resolve) => setTimeout(resolve, 80));
  stop();
  return batches.flat();
}

beforeEach(() => {
  batches = [];
  app = createMockApp({
    'Places/North/Mill.md': '#lorebook the mill',
    'Places/North/Keep.md': '#lorebook the keep',
    'Places/map.png': 'not a note',
    'Mara.md': '---\nkeys: [mara\n---\n#lorebook broken properties',
  });
});

describe('listing and reading', () => {
  it('lists the Markdown notes with size and time', async () => {
    const listing = await sourceOf(app).list();
    const notes = listing.kind === 'notes' ? listing.notes : [];
    expect(notes.map((note) => note.path).sort()).toEqual(['Mara.md', 'Places/North/Keep.md', 'Places/North/Mill.md']);
    expect(notes.every((note) => note.size > 0 && note.modified > 0)).toBe(true);
  });

  it('reads a note whose properties are broken', async () => {
    expect(await sourceOf(app).read('Mara.md')).toMatchObject({ kind: 'text', stat: { path: 'Mara.md' } });
  });

  it('reads what was just written', async () => {
    await app.vault.modify(fileAt(app, 'Mara.md'), 'new text');
    expect(await sourceOf(app).read('Mara.md')).toMatchObject({ kind: 'text', text: 'new text' });
  });

  it.each(['Nobody.md', 'Places/map.png', 'Places'])('answers missing for %s', async (path) => {
    expect(await sourceOf(app).read(path)).toEqual({ kind: 'missing' });
  });

  it('answers too large from the size alone', async () => {
    fileAt(app, 'Mara.md').stat = { ctime: 0, mtime: 0, size: LARGEST_NOTE + 1 };
    const read = vi.spyOn(app.vault, 'cachedRead');
    expect(await sourceOf(app).read('Mara.md')).toEqual({ kind: 'too-large', size: LARGEST_NOTE + 1 });
    expect(read).not.toHaveBeenCalled();
  });

  it('answers binary for a text with a null character', async () => {
    await app.vault.modify(fileAt(app, 'Mara.md'), 'PK\0\0');
    expect(await sourceOf(app).read('Mara.md')).toEqual({ kind: 'binary' });
  });

  it('answers unreadable, not missing, when the disk fails', async () => {
    vi.spyOn(app.vault, 'cachedRead').mockRejectedValue(new Error('EIO: i/o error'));
    expect(await sourceOf(app).read('Mara.md')).toEqual({ kind: 'unreadable', reason: 'EIO: i/o error' });
  });

  it('lets the app run every few milliseconds of a long series of reads', async () => {
    let now = 0;
    const pauses: number[] = [];
    const after = (milliseconds: number, callback: () => void): Stop => {
      pauses.push(now);
      return realTimer.after(milliseconds, callback);
    };
    const source = new VaultNoteSource({
      vault: app.asOriginalType__().vault,
      clock: { now: () => now },
      timer: { after },
    });
    for (now = 1_000; now < 1_200; now += 1) await source.read('Mara.md');
    const runs = pauses.map((pause, at) => pause - (pauses[at - 1] ?? 1_000));
    expect(pauses.length).toBeGreaterThan(10);
    expect(Math.max(...runs)).toBeLessThan(20);
  });
});

describe('watching', () => {
  it('reports an edit, a new note and a deleted note in one batch', async () => {
    const changes = await changesAfter(async () => {
      await app.vault.modify(fileAt(app, 'Mara.md'), 'edited');
      await app.vault.create('New.md', 'new');
      await app.fileManager.trashFile(fileAt(app, 'Places/North/Keep.md'));
    });
    expect(changes).toEqual([
      { kind: 'changed', path: 'Mara.md' },
      { kind: 'changed', path: 'New.md' },
      { kind: 'removed', path: 'Places/North/Keep.md' },
    ]);
    expect(batches).toHaveLength(1);
  });

  it('reports a renamed note as one move', async () => {
    const changes = await changesAfter(() =>
      app.vault.rename(fileAt(app, 'Places/North/Mill.md'), 'Places/North/Old Mill.md'),
    );
    expect(changes).toEqual([{ kind: 'renamed', from: 'Places/North/Mill.md', to: 'Places/North/Old Mill.md' }]);
  });

  const moves = [
    { kind: 'renamed', from: 'Places/North/Mill.md', to: 'Lands/North/Mill.md' },
    { kind: 'renamed', from: 'Places/North/Keep.md', to: 'Lands/North/Keep.md' },
  ];

  it('reports every note below a renamed folder', async () => {
    expect(await changesAfter(() => app.vault.rename(folderAt(app, 'Places'), 'Lands'))).toEqual(moves);
  });

  it('reports each move once when the app sends an event for the folder and for each note', async () => {
    const changes = await changesAfter(async () => {
      await app.vault.rename(folderAt(app, 'Places'), 'Lands');
      app.vault.trigger('rename', fileAt(app, 'Lands/North/Mill.md'), 'Places/North/Mill.md');
      app.vault.trigger('rename', fileAt(app, 'Lands/North/Keep.md'), 'Places/North/Keep.md');
    });
    expect(changes).toEqual(moves);
  });

  it('reports the same moves when the notes still have their old paths at the folder’s event', async () => {
    const changes = await changesAfter(() => {
      const folder = folderAt(app, 'Places');
      folder.path = 'Lands';
      app.vault.trigger('rename', folder, 'Places');
      return Promise.resolve();
    });
    expect(changes).toEqual(moves);
  });

  it('reports a note that is moved away, back and away again as it ends', async () => {
    const changes = await changesAfter(async () => {
      await app.vault.rename(fileAt(app, 'Mara.md'), 'B.md');
      await app.vault.rename(fileAt(app, 'B.md'), 'Mara.md');
      await app.vault.rename(fileAt(app, 'Mara.md'), 'B.md');
    });
    expect(changes.at(-1)).toEqual({ kind: 'renamed', from: 'Mara.md', to: 'B.md' });
    expect(changes).toHaveLength(3);
  });

  it('reports every note below a deleted folder as removed', async () => {
    expect(await changesAfter(() => app.fileManager.trashFile(folderAt(app, 'Places')))).toEqual([
      { kind: 'removed', path: 'Places/North/Mill.md' },
      { kind: 'removed', path: 'Places/North/Keep.md' },
    ]);
  });

  it('reports a new ending as a note that comes or goes', async () => {
    const changes = await changesAfter(async () => {
      await app.vault.rename(fileAt(app, 'Mara.md'), 'Mara.txt');
      await app.vault.rename(fileAt(app, 'Places/map.png'), 'Places/map.md');
    });
    expect(changes).toEqual([
      { kind: 'removed', path: 'Mara.md' },
      { kind: 'changed', path: 'Places/map.md' },
    ]);
  });

  it('says nothing about files that are no notes', async () => {
    expect(await changesAfter(() => app.vault.create('Places/other.png', ''))).toEqual([]);
    expect(batches).toEqual([]);
  });

  it('reports no removal while the vault’s folder is gone, though the app takes every note for deleted', async () => {
    const { adapter } = app.vault;
    const exists = vi.spyOn(adapter, 'exists').mockResolvedValue(false);
    const changes = await changesAfter(async () => {
      app.vault.trigger('delete', folderAt(app, 'Places'));
      app.vault.trigger('delete', fileAt(app, 'Mara.md'));
      await app.vault.modify(fileAt(app, 'Mara.md'), 'edited');
    });
    expect(changes).toEqual([{ kind: 'changed', path: 'Mara.md' }]);
    expect(exists).toHaveBeenCalled();
  });

  it('is silent after it was stopped, even about what waited', async () => {
    const stop = sourceOf(app).watch((changes) => batches.push(changes));
    await app.vault.modify(fileAt(app, 'Mara.md'), 'edited');
    stop();
    stop();
    await app.vault.modify(fileAt(app, 'Mara.md'), 'edited again');
    await new Promise((resolve) => setTimeout(resolve, 80));
    expect(batches).toEqual([]);
  });
});
