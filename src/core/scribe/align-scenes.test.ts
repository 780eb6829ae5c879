import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { contentHash } from '../base/content-hash';
import type { TranscriptMessage } from '../transcripts/transcript';
import { alignScenes } from './align-scenes';
import { hashOfMessages, type Summary } from './summary';

/** A chat of messages that say these words; each index is its place, unless others say so. */
function chatOf(words: readonly string[], indexes = words.map((_, at) => at)): readonly TranscriptMessage[] {
  return words.map((text, at) => {
    return { index: indexes[at] ?? at, role: 'assistant', name: 'Vesk', text, print: contentHash(text).slice(0, 12) };
  });
}

/** Scenes that tell of so many messages each, from the first one on. */
function scenesOf(messages: readonly TranscriptMessage[], sizes: readonly number[]): readonly Summary[] {
  let from = 0;
  return sizes.map((size, at) => {
    const covered = messages.slice(from, (from += size)).map(({ index, print }) => ({ index, print }));
    return {
      ...{
        id: String(at),
        level: 'scene',
        chat: 'c',
        number: at + 1,
        messages: covered,
        parts: [],
        text: '',
        title: '',
      },
      ...{ hash: hashOfMessages(covered), path: undefined, proposal: undefined, noteProblem: undefined },
      ...{ isCut: false, at: 0 },
    };
  });
}

const abc = 'abcdefghijkl'.split('');
const scenes = scenesOf(chatOf(abc), [3, 3, 3]);

/** What becomes of three scenes of three messages and a tail of three: `texts state` for each, and the tail. */
function aligned(words: readonly string[], indexes?: readonly number[]): readonly string[] {
  const { scenes: views, tail } = alignScenes(scenes, chatOf(words, indexes?.slice()));
  const texts = (messages: readonly TranscriptMessage[]): string => messages.map(({ text }) => text).join('');
  return [...views.map(({ messages, state }) => `${texts(messages)} ${state}`), texts(tail)];
}

describe('messages find their scene again', () => {
  test.each<[string, string, readonly string[]]>([
    ['nothing changed', 'abcdefghijkl', ['abc fresh', 'def fresh', 'ghi fresh', 'jkl']],
    ['the first was edited', 'Xbcdefghijkl', ['Xbc stale', 'def fresh', 'ghi fresh', 'jkl']],
    ['the last of a scene was edited', 'abcdeXghijkl', ['abc fresh', 'deX stale', 'ghi fresh', 'jkl']],
    ['two beside a border were edited', 'abXYefghijkl', ['abX stale', 'Yef stale', 'ghi fresh', 'jkl']],
    ['one was deleted', 'abcdfghijkl', ['abc fresh', 'df stale', 'ghi fresh', 'jkl']],
    ['a whole scene was deleted', 'abcghijkl', ['abc fresh', ' gone', 'ghi fresh', 'jkl']],
    ['one was inserted', 'abcdXefghijkl', ['abc fresh', 'dXef stale', 'ghi fresh', 'jkl']],
    ['one was inserted between two scenes', 'abcXdefghijkl', ['abcX stale', 'def fresh', 'ghi fresh', 'jkl']],
    ['one was inserted in front', 'Xabcdefghijkl', ['Xabc stale', 'def fresh', 'ghi fresh', 'jkl']],
    ['one was inserted behind the last scene', 'abcdefghiXjkl', ['abc fresh', 'def fresh', 'ghi fresh', 'Xjkl']],
    ['all behind it was written anew', 'abcdefghXYZUV', ['abc fresh', 'def fresh', 'ghX stale', 'YZUV']],
    ['the end was deleted and much was played', 'abcdefXYZUVW', ['abc fresh', 'def fresh', 'XYZ stale', 'UVW']],
    ['all but the begin was deleted', 'ab', ['ab stale', ' gone', ' gone', '']],
  ])('when %s', (_, words, expected) => {
    // Deleting moves the indexes of what comes behind.
    expect(aligned(words.split(''))).toEqual(expected);
  });

  test('when some are only hidden, whose indexes stay free', () => {
    expect(aligned('abcghijkl'.split(''), [0, 1, 2, 6, 7, 8, 9, 10, 11])).toEqual([
      'abc fresh',
      ' fresh',
      'ghi fresh',
      'jkl',
    ]);
    expect(aligned('abcXghijkl'.split(''), [0, 1, 2, 4, 6, 7, 8, 9, 10, 11])).toEqual([
      ...['abc fresh', 'X stale', 'ghi fresh', 'jkl'],
    ]);
    expect(aligned([])).toEqual([' fresh', ' fresh', ' fresh', '']);
  });
});

test('what was hidden beside what was edited is told of still', () => {
  const { scenes: views } = alignScenes(scenes, chatOf('abcXghijkl'.split(''), [0, 1, 2, 4, 6, 7, 8, 9, 10, 11]));
  expect(views[1]).toMatchObject({ hasHidden: true, state: 'stale' });
  expect(views[1]?.covered.map(({ index }) => index)).toEqual([3, 4, 5]);
});

/** A change of one place. */
const change = fc.record({
  kind: fc.constantFrom('edit' as const, 'delete' as const, 'insert' as const),
  at: fc.nat(40),
  count: fc.integer({ min: 1, max: 5 }),
});

test('whatever is changed, each message is in one place, in order, and a scene is fresh only with its own messages', () => {
  const letters = fc.array(fc.constantFrom(...abc, 'm', 'n', 'o'), { minLength: 1, maxLength: 40 });
  const sizes = fc.array(fc.integer({ min: 1, max: 6 }), { maxLength: 8 });
  fc.assert(
    fc.property(letters, sizes, fc.array(change, { maxLength: 4 }), (before, lengths, changes) => {
      const told = scenesOf(chatOf(before), lengths).filter(({ messages }) => messages.length > 0);
      const after = changes.reduce((words, { kind, at, count }, nonce) => {
        const fresh = Array.from({ length: count }, (_, one) => `new ${String(nonce)} ${String(one)}`);
        const place = at % (words.length + 1);
        const rest = words.slice(kind === 'insert' ? place : place + count);
        return [...words.slice(0, place), ...(kind === 'delete' ? [] : fresh), ...rest];
      }, before);
      // A chat that shows nothing at all says nothing about its scenes.
      fc.pre(after.length > 0);
      const now = chatOf(after);
      const { scenes: views, tail } = alignScenes(told, now);
      expect([...views.flatMap(({ messages }) => messages), ...tail]).toEqual(now);
      for (const { summary, state, covered, messages, hasHidden } of views) {
        expect(hasHidden).toBe(false);
        expect(covered.map(({ print }) => print)).toEqual(messages.map(({ print }) => print));
        if (state === 'fresh') expect(hashOfMessages(covered)).toBe(summary.hash);
        expect(state === 'gone').toBe(messages.length === 0);
      }
    }),
    { numRuns: 500 },
  );
});
