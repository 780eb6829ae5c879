import { describe, expect, test } from 'vitest';
import { parseDocument } from 'yaml';
import { engineHost, settled, titlesOf, type EngineHost } from '../../../tests/support/engine-host';
import { chatOf, lore, requestFor } from '../../../tests/support/lore-vault';
import type { ChatState } from '../chat/chat-state';
import type { RecordAt } from '../chat/injection-record';
import { refusalReasons, type RefusalReason } from './reasons';
import type { Retrieval } from './retrieval';
import type { WhyNot } from './why-not';

type Change = NonNullable<WhyNot['change']>;

/** An entry in `Fox.md` that is refused, what else there is, and the change that is expected. */
interface Situation {
  readonly fox: string;
  readonly others?: Readonly<Record<string, string>>;
  readonly lines?: readonly string[];
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly request?: Partial<Retrieval>;
  readonly chat?: (idOf: (path: string) => string) => Partial<ChatState>;
  readonly path?: string;
  readonly change: Pick<Change, 'where' | 'name'> | undefined;
}

const long = (words: number): string => Array.from({ length: words }, () => 'word').join(' ');
const note = (name: string): Pick<Change, 'where' | 'name'> => ({ where: 'note', name });
const chat = (name: string): Pick<Change, 'where' | 'name'> => ({ where: 'chat', name });
const setting = (name: string): Pick<Change, 'where' | 'name'> => ({ where: 'setting', name });
const jon = { character: { name: 'Jon', texts: {}, tags: ['smith'], avatar: 'jon' } };
const counts = { assistant: 1, user: 1, total: 2 };

/** A record of an earlier reply that injected and fired the entry. */
const usedAt =
  (index: number) =>
  (idOf: (path: string) => string): readonly RecordAt[] => [
    [index, { v: 1, g: 'earlier', e: [[idOf('Fox.md'), 3, 'hash']] }],
  ];

const situations: Readonly<Partial<Record<RefusalReason, readonly Situation[]>>> = {
  disabled: [{ fox: lore('keys: [fox]\nenabled: false'), change: note('enabled') }],
  never: [{ fox: '---\ntags: [lorebook, lorebook-never]\nkeys: [fox]\n---\nText.', change: note('tags') }],
  blocked: [{ fox: lore('keys: [fox]'), chat: (id) => ({ blocks: [id('Fox.md')] }), change: chat('blocks') }],
  excluded_by_key: [
    { fox: lore('keys: [fox]\nexclude_keys: [runs]'), change: note('exclude_keys') },
    { fox: lore('keys: [fox]', '@@exclude_keys_all runs, home\nText.'), change: note('decorators') },
  ],
  secondary_keys_not_met: [
    { fox: lore('keys: [fox]\nrefine_keys: [snow]'), change: note('refine_keys') },
    { fox: lore('keys: [fox]', '@@additional_keys snow\nText.'), change: note('decorators') },
  ],
  warmup: [{ fox: lore('keys: [fox]\nwarmup: 3'), change: note('warmup') }],
  trigger: [{ fox: lore('keys: [fox]\ntriggers: [continue]'), change: note('triggers') }],
  character: [
    { fox: lore('keys: [fox]\ncharacters: [Bil]'), request: jon, change: note('characters') },
    { fox: lore('keys: [fox]\ncharacters_exclude: [Jon]'), request: jon, change: note('characters_exclude') },
    { fox: lore('keys: [fox]\ncharacters: [Bil]'), change: note('characters') },
  ],
  character_tag: [{ fox: lore('keys: [fox]\ncharacter_tags: [sailor]'), request: jon, change: note('character_tags') }],
  known_by: [
    { fox: lore('keys: [fox]\nknown_by: [Bil]'), request: jon, change: note('known_by') },
    {
      fox: lore('keys: [fox]\nknown_by: [Bil]'),
      request: { type: 'impersonate', personaName: 'Wren' },
      change: note('known_by'),
    },
  ],
  book: [
    { fox: lore('keys: [fox]'), path: 'Deep/In/Fox.md', chat: () => ({ books: ['Other'] }), change: chat('books') },
    { fox: lore('keys: [fox]'), chat: () => ({ books: ['Other'] }), change: chat('books') },
  ],
  recursion_only: [{ fox: lore('keys: [fox]\ndelay_until_recursion: 1'), change: note('delay_until_recursion') }],
  delay: [{ fox: lore('keys: [fox]\ndelay: 9'), change: note('delay') }],
  context: [
    {
      fox: lore('keys: [fox]\nera: old'),
      chat: () => ({ context: { era: ['new'] } }),
      change: chat('context'),
    },
    {
      fox: lore('keys: [fox]\nscene_type: fight\nera: [old, older]'),
      chat: () => ({ context: { Scene_Type: ['talk'], era: ['new'] } }),
      change: chat('context'),
    },
  ],
  dont_activate: [{ fox: lore('keys: [fox]', '@@dont_activate\nText.'), change: note('decorators') }],
  greeting: [
    { fox: lore('keys: [fox]', '@@is_greeting 2\nText.'), request: { greetingIndex: 0 }, change: note('decorators') },
  ],
  not_yet: [
    { fox: lore('keys: [fox]', '@@activate_only_after 9\nText.'), request: { counts }, change: note('decorators') },
  ],
  not_this_turn: [
    { fox: lore('keys: [fox]', '@@activate_only_every 2\nText.'), request: { counts }, change: note('decorators') },
  ],
  probability: [{ fox: lore('keys: [fox]\nprobability: 0'), change: note('probability') }],
  group: [
    {
      fox: lore('keys: [fox]\ngroup: g\ngroup_weight: 1'),
      others: { 'Hare.md': lore('keys: [fox]\ngroup: g\ngroup_override: true\npriority: 900') },
      change: note('group_override'),
    },
    {
      fox: lore('keys: [fox]\ngroup: g'),
      others: { 'Hare.md': lore('keys: [fox]\ngroup: g\ngroup_override: true\npriority: 1') },
      change: note('group'),
    },
  ],
  requires: [
    {
      fox: lore('keys: [fox]\nrequires: [Hare]'),
      others: { 'Hare.md': lore('keys: [hare]') },
      change: note('requires'),
    },
  ],
  requires_missing: [{ fox: lore('keys: [fox]\nrequires: [Nobody]'), change: note('requires') }],
  excludes: [
    {
      fox: lore('keys: [fox]\nexcludes: [Hare]'),
      others: { 'Hare.md': lore('keys: [fox]') },
      change: note('excludes'),
    },
  ],
  over_budget: [
    {
      fox: lore('keys: [fox]\npriority: 200', long(20)),
      others: { 'Hare.md': lore('keys: [fox]', long(20)) },
      settings: { tokenBudget: 30 },
      change: note('priority'),
    },
  ],
  too_large: [
    { fox: lore('keys: [fox]', long(40)), settings: { tokenBudget: 30 }, change: setting('tokenBudget') },
    { fox: lore('keys: [fox]', long(400)), settings: { tokenBudget: 30 }, change: note('required') },
  ],
  entry_limit: [
    {
      fox: lore('keys: [fox]\npriority: 200'),
      others: { 'Hare.md': lore('keys: [fox]') },
      settings: { entryLimit: 1 },
      change: setting('entryLimit'),
    },
    {
      fox: lore('keys: [fox]\npriority: 200'),
      others: { 'Hare.md': lore('keys: [fox]'), 'Owl.md': lore('keys: [fox]'), 'Elk.md': lore('keys: [fox]') },
      settings: { entryLimit: 1 },
      change: note('priority'),
    },
  ],
  empty_text: [{ fox: lore('keys: [fox]', ''), change: undefined }],
  context_limit: [{ fox: lore('keys: [fox]', long(200)), request: { contextSize: 100 }, change: undefined }],
};

/** Plays the turn, asks why the entry is absent, makes the change and plays it again. */
async function explained(situation: Situation): Promise<{ readonly why: WhyNot; readonly isInAfterwards: boolean }> {
  const { fox, others = {}, path = 'Fox.md', settings = {}, lines = ['Mara: the fox runs home'] } = situation;
  const host = engineHost({ [path]: fox, ...others });
  const { engine } = host;
  await engine.open();
  await engine.changeSettings({ template: '{{content}}', ...settings });
  const idOf = (name: string): string => engine.entryByPath(name)?.id ?? name;
  await engine.changeChat('chat', situation.chat?.(idOf) ?? {});
  const request = requestFor(chatOf(...lines), situation.request);
  const { explanations } = await engine.preview(request, { explain: [idOf(path)] });
  const [why] = explanations;
  if (why === undefined) throw new Error('not explained');
  if (why.change) await make(why.change, path, host);
  const { result } = await engine.preview(request, {});
  return { why, isInAfterwards: titlesOf(result).includes('Fox') };
}

/** Makes a change as a user would. */
async function make({ where, name, value }: Change, path: string, { engine, source }: EngineHost): Promise<void> {
  if (where === 'setting') expect(await engine.changeSettings({ [name]: value })).toEqual([]);
  if (where === 'chat') await engine.changeChat('chat', { [name]: value });
  if (where !== 'note') return;
  const read = await source.read(path);
  if (read.kind !== 'text') throw new Error(`${path} cannot be read`);
  source.set(path, withChange(read.text, name, value));
  await settled();
}

function withChange(text: string, name: string, value: unknown): string {
  const [, properties = '', body = ''] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(text) ?? [];
  if (name === 'decorators') return `---\n${properties}\n---\n${body.replace(/^@@.*\n/gm, '')}`;
  const document = parseDocument(properties);
  if (name === 'tags') document.set('tags', ['lorebook']);
  else if (value === null) document.delete(name);
  else document.set(name, value);
  return `---\n${document.toString()}---\n${body}`;
}

describe('an entry that was refused', () => {
  const rows = Object.entries(situations).flatMap(([reason, list]) =>
    list.map((situation, at) => [`${reason} ${String(at + 1)}`, reason, situation] as const),
  );

  test.each(rows)('%s: the reason is told, and the change really lets it in', async (_, reason, situation) => {
    const { why, isInAfterwards } = await explained(situation);
    expect(why).toMatchObject({ isInjected: false, reason });
    expect(why.detail).not.toBe('');
    if (situation.change === undefined) expect(why.change).toBeUndefined();
    else expect(why.change).toMatchObject(situation.change);
    expect(why.change?.sentence ?? '.').toMatch(/\.$/);
    expect(isInAfterwards).toBe(situation.change !== undefined);
  });

  test.each([
    ['cooldown', 'cooldown: 5', 'Text.', {}, note('cooldown')],
    ['reinjection_cooldown', 'priority: 1', 'Text.', { reinjectionCooldown: 5 }, setting('reinjectionCooldown')],
    ['already_used', 'priority: 1', '@@dont_activate_after_match\nText.', {}, note('decorators')],
  ] as const)(
    '%s: the past of the chat is told, and the change lets it in',
    async (reason, properties, text, settings, change) => {
      const host = engineHost({ 'Fox.md': lore(`keys: [fox]\n${properties}`, text) });
      await host.engine.open();
      await host.engine.changeSettings(settings);
      const idOf = (path: string): string => host.engine.entryByPath(path)?.id ?? '';
      const request = requestFor(chatOf('Mara: fox', 'Vesk: yes', 'Mara: fox'), { records: usedAt(1)(idOf) });
      const { explanations } = await host.engine.preview(request, { explain: [idOf('Fox.md')] });
      expect(explanations[0]).toMatchObject({ reason, change });
      if (explanations[0]?.change) await make(explanations[0].change, 'Fox.md', host);
      expect(titlesOf((await host.engine.preview(request, {})).result)).toEqual(['Fox']);
    },
  );

  test('with two hindrances has no single change', async () => {
    const { why } = await explained({
      fox: lore('keys: [fox]\nenabled: false\nrequires: [Nobody]'),
      change: undefined,
    });
    expect(why).toMatchObject({ reason: 'disabled', change: undefined });
  });

  test('is refused for a reason of the list', () => {
    expect(Object.keys(situations).filter((reason) => !(reason in refusalReasons))).toEqual([]);
  });
});

describe('an entry that nothing brought', () => {
  test.each<[string, Situation]>([
    [
      'its key lies further back',
      {
        fox: lore('keys: [fox]'),
        lines: ['Mara: fox', ...Array.from({ length: 6 }, () => 'Vesk: no')],
        change: note('scan_depth'),
      },
    ],
    [
      'its key differs in case',
      { fox: lore('keys: [FOX]\ncase_sensitive: true'), lines: ['Mara: fox'], change: note('case_sensitive') },
    ],
    ['its key is part of a word', { fox: lore('keys: [fox]'), lines: ['Mara: foxes'], change: note('whole_words') }],
    [
      'its key stands in the text of another',
      {
        fox: lore('keys: [fox]'),
        others: { 'Hare.md': lore('keys: [hare]', 'No fox.') },
        lines: ['Mara: hare'],
        change: setting('recursion'),
      },
    ],
    ['no text has its key', { fox: lore('keys: [fox]'), lines: ['Mara: nothing'], change: note('constant') }],
  ])('because %s', async (_, situation) => {
    const { why, isInAfterwards } = await explained(situation);
    expect(why).toMatchObject({ isInjected: false, reason: undefined, change: situation.change });
    expect(isInAfterwards).toBe(true);
  });

  test('and that could not come in by any one change', async () => {
    const { why } = await explained({
      fox: lore('keys: [fox]\nenabled: false'),
      lines: ['Mara: nothing'],
      change: undefined,
    });
    expect(why).toMatchObject({ reason: undefined, change: undefined });
  });
});

test('an entry of the turn is said to be there, and a name that is none is not explained', async () => {
  const { engine } = engineHost({ 'Fox.md': lore('keys: [fox]') });
  await engine.open();
  const explain = [engine.entryByPath('Fox.md')?.id ?? '', 'nobody'];
  const { explanations } = await engine.preview(requestFor(chatOf('Mara: fox')), { explain });
  expect(explanations).toMatchObject([{ isInjected: true, reason: undefined, change: undefined }]);
});
