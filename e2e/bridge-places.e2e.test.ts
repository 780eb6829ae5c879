import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openBridgeStage, recordIn, type BridgeStage } from './support/bridge-stage';
import { useQuickReplies } from './support/quick-replies';
import type { Connection } from './support/tavern-connection';
import {
  readOutlet,
  setNote,
  setWorldInfo,
  useBook,
  type BookEntry,
  type WorldInfoSettings,
} from './support/world-info';

const note = (key: string, position: string, text: string): string =>
  `---\ntags: [lorebook]\nkeys: [${key}]\nscan_depth: 1\nposition: ${position}\n---\n${text}\n`;

/** Every place, with samples of depth and role for those in the chat. */
const places = {
  before: ['before', 'The silver keep fell in 902.'],
  after: ['after', 'The sea has no floor.'],
  beforeChar: ['before_char', 'The isle drifts north.'],
  afterChar: ['after_char', 'The gulls are mute.'],
  noteTop: ['author_note_top', 'The lamp is cold.'],
  noteBottom: ['author_note_bottom', 'The stair has a gap.'],
  examplesTop: ['examples_top', '{{user}}: Who lit it?\n{{char}}: My mother did.'],
  examplesBottom: ['examples_bottom', '{{char}}: Mind the third step.'],
  outlet: ['outlet\noutlet: tower', 'The tower leans west.'],
  newest: ['in_chat\ndepth: 0\nrole: system', 'The lantern burns blue.'],
  asUser: ['in_chat\ndepth: 2\nrole: user', 'The letter was never sent.'],
  asAssistant: ['in_chat\ndepth: 3\nrole: assistant', 'Her limp is old.'],
  oldest: ['in_chat\ndepth: 500\nrole: system', 'The anchor is made of bone.'],
} as const;
type Place = keyof typeof places;

const plainExample = 'The harbor sleeps under fog.';

const notes = {
  ...Object.fromEntries(
    Object.entries(places).map(([name, [position, text]]) => [`${name}.md`, note('beacon', position, text)]),
  ),
  'Plain.md': note('harbor', 'examples_top', plainExample),
  'Bell.md': note('bell', 'after\nautomation_id: ring', 'The bell is cracked.'),
  'Gong.md': note('bell', 'before_char\nautomation_id: strike', 'The gong is bronze.'),
  'Unread.md': note('whale', 'outlet\noutlet: nobody', 'The whale sings.'),
};

/** The lines of a place as the model reads them; names are no part of a message's text. */
const linesOf = (place: Place): readonly string[] =>
  places[place][1].split('\n').map((line) => line.replace(/^\{\{(?:user|char)\}\}: /, ''));
const allLines = (Object.keys(places) as Place[]).flatMap(linesOf);

const connections: readonly Connection[] = [
  { completion: 'chat', stream: false },
  { completion: 'chat', stream: true },
  { completion: 'text', stream: false },
  { completion: 'text', stream: true },
];

const question = 'Is the beacon lit?';
const noteText = 'Write with salt on the tongue.';

let stage: BridgeStage;

beforeAll(async () => {
  const ilse = { name: 'Ilse', description: 'Ilse keeps the tower.', examples: '{{char}}: Storms I like.' };
  stage = await openBridgeStage(notes, {}, { characters: [ilse, { name: 'Bram' }] });
  await stage.page.openCharacter('Ilse');
  await stage.server.call('/v1/settings', { entryLimit: 50 }, 'PATCH');
  await readOutlet(stage.page.page, 'tower');
  return stage.close;
});

beforeEach((context) => stage.beginAnew(context));

const count = (prompt: string, text: string): number => prompt.split(text).length - 1;
const inOrderOf = (prompt: string, texts: readonly string[]): readonly string[] =>
  [...texts].sort((one, two) => prompt.indexOf(one) - prompt.indexOf(two));

/** What became of each injection of the last reply, as the server keeps it. */
async function deliveries(): Promise<readonly { key: string; outcome: string; place: string }[]> {
  const generation = recordIn((await stage.page.savedChat()).messages.at(-1))?.g ?? '';
  let kept: unknown;
  await expect
    .poll(async () => {
      kept = ((await stage.server.call(`/v1/generations/${generation}`)) as { delivery?: unknown }).delivery;
      return kept;
    })
    .toBeDefined();
  return kept as readonly { key: string; outcome: string; place: string }[];
}

async function summary(): Promise<unknown> {
  const reply = (await stage.page.savedChat()).messages.at(-1);
  return (reply?.extra?.['lorehearth'] as { summary?: unknown } | undefined)?.summary;
}

describe.each(connections)('over $completion completion, stream $stream', (connection) => {
  beforeEach(() => stage.page.use(connection));

  it('brings lore to every place of SillyTavern, once, and takes all of it away with the next turn', async () => {
    const { model, page } = stage;
    await setNote(page.page, { text: noteText, interval: 1, depth: 1 });
    model.next({ text: 'Well met.' }, { text: 'Gladly.' });
    await page.send('Hello there.');
    await page.send(question);

    const { prompt, messages } = model.lastRequest;
    expect(allLines.filter((line) => count(prompt, line) !== 1)).toEqual([]);
    const isChat = connection.completion === 'chat';
    const story = [
      ...linesOf('before'),
      'next reply in a fictional chat',
      ...linesOf('outlet'),
      ...(isChat ? linesOf('after') : []),
      ...linesOf('beforeChar'),
      'Ilse keeps the tower.',
      ...linesOf('afterChar'),
      ...(isChat ? [] : linesOf('after')),
      ...linesOf('examplesTop'),
      'Storms I like.',
      ...linesOf('examplesBottom'),
    ];
    const history = [
      ...linesOf('oldest'),
      'Ilse looks up.',
      ...linesOf('asAssistant'),
      'Hello there.',
      ...linesOf('asUser'),
      'Well met.',
      ...linesOf('noteTop'),
      noteText,
      ...linesOf('noteBottom'),
      question,
      ...linesOf('newest'),
    ];
    expect(inOrderOf(prompt, [...story, ...history])).toEqual([...story, ...history]);
    const beside = [...linesOf('noteTop'), noteText, ...linesOf('noteBottom')];
    expect(prompt).toMatch(new RegExp(beside.join('\\s+(?:</?\\w+>\\s+)?')));
    if (isChat) {
      const roleOf = (place: Place) => messages.find(({ content }) => content.includes(linesOf(place)[0] ?? ''))?.role;
      expect((['newest', 'asUser', 'asAssistant'] as const).map(roleOf)).toEqual(['system', 'user', 'assistant']);
    }
    expect((await deliveries()).filter(({ outcome }) => outcome !== 'delivered')).toEqual([]);
    expect(await summary()).toMatchObject({ injected: 13, moved: [], undelivered: [] });

    await page.send('What a night.');
    expect(allLines.filter((line) => model.lastRequest.prompt.includes(line))).toEqual([]);
    expect(model.lastRequest.prompt).toContain(noteText);
  });

  it('puts what belongs to an author’s note that is not due where the note would stand', async () => {
    const { model, page } = stage;
    model.next({ text: 'Well met.' });
    await page.send('Hello there.');
    await setNote(page.page, { text: noteText, interval: 0, depth: 1 });
    await page.send(question);
    const { prompt } = model.lastRequest;
    const inOrder = ['Well met.', ...linesOf('noteTop'), ...linesOf('noteBottom'), question];
    expect(inOrderOf(prompt, inOrder)).toEqual(inOrder);
    expect(allLines.filter((line) => count(prompt, line) !== 1)).toEqual([]);
    expect(await summary()).toMatchObject({
      moved: [{ place: 'author note bottom', to: 'in chat at depth 1' }, { place: 'author note top' }],
      undelivered: [],
    });
    expect((await deliveries()).filter(({ outcome }) => outcome === 'moved')).toHaveLength(2);
  });

  it('brings example text in which nobody speaks, at its place or after the main prompt', async () => {
    const { model, page } = stage;
    await page.send('Tell me of the harbor.');
    expect(count(model.lastRequest.prompt, plainExample)).toBe(1);
    const moved = connection.completion === 'chat' ? [{ place: 'examples top', to: 'after' }] : [];
    expect(await summary()).toMatchObject({ moved, undelivered: [] });
  });
});

describe('the author’s note', () => {
  beforeEach(() => stage.page.use({ completion: 'chat', stream: false }));

  it('has lore beside it in the turns that bring it, and lore in its place in the others', async () => {
    const { page } = stage;
    await setNote(page.page, { text: noteText, interval: 2, depth: 1 });
    const moved: number[] = [];
    for (const words of ['Beacon one.', 'Beacon two.', 'Beacon three.']) {
      await page.send(words);
      const { prompt } = stage.model.lastRequest;
      expect([...linesOf('noteTop'), ...linesOf('noteBottom')].map((line) => count(prompt, line))).toEqual([1, 1]);
      moved.push((await deliveries()).filter(({ outcome }) => outcome === 'moved').length);
    }
    expect(moved).toEqual([2, 0, 2]);
  });

  it('needs no text of its own to have lore beside it', async () => {
    const { model, page } = stage;
    await setNote(page.page, { text: '', interval: 1, depth: 0 });
    await page.send(question);
    expect(inOrderOf(model.lastRequest.prompt, [question, ...linesOf('noteTop'), ...linesOf('noteBottom')])).toEqual([
      question,
      ...linesOf('noteTop'),
      ...linesOf('noteBottom'),
    ]);
    expect(await summary()).toMatchObject({ moved: [], undelivered: [] });
  });
});

it('says which outlet no prompt reads', async () => {
  await stage.page.use({ completion: 'chat', stream: false });
  const { model, page } = stage;
  await page.send('A whale!');
  expect(model.lastRequest.prompt).not.toContain('The whale sings.');
  const cause = expect.stringContaining('{{outlet::nobody}}') as string;
  expect(await summary()).toMatchObject({ undelivered: [{ place: 'outlet nobody', cause }] });
  expect(await deliveries()).toMatchObject([{ key: 'lorehearth/outlet/nobody', outcome: 'undelivered', cause }]);
  await page.page.locator('.last_mes .lorehearth-chip').click();
  const details = page.page.locator('.lorehearth-details');
  await details.waitFor();
  expect(await details.innerText()).toContain('Not delivered (outlet nobody): Unread.');
  await page.page.keyboard.press('Escape');
  await details.waitFor({ state: 'detached' });
});

it('gives every version of a reply the same lore at all places', async () => {
  await stage.page.use({ completion: 'chat', stream: true });
  const { model, page } = stage;
  await page.send(question);
  await page.swipe();
  expect(model.requests[1]?.prompt).toBe(model.requests[0]?.prompt);
});

it('reaches all places of a SillyTavern that does not announce the end of a sweep', async () => {
  await stage.page.use({ completion: 'chat', stream: false });
  const { model, page } = stage;
  const name = await page.page.evaluate(() => {
    const types: Record<string, string | undefined> = SillyTavern.getContext().eventTypes;
    const known = types['WORLDINFO_SCAN_DONE'];
    delete types['WORLDINFO_SCAN_DONE'];
    return known;
  });
  try {
    await page.send(question);
  } finally {
    await page.page.evaluate((known) => Object.assign(SillyTavern.getContext().eventTypes, known), {
      WORLDINFO_SCAN_DONE: name,
    });
  }
  expect(allLines.filter((line) => count(model.lastRequest.prompt, line) !== 1)).toEqual([]);
});

it('runs the Quick Replies with the automation id of an entry, once with every turn that has it', async () => {
  await stage.page.use({ completion: 'chat', stream: false });
  const { model, page } = stage;
  await useQuickReplies(page.page, {
    ring: '/addvar key=rung 1 | /gen Describe the bell.',
    strike: '/addvar key=struck 1',
    toll: '/addvar key=tolled 1',
  });
  await page.send('The bell!');
  await page.swipe();
  const turns = model.requests.filter(({ prompt }) => prompt.includes('The bell is cracked.'));
  expect(
    turns.map(({ prompt }) => [count(prompt, 'The bell is cracked.'), count(prompt, 'The gong is bronze.')]),
  ).toEqual([
    [1, 1],
    [1, 1],
  ]);
  expect(model.requests).toHaveLength(4);
  expect((await page.chatMetadata())['variables']).toEqual({ rung: 2, struck: 2 });
});

it('leaves no background generation and no book with lore', async () => {
  await stage.page.use({ completion: 'chat', stream: false });
  const { model, page } = stage;
  await page.send(question);
  await page.slash('/gen Sum up the beacon.');
  expect(allLines.filter((line) => model.lastRequest.prompt.includes(line))).toEqual([]);
  const books = await page.page.evaluate(() => {
    const { getWorldInfoNames } = SillyTavern.getContext() as unknown as { getWorldInfoNames: () => string[] };
    return getWorldInfoNames();
  });
  expect(books).toEqual([]);
  expect(JSON.stringify(await page.chatMetadata())).not.toContain('Lorehearth');
});

describe('the user’s own book', () => {
  const long = (word: string, times: number): string => `${word} ${'grey water '.repeat(times)}ends.`;
  const entries: readonly BookEntry[] = [
    { comment: 'wakes another', content: 'The ember court meets at dusk.', constant: true, order: 100 },
    { comment: 'is woken', key: ['dusk'], content: long('Dusk', 20), order: 90 },
    { comment: 'exceeds the budget', key: ['dusk'], content: long('Flood', 200), order: 80 },
    { comment: 'comes too late', key: ['dusk'], content: 'Late geese pass.', order: 70 },
    {
      comment: 'wins its group',
      content: 'Crown of kelp.',
      constant: true,
      group: 'g',
      groupOverride: true,
      order: 60,
    },
    { comment: 'loses its group', content: 'Crown of tin.', constant: true, group: 'g', order: 50 },
    { comment: 'is in two groups', content: 'Crown of rust.', constant: true, group: 'g, h', order: 40 },
    {
      comment: 'wins the other',
      content: 'Crown of salt.',
      constant: true,
      group: 'h',
      groupOverride: true,
      order: 35,
    },
    { comment: 'is far back', key: ['old tale'], content: 'The tale is older.', order: 30, position: 1 },
    { comment: 'stays', key: ['beacon'], content: 'Moths gather.', sticky: 6, cooldown: 2, order: 25, position: 4 },
    {
      comment: 'is in the outlet',
      content: 'Slates fall.',
      constant: true,
      order: 20,
      position: 7,
      outletName: 'tower',
    },
    { comment: 'is at the note', content: 'Oil is dear.', constant: true, order: 15, position: 2 },
    { comment: 'is an example', content: '{{char}}: Shut the door.', constant: true, order: 10, position: 5 },
    // SillyTavern takes out the last one found when an entry loses two groups.
    { comment: 'is last', content: 'Last comes rain.', constant: true, order: 1, position: 3 },
  ];
  const usual: WorldInfoSettings = { budget: 3, recursive: true, leastActivations: 0, mostSweeps: 0 };
  const chat: Connection = { completion: 'chat', stream: false };

  /** The lines of a prompt that are not ours, nor part of the frame that SillyTavern puts around any text. */
  const ownLines = (prompt: string): readonly string[] => {
    const titles = Object.keys(places).join('|');
    const frame = new Set(['', 'Mara:', 'Ilse:', '***', '[Example Chat]']);
    return prompt
      .replace(new RegExp(`</?(?:${titles})>`, 'g'), '')
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => !frame.has(line) && !allLines.includes(line.replace(/^(?:Mara|Ilse): /, '')));
  };
  const switchLore = (on: boolean): Promise<void> =>
    stage.page.page.evaluate((enabled) => {
      const { extensionSettings } = SillyTavern.getContext() as unknown as {
        extensionSettings: { lorehearth: { enabled: boolean } };
      };
      extensionSettings.lorehearth.enabled = enabled;
    }, on);
  const timers = async (): Promise<unknown> => (await stage.page.chatMetadata())['timedWorldInfo'];

  beforeAll(async () => {
    await useBook(stage.page.page, 'Own', entries);
    return () => switchLore(true);
  });

  it.each<[string, Partial<WorldInfoSettings>, Connection, readonly string[], readonly string[]]>([
    ['a small budget', {}, chat, ['Dusk', 'Crown of kelp.'], ['Flood', 'Late geese', 'older.', 'Last comes rain.']],
    [
      'a small budget over text completion',
      {},
      { completion: 'text', stream: true },
      ['Dusk'],
      ['Flood', 'Late geese'],
    ],
    ['one sweep', { mostSweeps: 1, budget: 25 }, chat, ['ember court'], ['Dusk', 'Flood']],
    ['a least number of entries', { leastActivations: 14, budget: 50 }, chat, ['Flood', 'older.'], []],
  ])('comes out the same beside ours with %s', async (_name, settings, connection, found, missing) => {
    const { model, page } = stage;
    await stage.page.use(connection);
    await setWorldInfo(page.page, { ...usual, ...settings });
    await setNote(page.page, { text: noteText, interval: 1, depth: 1 });
    await switchLore(false);
    for (const words of ['An old tale.', 'Hello there.', question]) await page.send(words);
    const without = model.lastRequest.prompt;
    expect(found.filter((text) => !without.includes(text))).toEqual([]);
    expect(missing.filter((text) => without.includes(text))).toEqual([]);
    const timersWithout = await timers();
    expect(JSON.stringify(timersWithout)).toContain('Own.9');

    await switchLore(true);
    await page.swipe();
    const beside = model.lastRequest.prompt;
    expect(allLines.filter((line) => count(beside, line) !== 1)).toEqual([]);
    expect(ownLines(beside)).toEqual(ownLines(without));
    expect(await timers()).toEqual(timersWithout);
  });
});
