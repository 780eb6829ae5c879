import { beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { openBridgeStage, type BridgeStage } from './support/bridge-stage';

const note = (properties: string, text: string): string => `---\ntags: [lorebook]\n${properties}\n---\n${text}\n`;

/** Every key is looked for in the player's message and the one before it. */
const lore = {
  rest: 'They may rest.',
  stay: 'The song stays.',
  anchor: 'The anchor is bone.',
  sea: 'The sea has no floor.',
  gate: 'The gate stands open.',
} as const;

const notes = {
  'Rest.md': note('keys: [rest]\nscan_depth: 2\ncooldown: 2', lore.rest),
  'Stay.md': note('keys: [stay]\nscan_depth: 2\nsticky: 2', lore.stay),
  'Anchor.md': note('keys: [anchor]\nscan_depth: 2', lore.anchor),
  'Sea.md': note('keys: [sea]\nscan_depth: 2', lore.sea),
  'Gate.md': note('keys: [gate]\nscan_depth: 2\nera: past', lore.gate),
};

let stage: BridgeStage;

beforeAll(async () => {
  stage = await openBridgeStage(notes);
  await stage.page.openCharacter('Ilse');
  return stage.close;
});

beforeEach((context) => stage.beginAnew(context));

/** What reached the model last. */
const given = (): readonly string[] =>
  Object.entries(lore)
    .filter(([, text]) => stage.model.lastRequest.prompt.includes(text))
    .map(([name]) => name);

/** Says something and gives the lore that reaches the model. */
async function say(text: string): Promise<readonly string[]> {
  await stage.page.send(text);
  return given();
}

async function swipe(): Promise<readonly string[]> {
  await stage.page.swipe();
  return given();
}

describe('an entry that rests', () => {
  it('comes with every version of its turn, rests with every version of the next ones, and comes again', async () => {
    expect(await say('Let us rest.')).toEqual(['rest']);
    expect(await swipe()).toEqual(['rest']);
    expect(await say('Rest more.')).toEqual([]);
    expect(await swipe()).toEqual([]);
    expect(await swipe()).toEqual([]);
    expect(await say('Rest more.')).toEqual([]);
    expect(await say('Rest more.')).toEqual(['rest']);
  });

  it('rests after a version without it is left for one with it, and not the other way round', async () => {
    const { page } = stage;
    await say('Let us rest.');
    await page.edit(1, 'Let us go.');
    expect(await swipe()).toEqual([]);
    await page.browseSwipe('left');
    expect(await say('Rest now.')).toEqual([]);
    await page.deleteLast(2);
    await page.browseSwipe('right');
    expect(await say('Rest now.')).toEqual(['rest']);
  });

  it('is awake again when the turn that used it is deleted', async () => {
    const { page } = stage;
    expect(await say('Let us rest.')).toEqual(['rest']);
    expect(await say('Rest more.')).toEqual([]);
    await page.deleteLast(4);
    expect(await say('Let us rest.')).toEqual(['rest']);
  });

  it('still rests when only turns without it are deleted', async () => {
    const { page } = stage;
    await say('Let us rest.');
    await say('Go on.');
    await say('Go on.');
    await page.deleteLast(4);
    expect(await say('Rest more.')).toEqual([]);
  });

  it('is not woken by an edit of the reply', async () => {
    await say('Let us rest.');
    await stage.page.edit(2, 'Something else was said.');
    expect(await say('Rest more.')).toEqual([]);
  });

  it('comes with what continues its reply, which is no turn of its own', async () => {
    expect(await say('Let us rest.')).toEqual(['rest']);
    await stage.page.continueReply();
    expect(given()).toEqual(['rest']);
    expect(await say('Rest more.')).toEqual([]);
    await stage.page.continueReply();
    expect(given()).toEqual([]);
    expect(await say('Rest more.')).toEqual([]);
    expect(await say('Rest more.')).toEqual(['rest']);
  });

  it('comes with all passes of a turn with a tool, which count once', async () => {
    const { model, page } = stage;
    onTestFinished(() => page.useTools(false));
    await page.page.evaluate(registerTool);
    await page.useTools(true);
    model.next({ text: 'I look.', toolCalls: [{ name: 'look', arguments: {} }] }, { text: 'It is near.' });
    await page.send('Let us rest.');
    await page.waitForLastMessage('It is near.');
    await page.waitUntilIdle();
    expect(model.requests.map(({ prompt }) => prompt.includes(lore.rest))).toEqual([true, true]);
    await page.useTools(false);
    expect(await say('Rest more.')).toEqual([]);
    expect(await say('Rest more.')).toEqual([]);
    expect(await say('Rest more.')).toEqual(['rest']);
  });
});

describe('an entry that stays', () => {
  it('is held over turns, versions and a reload, and then let go', async () => {
    const { page } = stage;
    expect(await say('Stay with me.')).toEqual(['stay']);
    expect(await say('Go on.')).toEqual(['stay']);
    await page.reload();
    await page.openCharacter('Ilse');
    expect(await say('Go on.')).toEqual(['stay']);
    expect(await swipe()).toEqual(['stay']);
    expect(await say('Go on.')).toEqual([]);
  });

  it('is let go when the turn that woke it is deleted', async () => {
    expect(await say('Stay with me.')).toEqual(['stay']);
    await stage.page.deleteLast(2);
    expect(await say('Go on.')).toEqual([]);
  });
});

describe('a branch from an earlier message', () => {
  it('has the timers of that message, and the original keeps its own', async () => {
    const { page } = stage;
    const original = await page.chatName();
    expect(await say('Let us rest.')).toEqual(['rest']);
    expect(await say('Rest more.')).toEqual([]);
    expect(await say('Rest more.')).toEqual([]);

    await page.branch(2);
    expect(await say('Rest more.')).toEqual([]);
    expect(await say('Rest more.')).toEqual([]);
    expect(await say('Rest more.')).toEqual(['rest']);

    await page.openChat(original);
    expect(await say('Rest more.')).toEqual(['rest']);
    await page.branch(0);
    expect(await say('Let us rest.')).toEqual(['rest']);
  });

  it('begins with the original’s pins, blocks and context, and changes only its own', async () => {
    const { page } = stage;
    const all = 'The sea, the gate.';
    const original = await page.chatName();
    await page.slash('/lorehearth-pin Anchor | /lorehearth-block Sea | /lorehearth-context era=present');
    expect(await say(all)).toEqual(['anchor']);

    const branch = await page.branch(2);
    await page.slash('/lorehearth-unpin Anchor | /lorehearth-context era=past');
    expect(await say(all)).toEqual(['gate']);
    await page.slash('/lorehearth-unblock Sea');
    expect(await say(all)).toEqual(['sea', 'gate']);

    await page.openChat(original);
    expect(await say(all)).toEqual(['anchor']);
    await page.slash('/lorehearth-unpin Anchor');
    await page.openChat(branch);
    expect(await say(all)).toEqual(['sea', 'gate']);
    expect(await page.slash('/lorehearth-context')).toBe('era=past');
  });
});

/** Runs in the page. */
function registerTool(): void {
  const context = SillyTavern.getContext() as unknown as { registerFunctionTool: (tool: unknown) => void };
  context.registerFunctionTool({
    name: 'look',
    description: 'Looks.',
    parameters: { type: 'object', properties: {} },
    action: () => 'Seen.',
  });
}
