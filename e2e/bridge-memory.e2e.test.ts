import { beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { FakeProvider } from '../tests/support/fake-provider/fake-provider';
import { openBridgeStage, recordIn, type BridgeStage } from './support/bridge-stage';
import {
  noteText,
  rememberingProvider,
  scenesOf,
  sessionNotes,
  summariesOf,
  summaryQuestions,
  summaryText,
} from './support/memory-stage';
import { openScribePanel } from './support/scribe-console';
import { typeCommand } from './support/typed-command';
import { chatIdOf, keepNotes, notesIn, replyWithNotes } from './support/writer-stage';

const notes = { 'Sea.md': '---\ntags: [lorebook]\nkeys: [brine]\n---\nThe sea has no floor.\n' };

/** What follows a change of the chat: it rests, is told, and a model is asked. */
const soon = { timeout: 15_000, interval: 200 };

let stage: BridgeStage;
let provider: FakeProvider;

beforeAll(async () => {
  stage = await openBridgeStage(notes);
  await stage.page.openCharacter('Ilse');
  return stage.close;
});

beforeEach(async (context) => {
  await stage.beginAnew(context);
  provider = await rememberingProvider(stage.server);
});

const set = (settings: object): Promise<unknown> => stage.server.call('/v1/settings', settings, 'PATCH');
const prompt = (): string => stage.model.lastRequest.prompt;
const lastSaved = async () => (await stage.page.savedChat()).messages.at(-1);
const noted = async (): Promise<string> => notesIn(await lastSaved());

/** Has the Scribe sum up what is not summed up yet, as the player asks for it. */
async function sumUp(scenes: readonly string[], focus = ''): Promise<void> {
  expect(await typeCommand(stage.page, `/lorehearth-scribe ${focus}`)).toMatch(/summ/i);
  await expect.poll(() => scenesOf(stage), soon).toEqual(scenes);
}

describe('the Scribe', () => {
  it('writes a note with range and hash after so many replies, and the next prompt tells of it', async () => {
    const { page } = stage;
    await set({ scribeEvery: 3, scribeInject: 'last' });
    await page.send('Who keeps the lamp?');
    expect(prompt()).not.toContain('What happened before');
    await page.send('And who fills it?');
    await expect.poll(() => scenesOf(stage), soon).toEqual(['0–4 fresh']);
    const [[path, text] = ['', '']] = Object.entries(await sessionNotes(stage));
    expect(path).toMatch(/^Sessions\/.+ – Scene 1\.md$/);
    expect(text).toMatch(/first_message: 0\nfirst_hash: \S+\nlast_message: 4\nlast_hash: \S+\ncontent_hash: \S+\n/);
    expect(text).toContain(`chat_id: ${await chatIdOf(page)}\n`);
    expect(text).toContain(`---\n${summaryText(1)}\n`);
    expect(summaryQuestions(provider)[0]?.text).toContain('And who fills it?');
    await page.send('Then let us go.');
    expect(prompt()).toContain(`What happened before:\n${summaryText(1)}`);
    expect(summaryQuestions(provider)).toHaveLength(1);
  });

  it('writes anew only what an edited, a deleted and a swiped message was part of', async () => {
    const { page } = stage;
    await page.send('Who keeps the lamp?');
    await sumUp(['0–2 fresh'], 'who keeps the lamp');
    expect(summaryQuestions(provider)[0]?.text).toContain('who keeps the lamp');
    await page.send('And who fills it?');
    await sumUp(['0–2 fresh', '3–4 fresh']);
    const before = await sessionNotes(stage);

    await page.edit(1, 'Who stole the lamp?');
    await expect.poll(() => scenesOf(stage), soon).toEqual(['0–2 stale', '3–4 fresh']);
    await sumUp(['0–2 fresh', '3–4 fresh']);
    expect(summaryQuestions(provider)).toHaveLength(3);
    expect(summaryQuestions(provider)[2]?.text).toContain('Who stole the lamp?');
    expect(summaryQuestions(provider)[2]?.text).not.toContain('And who fills it?');

    await page.slash('/cut 1');
    await expect.poll(() => scenesOf(stage), soon).toEqual(['0–1 stale', '2–3 fresh']);
    await sumUp(['0–1 fresh', '2–3 fresh']);
    await set({ scribeInject: 'last' });
    await page.swipe();
    await expect.poll(() => scenesOf(stage), soon).toEqual(['0–1 fresh', '2–3 stale']);
    expect(prompt()).toContain(summaryText(4));
    expect(prompt()).not.toContain(summaryText(2));
    await sumUp(['0–1 fresh', '2–3 fresh']);

    expect(summaryQuestions(provider)).toHaveLength(5);
    const after = await sessionNotes(stage);
    expect(Object.keys(after)).toEqual(Object.keys(before));
    expect((await summariesOf(stage)).map(({ text }) => text)).toEqual([summaryText(4), summaryText(5)]);
    expect(
      Object.values(after)
        .map((text) => text.split('---\n').at(-1)?.trim())
        .sort(),
    ).toEqual([summaryText(4), summaryText(5)].sort());
  });

  it('tells the whole story in a recap, with which a new chat begins', async () => {
    const { page } = stage;
    await page.send('Who keeps the lamp?');
    await sumUp(['0–2 fresh']);
    await page.send('And who fills it?');
    await sumUp(['0–2 fresh', '3–4 fresh']);
    const console = await openScribePanel(stage, await page.chatName());
    onTestFinished(() => console.close());
    await console.getByRole('button', { name: 'Copy the recap' }).click();
    await expect
      .poll(() => console.evaluate(() => navigator.clipboard.readText()), soon)
      .toBe(`${summaryText(1)}\n\n${summaryText(2)}`);
    const recap = await console.evaluate(() => navigator.clipboard.readText());
    await page.newChat();
    await page.send(`${recap}\n\nWe wake.`);
    expect(stage.model.lastRequest.messages.at(-1)?.content).toContain(recap);
    expect(await summariesOf(stage)).toEqual([]);
  });
});

describe('what the AI notes', () => {
  it('lives on the message it came with, and reaches the next prompt although no lore matches', async () => {
    const { model, page, server } = stage;
    await keepNotes(server, 'tag');
    model.next({ text: replyWithNotes('She nods.', 'Ilse lies.') });
    await page.send('Hello.');
    await page.edit(2, 'She nods slowly.');
    expect(await noted()).toBe('Ilse lies.');
    await page.send('Go on.');
    expect(prompt()).toContain('Ilse lies.');
    expect(recordIn(await lastSaved())?.e ?? []).toEqual([]);
    await page.slash('/cut 2');
    await page.send('And now?');
    expect(prompt()).not.toContain('Ilse lies.');
  });

  it('is asked for after the reply, and follows swipes, edits and deletions likewise', async () => {
    const { model, page, server } = stage;
    await keepNotes(server, 'extract');
    model.next({ text: 'She nods.' }, { text: 'She frowns.' });
    await page.send('Hello.');
    await expect.poll(noted, soon).toBe(noteText('She nods.'));
    await page.swipe();
    await expect.poll(noted, soon).toBe(noteText('She frowns.'));
    await page.browseSwipe('left');
    expect(await noted()).toBe(noteText('She nods.'));
    await page.edit(2, 'She nods slowly.');
    await page.send('Go on.');
    expect(prompt()).toContain(noteText('She nods.'));
    expect(prompt()).not.toContain(noteText('She frowns.'));
    expect(recordIn(await lastSaved())?.e ?? []).toEqual([]);
    await page.slash('/cut 2');
    await page.send('And now?');
    expect(prompt()).not.toContain(noteText('She nods.'));
  });
});

it('the notebook of a chat stands at its own place in every prompt', async () => {
  const { model, page } = stage;
  await typeCommand(page, '/lorehearth-notebook position=in_chat depth=1 role=assistant Ilse hides the letter.');
  await page.send('Hello.');
  await page.send('Go on.');
  const { messages } = model.lastRequest;
  expect(messages.filter(({ content }) => content.includes('Ilse hides the letter.'))).toHaveLength(1);
  expect(messages.slice(-2).map(({ role, content }) => [role, content])).toEqual([
    ['assistant', expect.stringContaining('Ilse hides the letter.')],
    ['user', expect.stringContaining('Go on.')],
  ]);
  await page.newChat();
  await page.send('Hello.');
  expect(prompt()).not.toContain('Ilse hides the letter.');
});
