import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import type { EngineEvent } from '../../src/core/engine/engine-event';
import {
  hookPermissions,
  type Hook,
  type HookInput,
  type HookPermission,
  type InjectionHook,
  type SelectionHook,
} from '../../src/core/pipeline/hook';
import type { RetrievalResult } from '../../src/core/pipeline/retrieval-result';
import { engineHost, settled, titlesOf, type EngineHost } from '../support/engine-host';
import { chatOf, lore, refusals, requestFor } from '../support/lore-vault';

const notes = {
  'Fox.md': lore('keys: [fox]', 'The fox is red and quick.'),
  'Hare.md': lore('keys: [hare]', 'Hares are grey.'),
  'World.md': lore('keys: [fox]\nrequired: true', 'The world is round.'),
  'Owl.md': lore('keys: [owl]\nrequired: true', 'Owls wait.'),
  'Off.md': lore('keys: [fox]\nenabled: false', 'Off.'),
};

let host: EngineHost;
let events: EngineEvent[];
let turns: number;

beforeEach(async () => {
  host = engineHost(notes);
  events = [];
  turns = 0;
  await host.engine.open();
  await host.engine.changeSettings({ template: '{{content}}' });
  host.engine.on((event) => events.push(event));
});

const idOf = (path: string): string => host.engine.entryByPath(path)?.id ?? 'none';

const all = (): readonly HookPermission[] => hookPermissions;

function register(hook: Partial<SelectionHook>, granted: () => readonly HookPermission[] = all): () => void {
  const whole: SelectionHook = {
    id: 'dice:test',
    stage: 'selection',
    permissions: ['read-chat', 'read-lore', 'change-selection', 'change-text'],
    run: () => undefined,
    ...hook,
  };
  return host.engine.registerHook(whole, granted);
}

function registerForTexts(hook: Partial<InjectionHook>): () => void {
  const whole: InjectionHook = {
    id: 'dice:texts',
    stage: 'injections',
    permissions: ['read-lore', 'change-text'],
    run: () => undefined,
    ...hook,
  };
  return host.engine.registerHook(whole, all);
}

/** Registers what TypeScript would not let through, as a plugin in JavaScript can. */
const registerAnything = (hook: unknown): (() => void) => host.engine.registerHook(hook as Hook, all);

function play(text = 'Mara: a fox and a hare', signal?: AbortSignal): Promise<RetrievalResult> {
  turns += 1;
  return host.engine.generate(requestFor(chatOf(text), { generationId: `turn ${String(turns)}` }), 10_000, signal);
}

const textOf = (result: RetrievalResult): string => result.injections.map((one) => one.text).join('\n');
const outcomesOf = (result: RetrievalResult): readonly string[] => result.trace.hooks.map((report) => report.outcome);
const detailOf = (result: RetrievalResult): string => result.trace.hooks[0]?.detail ?? '';

describe('registering', () => {
  test.each<[unknown, string]>([
    [undefined, 'is an object'],
    [{ stage: 'selection', permissions: [], run: () => undefined }, '"id"'],
    [{ id: 'no colon', stage: 'selection', permissions: [], run: () => undefined }, '"id"'],
    [{ id: `a:${'b'.repeat(300)}`, stage: 'selection', permissions: [], run: () => undefined }, '"id"'],
    [{ id: 'a:b', stage: 'end', permissions: [], run: () => undefined }, '"stage"'],
    [{ id: 'a:b', stage: 'selection', permissions: 'read-chat', run: () => undefined }, '"permissions"'],
    [{ id: 'a:b', stage: 'selection', permissions: ['read-mind'], run: () => undefined }, '"permissions"'],
    [{ id: 'a:b', stage: 'selection', permissions: [] }, '"run"'],
    [{ id: 'a:b', stage: 'selection', permissions: [], priority: '1', run: () => undefined }, '"priority"'],
    [{ id: 'a:b', stage: 'selection', permissions: [], priority: Number.NaN, run: () => undefined }, '"priority"'],
    [{ id: 'a:b', stage: 'selection', permissions: [], timeoutMs: 0, run: () => undefined }, '"timeoutMs"'],
    [{ id: 'a:b', stage: 'selection', permissions: [], timeoutMs: 1e9, run: () => undefined }, '"timeoutMs"'],
  ])('refuses %j in words', (hook, words) => {
    expect(() => registerAnything(hook)).toThrow(words);
    expect(() => registerAnything(hook)).toThrow(TypeError);
  });

  test('an id is taken until its hook is taken away', () => {
    const stop = register({});
    expect(() => register({})).toThrow('There is a hook with the id "dice:test" already.');
    stop();
    const again = register({});
    stop();
    expect(() => register({})).toThrow('already');
    again();
  });

  test('what the plugin changes in its object afterwards does not count', async () => {
    const seen: number[] = [];
    const hook = {
      id: 'dice:test',
      stage: 'selection' as const,
      permissions: [] as HookPermission[],
      run: (input: HookInput) => void seen.push(input.messages.length),
    };
    host.engine.registerHook(hook, () => []);
    hook.permissions.push('read-chat');
    hook.run = () => {
      throw new Error('the other function');
    };
    expect(outcomesOf(await play())).toEqual(['unchanged']);
    expect(seen).toEqual([0]);
  });

  test('run keeps its this', async () => {
    class Counting {
      readonly id = 'dice:class';
      readonly stage = 'selection';
      readonly permissions = [];
      calls = 0;
      run(): undefined {
        this.calls += 1;
        return undefined;
      }
    }
    const hook = new Counting();
    host.engine.registerHook(hook, all);
    await play();
    expect(hook.calls).toBe(1);
  });
});

describe('order', () => {
  test('is by priority, ties by id, each seeing what the one before left', async () => {
    const asked: string[] = [];
    const named = (id: string, priority?: number): void => {
      register({
        id,
        ...(priority !== undefined && { priority }),
        run: ({ entries }) => {
          asked.push(`${id} ${String(entries.length)}`);
          return id === 'b:first' ? entries.filter((entry) => entry.title !== 'Fox') : undefined;
        },
      });
    };
    named('z:late', 200);
    named('b:tie');
    named('a:tie', 100);
    named('b:first', -1);
    await play();
    expect(asked).toEqual(['b:first 3', 'a:tie 2', 'b:tie 2', 'z:late 2']);
  });

  test('candidates come before requirements are asked, selection after', async () => {
    host.source.set('Hare.md', lore('keys: [hare]\nrequires: [Fox]'));
    await settled();
    const stop = register({ stage: 'candidates', run: ({ entries }) => entries.filter((one) => one.title !== 'Fox') });
    expect(titlesOf(await play())).toEqual(['World']);
    stop();
    register({ stage: 'selection', run: ({ entries }) => entries.filter((one) => one.title !== 'Fox') });
    expect(titlesOf(await play())).toEqual(['World', 'Hare']);
  });
});

describe('what a hook is given', () => {
  test('are frozen copies', async () => {
    let kept: HookInput | undefined;
    register({
      run: (input) => {
        kept = input;
        return undefined;
      },
    });
    const before = await play();
    if (kept === undefined) throw new Error('not asked');
    for (const part of [kept, kept.entries, kept.messages, kept.injections, kept.entries[0], kept.messages[0]]) {
      expect(Object.isFrozen(part)).toBe(true);
    }
    expect(kept.entries[0]).not.toBe(before.trace.entries[0]);
    expect(kept).toMatchObject({ stage: 'selection', chat: 'chat', turn: 1, type: 'normal' });
  });

  test('changing them fails the hook and not the turn', async () => {
    register({
      run: ({ entries }) => {
        (entries as { length: number }).length = 0;
        return undefined;
      },
    });
    const result = await play();
    expect(outcomesOf(result)).toEqual(['failed']);
    expect(titlesOf(result)).toHaveLength(3);
  });

  test.each([
    [[], '', 0],
    [['read-lore'], 'The fox is red and quick.', 0],
    [['read-chat'], '', 1],
    [['read-chat', 'read-lore'], 'The fox is red and quick.', 1],
  ] as const)('with %j is as much as these allow', async (permissions, text, messages) => {
    let kept: HookInput | undefined;
    register({
      permissions,
      run: (input) => {
        kept = input;
        return undefined;
      },
    });
    await play();
    expect(kept?.entries.find((entry) => entry.title === 'Fox')?.text).toBe(text);
    expect(kept?.messages).toHaveLength(messages);
  });
});

describe('what a hook changes', () => {
  test('an entry that it leaves out is removed, and the trace says by whom', async () => {
    register({ run: ({ entries }) => entries.filter((entry) => entry.title !== 'Fox') });
    const result = await play();
    expect(titlesOf(result)).toEqual(['World', 'Hare']);
    expect(refusals(result)).toMatchObject({ Fox: 'hook' });
    const decision = result.trace.decisions.find((one) => one.reason === 'hook');
    expect(decision).toMatchObject({ stage: 'hooks', verdict: 'refused', detail: 'The hook dice:test removed it.' });
    expect(result.trace.hooks).toMatchObject([
      { outcome: 'changed', removed: [idOf('Fox.md')], added: [], changed: [], tokens: -7 },
    ]);
  });

  test.each(['candidates', 'selection'] as const)('required entries are put back (%s)', async (stage) => {
    register({ stage, run: () => [] });
    const result = await play();
    expect(titlesOf(result)).toEqual(['World']);
    expect(result.trace.hooks[0]).toMatchObject({ detail: 'World is required and stays.' });
    expect(result.trace.hooks[0]?.removed).toHaveLength(2);
  });

  test('what it adds is not required, names its source, and fits into the budget like any other', async () => {
    register({ run: ({ entries }) => [...entries, { id: idOf('Owl.md') }] });
    const result = await play();
    expect(titlesOf(result)).toContain('Owl');
    const decision = result.trace.decisions.find((one) => one.entry === idOf('Owl.md'));
    expect(decision).toMatchObject({ reason: 'hook', verdict: 'kept', detail: 'The hook dice:test added it.' });
    await host.engine.changeSettings({ tokenBudget: 14 });
    const tight = await play();
    expect(titlesOf(tight)).not.toContain('Owl');
    expect(refusals(tight)).toMatchObject({ Owl: 'over_budget' });
  });

  test.each([
    ['Off.md', 'Off is switched off.'],
    ['Missing.md', 'There is no entry “none”.'],
  ])('%s cannot be added', async (path, detail) => {
    register({ run: ({ entries }) => [...entries, { id: idOf(path) }] });
    const result = await play();
    expect(titlesOf(result)).toHaveLength(3);
    expect(result.trace.hooks[0]).toMatchObject({ outcome: 'unchanged', added: [], detail });
  });

  test('an entry that the user blocked in the chat cannot be added', async () => {
    await host.engine.changeChat('chat', { blocks: [idOf('Owl.md')] });
    register({ run: ({ entries }) => [...entries, { id: idOf('Owl.md') }] });
    const result = await play();
    expect(titlesOf(result)).not.toContain('Owl');
    expect(detailOf(result)).toBe('Owl is blocked in this chat.');
  });

  test('texts are counted again, and the budget is applied to them', async () => {
    await host.engine.changeSettings({ tokenBudget: 20 });
    const long = Array.from({ length: 100 }, () => 'word').join(' ');
    register({ run: ({ entries }) => entries.map((one) => (one.title === 'Fox' ? { ...one, text: long } : one)) });
    const result = await play();
    expect(titlesOf(result)).toEqual(['World', 'Hare']);
    expect(refusals(result)).toMatchObject({ Fox: 'too_large' });
    expect(result.trace.hooks[0]).toMatchObject({ changed: [idOf('Fox.md')], tokens: 93 });
  });

  test('an entry has one verdict at the end, whatever hooks did to it in between', async () => {
    host.source.set('Hare.md', lore('keys: [hare]\nrequires: [Nobody]'));
    await settled();
    const without =
      (title: string) =>
      ({ entries }: HookInput) =>
        entries.filter((one) => one.title !== title);
    const adding =
      (path: string) =>
      ({ entries }: HookInput) => [...entries, { id: idOf(path) }];
    register({ id: 'a:1', stage: 'candidates', run: without('Fox') });
    register({ id: 'a:2', stage: 'candidates', run: adding('Fox.md') });
    register({ id: 'a:3', stage: 'selection', run: adding('Hare.md') });
    register({ id: 'a:4', stage: 'selection', run: adding('Owl.md') });
    register({ id: 'a:5', stage: 'selection', run: without('Owl') });
    const result = await play();
    expect(titlesOf(result)).toEqual(['World', 'Fox', 'Hare']);
    expect(refusals(result)).toMatchObject({ Owl: 'hook' });
    expect(refusals(result)).not.toHaveProperty('Fox');
    expect(refusals(result)).not.toHaveProperty('Hare');
    const refused = result.trace.decisions.filter((one) => one.verdict === 'refused').map((one) => one.entry);
    const injected = result.trace.entries.filter((one) => one.injected).map((one) => one.id);
    expect(new Set([...refused, ...injected]).size).toBe(result.trace.summary.candidates);
    expect(refused.filter((id) => injected.includes(id))).toEqual([]);
  });

  test('without change-selection nothing comes or goes, texts may', async () => {
    register({
      permissions: ['read-lore', 'change-text'],
      run: () => [{ id: idOf('Fox.md'), text: 'A fox.' }, { id: idOf('Owl.md') }],
    });
    const result = await play();
    expect(titlesOf(result)).toEqual(['World', 'Fox', 'Hare']);
    expect(textOf(result)).toContain('A fox.');
    expect(detailOf(result)).toBe('It may not change the selection.');
  });

  test('without change-text no text changes', async () => {
    register({
      permissions: ['change-selection'],
      run: ({ entries }) => entries.map((one) => ({ ...one, text: 'x' })),
    });
    const result = await play();
    expect(textOf(result)).toContain('The fox is red and quick.');
    expect(result.trace.hooks[0]).toMatchObject({ outcome: 'unchanged', detail: 'It may not change texts.' });
  });

  test('a hook that may write but not read gives back what it was shown, and changes nothing by it', async () => {
    register({ permissions: ['change-selection', 'change-text'], run: ({ entries }) => [...entries] });
    const result = await play();
    expect(textOf(result)).toContain('The fox is red and quick.');
    expect(outcomesOf(result)).toEqual(['unchanged']);
  });

  test('a text cannot be emptied', async () => {
    register({ run: ({ entries }) => entries.map((one) => ({ ...one, text: ' \n' })) });
    const result = await play();
    expect(titlesOf(result)).toEqual(['World', 'Fox', 'Hare']);
    expect(detailOf(result)).toContain('cannot be emptied');
  });

  test('entries of the index are as they were for the next turn', async () => {
    const stop = register({ run: ({ entries }) => entries.map((one) => ({ ...one, text: 'Other words.' })) });
    expect(textOf(await play())).not.toContain('red');
    stop();
    expect(textOf(await play())).toContain('red');
  });
});

describe('finished blocks', () => {
  test('get other texts, counted again', async () => {
    registerForTexts({ run: ({ injections }) => injections.map((one) => ({ key: one.key, text: 'Two words' })) });
    const result = await play();
    expect(result.injections).toMatchObject([{ text: 'Two words', tokens: 2 }]);
    expect(result.trace.summary.tokens).toBe(2);
    expect(result.trace.hooks).toMatchObject([{ stage: 'injections', outcome: 'changed', tokens: -14 }]);
  });

  test('a change beyond the budget is not taken', async () => {
    await host.engine.changeSettings({ tokenBudget: 30 });
    const long = Array.from({ length: 31 }, () => 'word').join(' ');
    registerForTexts({ run: ({ injections }) => injections.map((one) => ({ ...one, text: long })) });
    const result = await play();
    expect(textOf(result)).toContain('red');
    expect(result.trace.hooks[0]).toMatchObject({ changed: [], tokens: 0 });
    expect(detailOf(result)).toBe('Its texts exceed the token budget and were not taken.');
  });

  test.each([
    ['emptied', () => [{ key: 'lorehearth/after', text: '' }], 'cannot be emptied'],
    ['added', () => [{ key: 'lorehearth/before', text: 'Mine.' }], 'cannot add places'],
  ])('no place is %s', async (_, run, words) => {
    registerForTexts({ run });
    const result = await play();
    expect(result.injections.map((one) => one.key)).toEqual(['lorehearth/after']);
    expect(textOf(result)).toContain('red');
    expect(detailOf(result)).toContain(words);
  });

  test('without change-text they stay', async () => {
    registerForTexts({ permissions: ['read-lore'], run: () => [{ key: 'lorehearth/after', text: 'Mine.' }] });
    const result = await play();
    expect(textOf(result)).toContain('red');
    expect(detailOf(result)).toBe('It may not change texts.');
  });
});

describe('permissions', () => {
  test('a hook that lacks one is not asked, and the log says so once', async () => {
    let calls = 0;
    const granted: HookPermission[] = ['read-chat'];
    register(
      {
        permissions: ['read-chat', 'change-text'],
        run: () => {
          calls += 1;
          return [];
        },
      },
      () => granted,
    );
    const result = await play();
    await play();
    expect(calls).toBe(0);
    expect(result.trace.hooks).toMatchObject([{ outcome: 'not-permitted', detail: 'It lacks change-text.' }]);
    expect(host.log.warnings.map(({ message }) => message)).toEqual([
      'The hook dice:test is not asked: it lacks change-text.',
    ]);
  });

  test('count from the next turn on when they are given or taken', async () => {
    let granted: readonly HookPermission[] = [];
    register({ permissions: ['read-lore'] }, () => granted);
    expect(outcomesOf(await play())).toEqual(['not-permitted']);
    granted = ['read-lore'];
    expect(outcomesOf(await play())).toEqual(['unchanged']);
    granted = [];
    expect(outcomesOf(await play())).toEqual(['not-permitted']);
  });
});

const cyclic: { id?: unknown; self?: unknown } = {};
cyclic.self = cyclic;
cyclic.id = cyclic;

describe('a hook that does not do its work is passed over', () => {
  const never = new Promise<never>(() => undefined);
  const { proxy: revoked, revoke } = Proxy.revocable([], {});
  revoke();

  test.each<[string, () => unknown, string]>([
    ['throws', () => fail(new Error('out of dice')), 'out of dice'],
    ['throws no error', () => fail('dice'), 'dice'],
    ['throws what cannot be shown', () => fail(Object.create(null)), 'cannot be shown'],
    ['rejects', () => Promise.reject(new Error('late trouble')), 'late trouble'],
    ['gives null', () => null, 'It gave null where a list belongs.'],
    ['gives a number', () => 7, 'It gave a number'],
    ['gives a text', () => 'list', 'It gave a string'],
    ['gives an object', () => ({ entries: [] }), 'It gave an object'],
    ['gives a function', () => () => [], 'It gave a function'],
    ['gives items that are texts', () => ['id'], 'Item 1 of its list is a string, not an object.'],
    ['gives holes', () => new Array<unknown>(3), 'Item 1 of its list is a undefined'],
    ['gives items without id', () => [{ text: 'x' }], 'Item 1 of its list has no "id".'],
    ['gives a cyclic object', () => [cyclic], 'has no "id"'],
    ['gives a text that is none', () => [{ id: 'a', text: { toString: () => 'x' } }], 'no usable "text"'],
    ['names an entry twice', () => [{ id: 'a' }, { id: 'a' }], 'names a twice'],
    ['gives a huge list', () => new Array<unknown>(1e9), 'more than 10000 items'],
    ['gives huge texts', () => [{ id: 'a', text: 'x'.repeat(1_000_001) }], 'longer than 1000000 characters'],
    [
      'gives a getter that throws',
      () => [
        {
          get id() {
            return fail(new Error('no id for you'));
          },
        },
      ],
      'no id for you',
    ],
    [
      'gives a then that throws',
      () => ({
        get then() {
          return fail(new Error('no then'));
        },
      }),
      'no then',
    ],
    ['gives a revoked proxy', () => revoked, 'revoked'],
  ])('when it %s', async (_, run, words) => {
    registerAnything({ id: 'dice:bad', stage: 'selection', permissions: [...hookPermissions], run });
    const result = await play();
    expect(titlesOf(result)).toEqual(['World', 'Fox', 'Hare']);
    expect(result.trace.hooks).toMatchObject([{ id: 'dice:bad', outcome: 'failed' }]);
    expect(detailOf(result)).toContain(words);
    expect(host.log.warnings).toHaveLength(1);
  });

  test('when it does not answer in its time, which is two seconds unless it says otherwise', async () => {
    let hookSignal: AbortSignal | undefined;
    register({
      run: (_, signal) => {
        hookSignal = signal;
        return never;
      },
    });
    const pending = play();
    await settled();
    host.time.advance(1_999);
    await settled();
    expect(hookSignal?.aborted).toBe(false);
    host.time.advance(1);
    const result = await pending;
    expect(result.trace.hooks).toMatchObject([
      { outcome: 'timed-out', detail: 'No answer in 2000 ms.', milliseconds: 2_000 },
    ]);
    expect(hookSignal?.aborted).toBe(true);
    expect(titlesOf(result)).toHaveLength(3);
  });

  test('and the hooks after it are asked', async () => {
    register({ id: 'a:bad', run: () => fail(new Error('no')) });
    register({ id: 'b:good', run: ({ entries }) => entries.filter((one) => one.title !== 'Fox') });
    const result = await play();
    expect(outcomesOf(result)).toEqual(['failed', 'changed']);
    expect(titlesOf(result)).toEqual(['World', 'Hare']);
  });

  test('whatever it gives, the turn ends with the required lore', async () => {
    let given: unknown;
    registerAnything({ id: 'dice:any', stage: 'selection', permissions: [...hookPermissions], run: () => given });
    await fc.assert(
      fc.asyncProperty(fc.anything({ withNullPrototype: true }), async (value) => {
        given = value;
        const result = await play();
        expect(titlesOf(result)).toContain('World');
      }),
      { numRuns: 50 },
    );
  });
});

describe('three failures in a row', () => {
  test('pause a hook for the session, with one notice', async () => {
    let calls = 0;
    const run = (): never => {
      calls += 1;
      return fail(new Error('no'));
    };
    const stop = register({ run });
    for (let turn = 0; turn < 5; turn++) await play();
    expect(calls).toBe(3);
    expect(events.filter((event) => event.kind === 'hook-paused')).toEqual([
      { kind: 'hook-paused', hook: 'dice:test' },
    ]);
    expect(host.engine.isHookPaused('dice:test')).toBe(true);
    stop();
    register({ run });
    expect(outcomesOf(await play())).toEqual(['paused']);
    expect(calls).toBe(3);
  });

  test('are counted anew after a success', async () => {
    let fails = true;
    register({ run: () => (fails ? fail(new Error('no')) : undefined) });
    for (const wanted of [true, true, false, true, true]) {
      fails = wanted;
      await play();
    }
    expect(host.engine.isHookPaused('dice:test')).toBe(false);
    await play();
    expect(host.engine.isHookPaused('dice:test')).toBe(true);
  });
});

describe('waiting ends', () => {
  test('with the generation: the hook’s signal tells it, and it is no failure', async () => {
    let hookSignal: AbortSignal | undefined;
    const asked: string[] = [];
    register({
      id: 'a:slow',
      run: (_, signal) => {
        hookSignal = signal;
        return new Promise(() => undefined);
      },
    });
    register({ id: 'b:next', run: () => void asked.push('next') });
    const leaving = new AbortController();
    const waitingBefore = host.time.waiting;
    const pending = play('Mara: fox', leaving.signal);
    await settled();
    leaving.abort();
    const result = await pending;
    expect(outcomesOf(result)).toEqual(['aborted', 'aborted']);
    expect(hookSignal?.aborted).toBe(true);
    expect(asked).toEqual([]);
    expect(host.log.warnings).toEqual([]);
    expect(host.time.waiting).toBe(waitingBefore);
  });

  test('when the client’s deadline is near: the reply gets its lore without the hook', async () => {
    register({ timeoutMs: 60_000, run: () => new Promise(() => undefined) });
    const pending = play();
    await settled();
    host.time.advance(9_500);
    const result = await pending;
    expect(result.trace.hooks).toMatchObject([{ outcome: 'aborted', detail: 'The reply could not wait for it.' }]);
    expect(titlesOf(result)).toHaveLength(3);
    expect(host.engine.generations(undefined, 1)).toEqual([result.trace]);
  });

  test('when the hook is taken away', async () => {
    const stop = register({ run: () => new Promise(() => undefined) });
    const pending = play();
    await settled();
    stop();
    const result = await pending;
    expect(result.trace.hooks).toMatchObject([{ outcome: 'aborted', detail: 'It was taken away.' }]);
    expect(outcomesOf(await play())).toEqual([]);
  });
});

describe('previews', () => {
  const ask = (hooks?: boolean) =>
    host.engine.preview(requestFor(chatOf('Mara: a fox')), hooks === undefined ? {} : { hooks });

  test('run without hooks unless asked', async () => {
    register({ run: () => [] });
    expect(titlesOf((await ask()).result)).toEqual(['World', 'Fox']);
    expect(titlesOf((await ask(false)).result)).toEqual(['World', 'Fox']);
    const { result } = await ask(true);
    expect(titlesOf(result)).toEqual(['World']);
    expect(outcomesOf(result)).toEqual(['changed']);
  });

  test('explain an entry that a hook removed', async () => {
    register({ run: () => [] });
    const { explanations } = await host.engine.preview(requestFor(chatOf('Mara: a fox')), {
      hooks: true,
      explain: [idOf('Fox.md')],
    });
    expect(explanations).toMatchObject([{ reason: 'hook', detail: 'The hook dice:test removed it.' }]);
    expect(explanations[0]?.change).toBeUndefined();
  });
});

function fail(what: unknown): never {
  throw what;
}
