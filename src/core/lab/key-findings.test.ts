import { describe, expect, test } from 'vitest';
import { engineHost } from '../../../tests/support/engine-host';
import { lore, type Notes } from '../../../tests/support/lore-vault';

async function found(notes: Notes, lines: readonly string[], settings: Readonly<Record<string, unknown>> = {}) {
  const { engine } = engineHost(notes);
  await engine.open();
  await engine.changeSettings(settings);
  for await (const step of engine.lab.keys.look({ chats: [], pasted: [{ name: 'a', text: lines.join('\n') }] }))
    if (step.kind === 'done')
      return step.findings.map(({ kind, entry, key, hits, fix }) =>
        [
          `${entry.title}: ${key} ${kind} ${String(hits)}`,
          ...(fix?.operations ?? []).map((one) => JSON.stringify(one)),
        ].join(' '),
      );
  throw new Error('The looking did not end.');
}

const lamps: Notes = {
  'Lamp.md': lore('keys: [lamp, lantern]'),
  'Oil.md': lore('keys: [lamp oil]'),
};

describe('a key that only stands inside a longer key of another entry', () => {
  test('is told, with a change that keeps its entry out', async () => {
    expect(await found(lamps, ['User: Some lamp oil. More lamp oil.', 'Hesper: A lantern.'])).toEqual([
      'Lamp: lamp swallowed 2 {"kind":"add-items","name":"exclude_keys","items":["lamp oil"]}',
    ]);
  });

  test('is told of no key that also stands alone', async () => {
    expect(await found(lamps, ['User: Lamp oil for the lamp.', 'Hesper: A lantern.'])).toEqual([]);
  });

  test('is told without a change where several keys swallow it', async () => {
    const notes = { ...lamps, 'Post.md': lore('keys: [lamp post]') };
    expect(await found(notes, ['User: Lamp oil, lamp post.', 'Hesper: A lantern.'])).toEqual([
      'Lamp: lamp swallowed 2',
    ]);
  });

  test('is told of keys of the same entry by the health check alone', async () => {
    expect(await found({ 'Oil.md': lore('keys: [oil, lamp oil]') }, ['User: Lamp oil.'])).toEqual([
      'Oil: lamp oil redundant 0 {"kind":"remove-items","name":"keys","items":["lamp oil"]}',
    ]);
  });
});

describe('a key that was never found', () => {
  const notes = { 'Fox.md': lore('keys: [fox, vixen]\naliases: [Reynard]') };

  test('is told where other keys were, with its removal; a name stays', async () => {
    expect(await found(notes, ['User: A fox.'])).toEqual([
      'Fox: vixen silent 0 {"kind":"remove-items","name":"keys","items":["vixen"]}',
      'Fox: Reynard silent 0',
    ]);
  });

  test('is told of no entry that the story has not come to', async () => {
    expect(await found(notes, ['User: An owl.'])).toEqual([]);
  });

  test('is found in the names of speakers where these are searched', async () => {
    expect(
      await found({ 'H.md': lore('keys: [reader, Hesper]') }, ['Hesper: A reader.'], { speakerNames: true }),
    ).toEqual([]);
  });
});

describe('a key that a strict setting hides', () => {
  test('is told with the setting of the note', async () => {
    const notes = { 'Fox.md': lore('keys: [FOX]\ncase_sensitive: true'), 'Quay.md': lore('keys: [quay]') };
    expect(await found(notes, ['User: A fox on the quays.'])).toEqual([
      'Fox: FOX shadowed 1 {"kind":"set-property","name":"case_sensitive","value":false}',
      'Quay: quay shadowed 1 {"kind":"set-property","name":"whole_words","value":false}',
    ]);
  });

  test('is told of no key of one or two letters, which stand in every word', async () => {
    expect(await found({ 'Ed.md': lore('keys: [ed]') }, ['User: He waited.'])).toEqual([]);
  });
});

test('a key that excludes itself is told, and constants are not looked at', async () => {
  const notes = {
    'Goat.md': lore('keys: [goat cheese]\nexclude_keys: [cheese]'),
    'Law.md': lore('keys: [law, order]\nconstant: true'),
  };
  expect(await found(notes, ['User: The law.'])).toEqual(['Goat: goat cheese contradicted 0']);
});

test('a looking that is stopped tells nothing', async () => {
  const { engine } = engineHost(lamps);
  await engine.open();
  const steps = engine.lab.keys.look({ chats: [], pasted: [{ name: 'a', text: 'User: x' }] }, AbortSignal.abort());
  expect((await steps.next()).done).toBe(true);
});
