import { beforeEach, describe, expect, test } from 'vitest';
import { engineHost, type EngineHost } from '../../../tests/support/engine-host';
import { MemoryDocumentStore } from '../../adapters/memory/memory-document-store';
import { MemoryNoteSource } from '../../adapters/memory/memory-note-source';
import { contentHash } from '../base/content-hash';
import type { EditTool } from './edit-origin';
import type { Operation, Patch } from './patch';
import type { Proposal } from './proposal';
import type { Proposing } from './vault-edits';

const NOTE =
  '---\ntags: [lorebook] # mine\nkeys:\n  - mira # red\n  - "the mill"\n---\n# Mira\n\nShe keeps the mill.\n\n## History\n\nOld.\n';
const PATH = 'Lore/Mira.md';

let host: EngineHost;
const open = async (
  notes: Readonly<Record<string, string>>,
  settings: object = {},
  store = new MemoryDocumentStore(),
) => {
  host = engineHost(new MemoryNoteSource(notes), store);
  await host.engine.open();
  expect(await host.engine.changeSettings(settings)).toEqual([]);
};
const change = (...operations: readonly Operation[]): Patch => ({ kind: 'change', path: PATH, operations });
const propose = (patch: Patch, tool: EditTool = 'librarian', more = {}): Promise<Proposing> =>
  host.engine.edits.propose(patch, { tool, ...more });
const proposed = async (patch: Patch, tool: EditTool = 'librarian', more = {}): Promise<Proposal> => {
  const result = await propose(patch, tool, more);
  if (result.kind === 'refused') throw new Error(result.sentence);
  return result.proposal;
};
const says = (pattern: RegExp): unknown => expect.stringMatching(pattern);
const text = (path = PATH): string | undefined => host.source.text(path);

beforeEach(() => open({ [PATH]: NOTE, 'Diary/Secret.md': 'Mine.\n' }));

describe('a proposal', () => {
  test('changes nothing before it is accepted, and then just what it names', async () => {
    const { id } = await proposed(change({ kind: 'add-items', name: 'Keys', items: ['miller'] }));
    expect(text()).toBe(NOTE);
    expect(await host.engine.edits.accept(id)).toMatchObject({ proposal: { status: 'accepted' } });
    expect(text()).toBe(NOTE.replace('"the mill"\n', '"the mill"\n  - miller\n'));
    expect(host.engine.entryByPath(PATH)?.keys.map((key) => key.text)).toContain('miller');
  });

  test('BR-185 that cuts more than half is asked about even where the tool may write, and the old text stays in reach', async () => {
    const long = NOTE.replace('Old.', 'Old words. '.repeat(60));
    await open({ [PATH]: long }, { toolModes: ['librarian: write'] });
    const cut = await proposed(change({ kind: 'replace-body', text: 'Short.' }));
    expect([cut.status, text()]).toEqual(['open', long]);
    const small = await proposed(change({ kind: 'append-text', text: 'More.' }));
    expect(small.status).toBe('accepted');
    expect(text()).toContain('More.\n');
    await host.engine.edits.undo(small.change ?? '');
    expect(text()).toBe(long);
  });

  test('BR-186 into a folder that AI tools only read is refused, whatever it does; the user’s own is not', async () => {
    await open(
      { [PATH]: NOTE, 'Canon/Law.md': NOTE },
      { folderModes: ['canon: read'], toolModes: ['librarian: write'] },
    );
    const patches: readonly Patch[] = [
      { kind: 'change', path: 'Canon/Law.md', operations: [{ kind: 'append-text', text: 'x' }] },
      { kind: 'move', path: 'Canon/Law.md', to: 'Lore/Law.md' },
      { kind: 'move', path: PATH, to: 'Canon/Mira.md' },
      { kind: 'create', folder: 'Canon/Deep', title: 'New', body: 'x' },
    ];
    for (const patch of patches)
      expect(await propose(patch)).toMatchObject({ kind: 'refused', sentence: says(/only read/) });
    expect(await propose(patches[0] ?? change(), 'why')).toMatchObject({ kind: 'proposal' });
  });

  test('BR-187 is saved as the user edited it', async () => {
    const { id } = await proposed({ kind: 'create', folder: 'Lore', title: 'Vex', tags: ['lorebook'], body: 'A spy.' });
    const edited = '---\ntags: [lorebook]\ntitle: Vex\nkeys: [vex, <% mine %>]\n---\nA spy, once.\n';
    expect(await host.engine.edits.editAndAccept(id, { text: edited })).toMatchObject({
      proposal: { status: 'accepted' },
    });
    expect(text('Lore/Vex.md')).toBe(edited);
  });

  test('leads nowhere but to folders with lore', async () => {
    const outside = ['Diary', '', 'Templates', '.obsidian', '../x'];
    for (const folder of outside)
      expect(await propose({ kind: 'create', folder, title: 'N', body: 'x' })).toMatchObject({ kind: 'refused' });
    expect(
      await propose(
        { kind: 'change', path: 'Diary/Secret.md', operations: [{ kind: 'append-text', text: 'x' }] },
        'user',
      ),
    ).toMatchObject({ kind: 'refused' });
    expect(await propose({ kind: 'create', folder: 'Sessions/Deep', title: 'N', body: 'x' })).toMatchObject({
      kind: 'proposal',
    });
  });

  test('is refused where the note, or the part, is locked', async () => {
    const part = NOTE.replace('Old.', '%%lorehearth-lock%%\nOld.\n%%/lorehearth-lock%%');
    await open({ [PATH]: part, 'Lore/Locked.md': NOTE.replace('keys:', 'locked: true\nkeys:') });
    expect(await propose(change({ kind: 'replace-text', find: 'Old.', text: 'New.' }))).toMatchObject({
      kind: 'refused',
      sentence: says(/locked/),
    });
    expect(await propose(change({ kind: 'replace-body', text: 'x' }))).toMatchObject({ kind: 'refused' });
    expect(await propose(change({ kind: 'append-text', text: 'x' }))).toMatchObject({ kind: 'proposal' });
    const locked: readonly Patch[] = [
      { kind: 'change', path: 'Lore/Locked.md', operations: [{ kind: 'unset-property', name: 'locked' }] },
      { kind: 'move', path: 'Lore/Locked.md', to: 'Lore/Free.md' },
    ];
    for (const patch of locked)
      expect(await propose(patch)).toMatchObject({ kind: 'refused', sentence: says(/locked/) });
  });

  test('is done to the note as it is by then; what the user wrote meanwhile stays', async () => {
    const { id } = await proposed(change({ kind: 'replace-text', find: 'Old.', text: 'New.' }));
    host.source.set(PATH, NOTE.replace('She keeps', 'He keeps'));
    await host.engine.edits.accept(id);
    expect(text()).toBe(NOTE.replace('She keeps', 'He keeps').replace('Old.', 'New.'));
  });

  test('is in conflict where the same lines were changed, and shows both until the user settles it', async () => {
    const { id } = await proposed(change({ kind: 'replace-text', find: 'Old.', text: 'New.' }));
    const mine = NOTE.replace('Old.', 'Mine.');
    host.source.set(PATH, mine);
    expect(await host.engine.edits.accept(id)).toMatchObject({ proposal: { status: 'conflict' } });
    expect(text()).toBe(mine);
    expect(await host.engine.edits.proposal(id)).toMatchObject({ current: mine, next: NOTE.replace('Old.', 'New.') });
    const both = NOTE.replace('Old.', 'Mine and new.');
    expect(await host.engine.edits.editAndAccept(id, { text: both, base: contentHash('another') })).toMatchObject({
      kind: 'refused',
    });
    await host.engine.edits.editAndAccept(id, { text: both, base: contentHash(mine) });
    expect(text()).toBe(both);
  });

  test('follows its note to another place, and is stale when there is none', async () => {
    const moved = await proposed(change({ kind: 'append-text', text: 'More.' }));
    const gone = await proposed(change({ kind: 'append-text', text: 'Last.' }));
    host.source.rename(PATH, 'Lore/Old Mira.md');
    await host.engine.refresh();
    expect(await host.engine.edits.accept(moved.id)).toMatchObject({
      proposal: { status: 'accepted', path: 'Lore/Old Mira.md' },
    });
    host.source.remove('Lore/Old Mira.md');
    expect(await host.engine.edits.proposal(gone.id)).toMatchObject({ proposal: { status: 'stale' } });
    expect(await host.engine.edits.accept(gone.id)).toMatchObject({
      proposal: { status: 'stale', sentence: says(/not there/) },
    });
  });

  test('is decided upon once, and survives a restart', async () => {
    const { id } = await proposed(change({ kind: 'append-text', text: 'More.' }));
    const { store } = host;
    const notes = { [PATH]: text() ?? '' };
    await host.engine.close();
    await open(notes, {}, store);
    expect((await host.engine.edits.list()).map((one) => one.id)).toEqual([id]);
    await host.engine.edits.reject(id);
    expect(await host.engine.edits.accept(id)).toMatchObject({ kind: 'refused' });
    expect([text(), await host.engine.edits.accept('unknown')]).toEqual([NOTE, undefined]);
  });

  test('BR-086 for a note whose properties cannot be read is refused, and its bytes stay', async () => {
    const broken = '---\nkeys:\n  * Ember\ntags:\n  * lorebook\n---\nBody';
    await open({ [PATH]: broken });
    expect(await propose(change({ kind: 'append-text', text: 'x' }), 'user')).toMatchObject({ kind: 'refused' });
    expect(text()).toBe(broken);
  });

  test('that the host cannot write stays open with the reason', async () => {
    const { id } = await proposed(change({ kind: 'append-text', text: 'x' }));
    host.writer.refuse('The disk is full.');
    expect(await host.engine.edits.accept(id)).toEqual({ kind: 'refused', sentence: 'The disk is full.' });
    expect(await host.engine.edits.changes()).toEqual([]);
    host.writer.refuse(undefined);
    host.store.failWriting(new Error('full'));
    expect(await host.engine.edits.accept(id)).toMatchObject({ kind: 'refused', sentence: says(/no undo/) });
    expect(text()).toBe(NOTE);
  });
});

describe('a new note', () => {
  const create = async (title: string, body = 'x', folder = 'Lore'): Promise<string> => {
    const { id } = await proposed({ kind: 'create', folder, title, tags: ['lorebook'], body });
    const made = await host.engine.edits.accept(id);
    return made?.kind === 'proposal' ? made.proposal.path : String(made?.sentence);
  };

  test('BR-112 BR-113 gets a name that every system takes and never another one’s place; its title stays whole', async () => {
    expect(await create('Ash: What? "Now" / <Never>*|')).toBe('Lore/Ash What Now Never.md');
    expect(host.engine.entryByPath('Lore/Ash What Now Never.md')?.title).toBe('Ash: What? "Now" / <Never>*|');
    const coast = ['Coast: North', 'Coast? North', 'coast north'];
    const paths = [];
    for (const title of coast) paths.push(await create(title));
    expect(paths).toEqual(['Lore/Coast North.md', 'Lore/Coast North 2.md', 'Lore/coast north 3.md']);
    for (const title of ['CON', 'nul.txt', '...', 'x'.repeat(400), 'dots. . .', 'e\u0301']) {
      const path = await create(title);
      expect(path).toMatch(/^Lore\/[^.][^\\:*?"<>|]*[^. ]\.md$/);
      expect(new TextEncoder().encode(path).length).toBeLessThan(255);
    }
  });

  test('BR-116 BR-117 holds plain signs, and every value after it is read again', async () => {
    const title = 'Ash: A "Study" - #2';
    const properties = { summary: 'One: two\n# three', keys: ['yes: no', 'no', '1984'], order: 3 };
    const { id } = await proposed({
      kind: 'create',
      folder: 'Lore',
      title,
      tags: ['lorebook'],
      properties,
      body: 'R&D < 3',
    });
    await host.engine.edits.accept(id);
    const entry = host.engine.entries({}, 0, 10).items.find((one) => one.title === title);
    expect(entry?.properties.summary?.trim()).toBe('One: two\n# three');
    expect(entry?.keys.map((key) => key.text)).toEqual(['yes: no', 'no', '1984']);
    expect(text(entry?.path)).toContain('R&D < 3\n');
  });

  test('BR-118 has each property once, with all values in order, when a model wrote it twice', async () => {
    const path = await create(
      'Vex',
      '---\ntags: [npc]\nkeys: [vex]\ntags: [lorebook, spy]\nkeys:\n  - vexen\npriority: 5\npriority: 9\n---\nA spy.',
    );
    expect(text(path)).toBe(
      '---\ntags:\n  - lorebook\n  - npc\n  - spy\nkeys:\n  - vex\n  - vexen\npriority: 5\n---\nA spy.\n',
    );
  });

  test('of the same name on the same day stands beside the first one', async () => {
    expect([
      await create('2031-01-01 Chat', 'a', 'Sessions'),
      await create('2031-01-01 Chat', 'b', 'Sessions'),
    ]).toEqual(['Sessions/2031-01-01 Chat.md', 'Sessions/2031-01-01 Chat 2.md']);
  });
});

test('BR-109 a link to a note carries the path where another note has the same name', async () => {
  await open({ 'Lore/Vex.md': NOTE, 'Arcs/Vex.md': NOTE, [PATH]: NOTE });
  expect(host.engine.edits.linkTo('Lore/Vex.md')).toBe('[[Lore/Vex|Vex]]');
  expect(host.engine.edits.linkTo(PATH)).toBe('[[Mira]]');
});

describe('a change', () => {
  const accepted = async (patch: Patch, more = {}): Promise<string> => {
    const { id } = await proposed(patch, 'librarian', more);
    const made = await host.engine.edits.accept(id);
    return (made?.kind === 'proposal' && made.proposal.change) || JSON.stringify(made);
  };

  test('is taken back after a restart, and what was written since stays', async () => {
    const id = await accepted(change({ kind: 'replace-text', find: 'Old.', text: 'New.' }));
    const { store } = host;
    const now = (text() ?? '').replace('She', 'He');
    await host.engine.close();
    await open({ [PATH]: now }, {}, store);
    expect(await host.engine.edits.undo(id)).toEqual({ undone: [id], kept: [] });
    expect(text()).toBe(NOTE.replace('She', 'He'));
    expect((await host.engine.edits.changes())[0]).toMatchObject({ state: 'undone' });
  });

  test('stays, in words, where the user wrote over it', async () => {
    const id = await accepted(change({ kind: 'replace-text', find: 'Old.', text: 'New.' }));
    const mine = (text() ?? '').replace('New.', 'Newer.');
    host.source.set(PATH, mine);
    expect(await host.engine.edits.undo(id)).toMatchObject({
      undone: [],
      kept: [{ id, sentence: says(/same lines/) }],
    });
    expect(text()).toBe(mine);
  });

  test('of a session or a turn is taken back with all others of it', async () => {
    const session = { session: 's', chat: 'c', turn: 3 };
    const first = await accepted(change({ kind: 'append-text', text: 'One.' }), session);
    const second = await accepted(
      { kind: 'create', folder: 'Lore/New', title: 'Vex', tags: ['lorebook'], body: 'x' },
      session,
    );
    const third = await accepted({ kind: 'move', path: PATH, to: 'Lore/Who/Mira.md' }, { ...session, turn: 4 });
    await accepted({ kind: 'create', folder: 'Lore', title: 'Stays', tags: ['lorebook'], body: 'x' });
    expect(await host.engine.edits.undoAll({ chat: 'c', turn: 4 })).toMatchObject({ undone: [third] });
    expect(text()).toBeDefined();
    expect(await host.engine.edits.undoAll({ session: 's' })).toMatchObject({ undone: [second, first], kept: [] });
    expect([
      text(),
      text('Lore/New/Vex.md'),
      host.writer.hasFolder('Lore/New'),
      host.writer.hasFolder('Lore/Who'),
    ]).toEqual([NOTE, undefined, false, false]);
    expect(text('Lore/Stays.md')).toBeDefined();
  });

  test('that made a note removes it only while nobody wrote in it', async () => {
    const id = await accepted({ kind: 'create', folder: 'Lore', title: 'Vex', tags: ['lorebook'], body: 'x' });
    host.source.set('Lore/Vex.md', 'mine');
    expect(await host.engine.edits.undo(id)).toMatchObject({ undone: [], kept: [{ path: 'Lore/Vex.md' }] });
    expect(text('Lore/Vex.md')).toBe('mine');
  });

  test('of a note that was moved since is taken back at its new place', async () => {
    const id = await accepted(change({ kind: 'append-text', text: 'One.' }));
    await accepted({ kind: 'move', path: PATH, to: 'Lore/Mira the Miller.md' });
    expect(await host.engine.edits.undo(id)).toMatchObject({ undone: [id] });
    expect(text('Lore/Mira the Miller.md')).toBe(NOTE);
  });

  describe('that was taken back', () => {
    const undone = async (patch: Patch): Promise<string> => {
      const id = await accepted(patch);
      await host.engine.edits.undo(id);
      return id;
    };

    test('is done again as a new change, which can be taken back as well, also after a restart', async () => {
      const id = await undone(change({ kind: 'replace-text', find: 'Old.', text: 'New.' }));
      const { store } = host;
      const now = (text() ?? '').replace('She', 'He');
      await host.engine.close();
      await open({ [PATH]: now }, {}, store);
      const again = await host.engine.edits.redo(id);
      expect(text()).toBe(NOTE.replace('She', 'He').replace('Old.', 'New.'));
      const [newest, first] = await host.engine.edits.changes();
      expect(again).toMatchObject({ kind: 'done', change: { id: newest?.id } });
      expect([newest?.state, first?.state, first?.redone]).toEqual(['applied', 'undone', newest?.id]);
      expect((await host.engine.edits.list())[0]?.change).toBe(newest?.id);
      await host.engine.edits.undo(newest?.id ?? '');
      expect(text()).toBe(now);
    });

    test('is done again once, and only after it was taken back', async () => {
      const id = await accepted(change({ kind: 'append-text', text: 'One.' }));
      expect(await host.engine.edits.redo(id)).toMatchObject({ kind: 'refused', sentence: says(/not taken back/) });
      await host.engine.edits.undo(id);
      await host.engine.edits.redo(id);
      expect(await host.engine.edits.redo(id)).toMatchObject({ kind: 'refused', sentence: says(/already/) });
      expect(text()?.match(/One\./g)).toHaveLength(1);
      expect(await host.engine.edits.redo('unknown')).toBeUndefined();
    });

    test('stays so, in words, where the user wrote at its place, locked it, or took the note away', async () => {
      const id = await undone(change({ kind: 'replace-text', find: 'Old.', text: 'New.' }));
      const mine = NOTE.replace('Old.', 'Mine.');
      host.source.set(PATH, mine);
      expect(await host.engine.edits.redo(id)).toMatchObject({ kind: 'refused', sentence: says(/same lines/) });
      expect(text()).toBe(mine);
      const locked = NOTE.replace('keys:', 'locked: true\nkeys:');
      host.source.set(PATH, locked);
      expect(await host.engine.edits.redo(id)).toMatchObject({ kind: 'refused', sentence: says(/locked/) });
      host.source.set(PATH, NOTE.replace('Old.', 'New.'));
      expect(await host.engine.edits.redo(id)).toMatchObject({ kind: 'refused', sentence: says(/says so already/) });
      host.source.remove(PATH);
      expect(await host.engine.edits.redo(id)).toMatchObject({ kind: 'refused', sentence: says(/not there/) });
      expect((await host.engine.edits.changes()).map(({ state }) => state)).toEqual(['undone']);
    });

    test('makes its note again, unless another one has the name', async () => {
      const id = await undone({ kind: 'create', folder: 'Lore/New', title: 'Vex', tags: ['lorebook'], body: 'x' });
      host.source.set('Lore/New/Vex.md', 'mine');
      expect(await host.engine.edits.redo(id)).toMatchObject({ kind: 'refused', sentence: says(/this name/) });
      host.source.remove('Lore/New/Vex.md');
      expect(await host.engine.edits.redo(id)).toMatchObject({ kind: 'done', change: { path: 'Lore/New/Vex.md' } });
      expect(text('Lore/New/Vex.md')).toContain('x');
    });

    test('moves its note again, from where it is by now', async () => {
      const id = await undone({ kind: 'move', path: PATH, to: 'Lore/Who/Mira.md' });
      expect(text()).toBe(NOTE);
      expect(await host.engine.edits.redo(id)).toMatchObject({ kind: 'done' });
      expect([text(), text('Lore/Who/Mira.md')]).toEqual([undefined, NOTE]);
      const [newest] = await host.engine.edits.changes();
      await host.engine.edits.undo(newest?.id ?? '');
      expect([text(), text('Lore/Who/Mira.md')]).toEqual([NOTE, undefined]);
    });
  });

  test('is forgotten when it is older than the settings say', async () => {
    await accepted(change({ kind: 'append-text', text: 'One.' }));
    host.time.advance(91 * 86_400_000);
    const second = await accepted(change({ kind: 'append-text', text: 'Two.' }));
    expect((await host.engine.edits.changes()).map(({ id }) => id)).toEqual([second]);
  });

  test('tells listeners of proposals and changes', async () => {
    const events: string[] = [];
    host.engine.on(({ kind }) => events.push(kind));
    const id = await accepted(change({ kind: 'append-text', text: 'One.' }));
    await host.engine.edits.undo(id);
    expect(events.filter((kind) => kind.endsWith('s-changed'))).toEqual([
      'proposals-changed',
      'proposals-changed',
      'changes-changed',
      'changes-changed',
    ]);
  });
});

test('documents of a newer version are left alone', async () => {
  const newer = JSON.stringify({ version: 99, items: [] });
  const document = 'proposals';
  host.store.setText(document, newer);
  expect(await propose(change({ kind: 'append-text', text: 'x' }))).toMatchObject({ kind: 'refused' });
  expect(host.store.text(document)).toBe(newer);
});
