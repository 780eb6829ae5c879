import { describe, expect, test } from 'vitest';
import { chatOf, entryOf, injectedTitles, lore, refusals, turn } from '../../../tests/support/lore-vault';
import type { RecordAt } from '../chat/injection-record';
import type { TurnSettings } from './turn-settings';

const chat = chatOf('Mara: one two');

describe('requires and excludes', () => {
  test.each(['Two.md', '0.md'])(
    'BR-039 the entry that excludes stays out, in whatever order notes are read (%s)',
    async (path) => {
      const notes = { 'One.md': lore('keys: [one]'), [path]: lore('title: B\nkeys: [two]\nexcludes: [One]') };
      const result = await turn(notes, chat);
      expect(injectedTitles(result)).toEqual(['One']);
      expect(refusals(result)).toEqual({ B: 'excludes' });
    },
  );

  test('of two that exclude each other the more important stays', async () => {
    const notes = {
      'One.md': lore('keys: [one]\nexcludes: [Two]'),
      'Two.md': lore('keys: [two]\npriority: 1\nexcludes: [One]'),
    };
    expect(injectedTitles(await turn(notes, chat))).toEqual(['Two']);
  });

  test('an entry that leaves for its own reason excludes nobody', async () => {
    const notes = {
      'One.md': lore('keys: [one]\npriority: 900\nexcludes: [Two]'),
      'Two.md': lore('keys: [two]\nrequires: [Missing]'),
    };
    const result = await turn(notes, chat);
    expect(injectedTitles(result)).toEqual(['One']);
    expect(refusals(result)).toEqual({ Two: 'requires_missing' });
  });

  test('requirements fail along a chain, and hold in a circle', async () => {
    const chain = {
      'One.md': lore('keys: [one]\nrequires: [Two]'),
      'Two.md': lore('keys: [two]\nrequires: [Three]'),
      'Three.md': lore('keys: [three]'),
    };
    expect(refusals(await turn(chain, chat))).toEqual({ One: 'requires', Two: 'requires' });
    const circle = { 'One.md': lore('keys: [one]\nrequires: [Two]'), 'Two.md': lore('keys: [two]\nrequires: [One]') };
    expect(injectedTitles(await turn(circle, chat))).toEqual(['One', 'Two']);
  });

  test('a chain of 5,000 is settled', { timeout: 60_000 }, async () => {
    const size = 5_000;
    const notes = Object.fromEntries(
      Array.from({ length: size }, (_, at) => [
        `N${String(at)}.md`,
        lore(`keys: [one]\nrequires: [N${String(at + 1)}]`),
      ]),
    );
    const result = await turn(notes, chat, { settings: { entryLimit: 0 } });
    expect(injectedTitles(result)).toEqual([]);
    expect(Object.keys(refusals(result))).toHaveLength(size);
  });

  test('constants are not asked, but count for others', async () => {
    const notes = {
      'World.md': lore('constant: true\nrequires: [Nobody]'),
      'One.md': lore('keys: [one]\nrequires: [World]'),
    };
    expect(injectedTitles(await turn(notes, chat))).toEqual(['One', 'World']);
  });
});

describe('inclusion groups', () => {
  test('BR-055 one member is chosen, also when another is woken by its text', async () => {
    const notes = {
      'Frost.md': lore('keys: [frost]\ngroup: season', 'Then comes the thaw.'),
      'Thaw.md': lore('keys: [thaw]\ngroup: season'),
      'Harvest.md': lore('keys: [harvest]\ngroup: season'),
    };
    const result = await turn(notes, chatOf('Mara: frost'), { settings: { recursion: true } });
    expect(injectedTitles(result)).toEqual(['Frost']);
    expect(refusals(result)).toEqual({ Thaw: 'group' });
  });

  test('BR-046 chance is rolled before the group chooses', async () => {
    const notes = {
      'Rain.md': lore('keys: [one]\ngroup: weather\nprobability: 0'),
      'Fog.md': lore('keys: [one]\ngroup: weather\nprobability: 100'),
    };
    for (let at = 0; at < 200; at++) {
      expect(injectedTitles(await turn(notes, chat, { request: { turn: at } }))).toEqual(['Fog']);
    }
  });

  test('overriding beats the draw, and scoring beats overriding', async () => {
    const override = {
      'A.md': lore('keys: [one]\ngroup: g'),
      'B.md': lore('keys: [one]\ngroup: g\ngroup_override: true'),
    };
    expect(injectedTitles(await turn(override, chat))).toEqual(['B']);
    const scoring = {
      ...override,
      'A.md': lore('keys: [one, two]\ngroup: g\ngroup_scoring: true'),
      'B.md': lore('keys: [one]\ngroup: g\ngroup_override: true\ngroup_scoring: true'),
    };
    expect(injectedTitles(await turn(scoring, chat))).toEqual(['A']);
  });

  test('the draw follows the weights, and is the same on every swipe', async () => {
    const notes = {
      'A.md': lore('keys: [one]\ngroup: g\ngroup_weight: 300'),
      'B.md': lore('keys: [one]\ngroup: g\ngroup_weight: 100'),
    };
    let wins = 0;
    for (let at = 0; at < 400; at++) {
      const [first] = injectedTitles(await turn(notes, chat, { request: { turn: at } }));
      const [again] = injectedTitles(
        await turn(notes, chat, { request: { turn: at, type: 'swipe', generationId: 'other' } }),
      );
      expect(again).toBe(first);
      if (first === 'A') wins++;
    }
    expect(wins).toBeGreaterThan(250);
    expect(wins).toBeLessThan(350);
  });

  test('an entry in two groups is blocked by either', async () => {
    const notes = {
      'A.md': lore('keys: [one]\ngroup: g\npriority: 1\ngroup_override: true'),
      'B.md': lore('keys: [one]\ngroup: "h, g"'),
    };
    expect(injectedTitles(await turn(notes, chat))).toEqual(['A']);
  });
});

describe('chance', () => {
  test('is the same for every swipe of a turn, and differs from turn to turn', async () => {
    const notes = { 'Fox.md': lore('keys: [one]\nprobability: 50%') };
    const results = new Set<number>();
    for (let at = 0; at < 40; at++) {
      const titles = injectedTitles(await turn(notes, chat, { request: { turn: at } }));
      const swipe = injectedTitles(
        await turn(notes, chat, { request: { turn: at, generationId: 'other', type: 'swipe' } }),
      );
      expect(swipe).toEqual(titles);
      results.add(titles.length);
    }
    expect(results).toEqual(new Set([0, 1]));
  });
});

/** Plays turns over one chat of the same line; returns for each whether the entry was injected. */
async function played(
  properties: string,
  turns: readonly string[],
  settings: Partial<TurnSettings> = {},
): Promise<readonly boolean[]> {
  const lines: string[] = [];
  const records: RecordAt[] = [];
  const injected: boolean[] = [];
  for (const text of turns) {
    lines.push(`Mara: ${text}`);
    const request = { generationId: `turn ${String(lines.length)}`, records };
    const result = await turn({ 'Fox.md': lore(properties) }, chatOf(...lines), { settings, request });
    injected.push(injectedTitles(result).length > 0);
    records.push([lines.length, result.record]);
    lines.push('Vesk: yes');
  }
  return injected;
}

const T = true;
const F = false;

describe('timers', () => {
  test.each([
    ['cooldown: 2', ['fox', 'fox', 'fox', 'fox', 'fox'], [T, F, F, T, F]],
    ['cooldown: 0', ['fox', 'fox'], [T, T]],
    ['sticky: 2', ['fox', 'a', 'a', 'a'], [T, T, T, F]],
    ['sticky: 2', ['fox', 'a', 'fox', 'a', 'a'], [T, T, T, F, F]],
    ['sticky: 1\ncooldown: 1', ['fox', 'a', 'fox', 'fox'], [T, T, F, T]],
    ['delay: 3', ['fox', 'fox', 'fox'], [F, T, T]],
  ])('%s over %j', async (properties, turns, expected) => {
    expect(await played(`keys: [fox]\nscan_depth: 1\n${properties}`, turns)).toEqual(expected);
  });

  test.each(['constant: true', 'tags: [lorebook, lorebook-always]', 'CONSTANT: "yes"'])(
    'BR-053 timers of a constant (%s) are told of once',
    (constant) => {
      const note = `---\n${constant.startsWith('tags') ? '' : 'tags: [lorebook]\n'}${constant}\nwarmup: 2\nsticky: 2\ncooldown: 2 messages\ndelay: 4\n---\nText.`;
      expect(entryOf('Law.md', note).problems).toMatchObject([
        { code: 'timers-of-constant', severity: 'info', text: 'warmup, sticky, cooldown, delay' },
      ]);
    },
  );

  test('BR-053 a constant ignores its timers', async () => {
    expect(await played('constant: true\ncooldown: 2\nsticky: 2\nprobability: 100', ['a', 'a', 'a', 'a', 'a'])).toEqual(
      [T, T, T, T, T],
    );
  });

  test('re-injection cooldown rests every entry that has none of its own', async () => {
    expect(await played('keys: [fox]', ['fox', 'fox', 'fox'], { reinjectionCooldown: 1 })).toEqual([T, F, T]);
  });

  test('BR-057 a held entry keeps its group until its time is over', async () => {
    const notes = {
      'Calm.md': lore('keys: [calm]\ngroup: mood\nsticky: 10'),
      'Rage.md': lore('keys: [rage]\ngroup: mood\nsticky: 10'),
    };
    const first = await turn(notes, chatOf('Mara: calm'), { request: { generationId: 'a' } });
    const later = chatOf('Mara: calm', 'Vesk: yes', 'Mara: rage');
    const second = await turn(notes, later, {
      request: { generationId: 'b', records: [[1, first.record]] },
      settings: { scanDepth: 1 },
    });
    expect(injectedTitles(second)).toEqual(['Calm']);
    expect(refusals(second)).toEqual({ Rage: 'group' });
  });

  test('warm-up needs so many occurrences each time', async () => {
    expect(await played('keys: [fox]\nwarmup: 2\nscan_depth: 1', ['fox', 'fox and fox'])).toEqual([F, T]);
  });
});

describe('who and where', () => {
  const speak = (name: string) => ({ character: { name, texts: {}, tags: ['sailor'], avatar: `${name}-card` } });

  test.each([
    ['characters: [Jon]', 'Jon', undefined],
    ['characters: [jon-card]', 'Jon', undefined],
    ['characters: [Jon]', 'Bil', 'character'],
    ['characters_exclude: [Bil]', 'Bil', 'character'],
    ['character_tags: [sailor]', 'Bil', undefined],
    ['character_tags: [smith]', 'Bil', 'character_tag'],
    ['known_by: ["[[Jon]]"]', 'Jon', undefined],
    ['known_by: [Jon]', 'Bil', 'known_by'],
  ])('BR-191 %s with %s speaking: %s', async (properties, name, reason) => {
    const result = await turn({ 'Secret.md': lore(`keys: [one]\n${properties}`) }, chat, { request: speak(name) });
    expect(refusals(result)).toEqual(reason === undefined ? {} : { Secret: reason });
  });

  test.each([
    ['location: north', { location: ['north'] }, 'moderate', undefined],
    ['location: north', { location: ['south'] }, 'moderate', 'context'],
    ['location: north', { location: ['south'] }, 'lenient', undefined],
    ['location: north', {}, 'moderate', undefined],
    ['location: north', {}, 'strict', 'context'],
    ['era: [a, b]', { era: ['B'] }, 'strict', undefined],
    ['scene_type: fight', { Scene_Type: ['talk'] }, 'moderate', 'context'],
    ['summary: none', { location: ['north'] }, 'strict', undefined],
  ] as const)('%s in %j, %s: %s', async (properties, context, contextTolerance, reason) => {
    const result = await turn({ 'Place.md': lore(`keys: [one]\n${properties}`) }, chat, {
      settings: { contextTolerance },
      chat: { context },
    });
    expect(refusals(result)).toEqual(reason === undefined ? {} : { Place: reason });
  });

  test('a chat with attached books uses their entries, and constants', async () => {
    const notes = { 'In/A.md': lore('keys: [one]'), 'Inn/B.md': lore('keys: [one]'), 'C.md': lore('constant: true') };
    const result = await turn(notes, chat, { chat: { books: ['In'] } });
    expect(injectedTitles(result)).toEqual(['C', 'A']);
    expect(refusals(result)).toEqual({ B: 'book' });
  });
});

describe('BR-064 every candidate has a line that says why', () => {
  test('injected, over budget, resting, blocked by a requirement, unlucky', async () => {
    const words = Array.from({ length: 50 }, () => 'word').join(' ');
    const notes = {
      'In.md': lore('keys: [one]\npriority: 1'),
      'Over.md': lore('keys: [one]\npriority: 2', words),
      'Rest.md': lore('keys: [one]\ncooldown: 5'),
      'Needs.md': lore('keys: [one]\nrequires: [Nobody]'),
      'Unlucky.md': lore('keys: [one]\nprobability: 0'),
    };
    const first = await turn({ 'Rest.md': notes['Rest.md'] }, chat, { request: { generationId: 'first' } });
    const request = { records: [[1, first.record]] as const, turn: 3 };
    const result = await turn(notes, chatOf('Mara: one', 'Vesk: yes', 'Mara: one'), {
      settings: { tokenBudget: 40 },
      request,
    });
    expect(injectedTitles(result)).toEqual(['In']);
    expect(refusals(result)).toEqual({
      Over: 'too_large',
      Rest: 'cooldown',
      Needs: 'requires_missing',
      Unlucky: 'probability',
    });
    for (const decision of result.trace.decisions) {
      expect(decision.detail).not.toBe('');
      if (decision.verdict === 'kept') expect(decision.matched[0]).toMatchObject({ key: 'one', where: 2 });
    }
  });
});

describe('decorators', () => {
  test.each([
    ['@@activate\nText', [], undefined],
    ['@@dont_activate\nText', ['one'], 'dont_activate'],
    ['@@activate\n@@dont_activate\nText', [], undefined],
    ['@@activate_only_after 2\nText', ['one'], 'not_yet'],
    ['@@activate_only_every 2\nText', ['one'], 'not_this_turn'],
    ['@@is_greeting 1\nText', ['one'], 'greeting'],
    ['@@additional_keys nine, ten\nText', ['one'], 'secondary_keys_not_met'],
    ['@@additional_keys two\nText', ['one'], undefined],
    ['@@exclude_keys_all one, two\nText', ['one'], 'excluded_by_key'],
    ['@@exclude_keys_all one, nine\nText', ['one'], undefined],
  ])('%j', async (text, keys, reason) => {
    const request = { counts: { assistant: 1, user: 1, total: 2 }, greetingIndex: 0 };
    const result = await turn({ 'Fox.md': lore(`keys: [${keys.join(', ')}]`, text) }, chat, { request });
    expect(refusals(result)).toEqual(reason === undefined ? {} : { Fox: reason });
    expect(injectedTitles(result)).toEqual(reason === undefined ? ['Fox'] : []);
  });

  test('reverse depth counts from the oldest message', async () => {
    const result = await turn(
      { 'Fox.md': lore('keys: [one]', '@@reverse_depth 1\nText') },
      chatOf('a', 'b', 'c', 'Mara: one'),
    );
    expect(result.injections[0]).toMatchObject({ position: 'in_chat', depth: 3 });
  });

  test('a kept entry stays for good, one that may be used once is used once', async () => {
    const keep = lore('keys: [fox]\nscan_depth: 1', '@@keep_activate_after_match\nText');
    const first = await turn({ 'Fox.md': keep }, chatOf('Mara: fox'), { request: { generationId: 'a' } });
    const later = await turn({ 'Fox.md': keep }, chatOf('Mara: fox', 'b', 'c'), {
      request: { generationId: 'b', records: [[1, first.record]] },
    });
    expect(later.trace.entries[0]).toMatchObject({ injected: true, reason: 'kept' });
  });
});
