import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Bridge } from '../bridge';
import { FakeBooks } from '../testing/fake-books';
import { FakeLorehearth, FakeNetwork } from '../testing/fake-lorehearth';
import { FakeTavern } from '../testing/fake-tavern';
import { SettingsDrawer } from './drawer';
import { element } from './element';

let tavern: FakeTavern;
let server: FakeLorehearth;
let bridge: Bridge;
let drawer: SettingsDrawer;

async function start(settings: Record<string, unknown> = {}, network = new FakeNetwork(server)): Promise<void> {
  tavern.extensionSettings['lorehearth'] = settings;
  const newId = (): string => 'id1';
  bridge = new Bridge({ context: tavern.context, fetch: network.fetch, newId, clientName: 'SillyTavern at test' });
  drawer = new SettingsDrawer({ bridge, context: tavern.context, newId, editor: new FakeBooks(tavern), tell: vi.fn() });
  drawer.start();
  bridge.start();
  await vi.advanceTimersByTimeAsync(0);
}

const find = (selector: string): HTMLElement => document.querySelector<HTMLElement>(`#lorehearth-drawer ${selector}`)!;
const status = (): string => find('.lorehearth-status').textContent;
const shownButtons = (): string[] =>
  [...document.querySelectorAll<HTMLElement>('.lorehearth-buttons button')]
    .filter(({ hidden }) => !hidden)
    .map(({ textContent }) => textContent);
const press = (label: string): void =>
  [...document.querySelectorAll<HTMLElement>('.lorehearth-buttons button')]
    .find(({ textContent }) => textContent === label)!
    .click();
const input = (label: string): HTMLInputElement =>
  [...document.querySelectorAll('#lorehearth-drawer label')]
    .find(({ textContent }) => textContent.startsWith(label))!
    .querySelector('input')!;

function write(label: string, text: string): void {
  input(label).value = text;
  input(label).dispatchEvent(new Event('change'));
}

function tick(label: string, checked: boolean): void {
  input(label).checked = checked;
  input(label).dispatchEvent(new Event('change'));
}

beforeEach(() => {
  vi.useFakeTimers({ now: 0 });
  document.body.replaceChildren(element('div', { attributes: { id: 'extensions_settings2' } }));
  tavern = new FakeTavern();
  server = new FakeLorehearth('http://127.0.0.1:27673');
});
afterEach(() => {
  drawer.stop();
  bridge.stop();
  vi.useRealTimers();
});

describe('the status', () => {
  it.each<[string, () => Promise<void>, string, string[]]>([
    ['connected', () => start({ token: 'good' }), 'Connected to Tales', ['Search again']],
    ['not reachable', () => start({ token: 'good' }, new FakeNetwork()), 'Not reachable', ['Search again']],
    ['not paired', () => start(), 'Not paired', ['Pair', 'Search again']],
    ['refused', () => start({ token: 'wrong' }), 'Token not accepted', ['Pair', 'Search again']],
    [
      'not allowed',
      () => {
        server.originAllowed = false;
        return start({ token: 'good' });
      },
      'Page not allowed',
      ['Pair', 'Search again'],
    ],
  ])('says that the page is %s', async (_name, begin, text, buttons) => {
    await begin();
    expect(status()).toBe(text);
    expect(shownButtons()).toEqual(buttons);
  });

  it('shows the code and its time while pairing', async () => {
    await start();
    press('Pair');
    await vi.advanceTimersByTimeAsync(5_000);
    expect(status()).toBe('Waiting for approval');
    expect(find('.lorehearth-code').textContent).toBe('042 137');
    expect(find('.lorehearth-time').textContent).toBe('valid for 1:55');
    expect(shownButtons()).toEqual(['Cancel']);
    press('Cancel');
    await vi.advanceTimersByTimeAsync(0);
    expect(status()).toBe('Not paired');
    expect(find('.lorehearth-code-row').hidden).toBe(true);
  });

  it('tells how the last turn went', async () => {
    await start({ token: 'good' });
    tavern.interceptor = (prompt, size, _abort, type) => bridge.interceptor.intercept(prompt, size, type);
    await tavern.send('One');
    expect(find('.lorehearth-turn').textContent).toBe('Last turn: 1 entry · 6 tokens · 3 ms');
    server.manner = 'fails';
    await tavern.send('Two');
    expect(find('.lorehearth-turn').textContent).toBe(
      'Last turn: no lore. Lorehearth could not answer. The index is gone.',
    );
  });

  it('tells whether Lorehearth may ask the models of this page', async () => {
    await start({ token: 'good' });
    expect(find('.lorehearth-models').textContent).toBe('Models of this SillyTavern: Lorehearth may ask them.');
    server.line.cut();
    await vi.advanceTimersByTimeAsync(0);
    expect(find('.lorehearth-models').textContent).toContain('not connected');
    tick('Use lore', false);
    expect(find('.lorehearth-models').textContent).toBe('');
  });

  it('tells how long a reply may wait where the server asks for more than is set', async () => {
    server.wantsMs = 21_000;
    await start({ token: 'good', deadlineMs: 4_000 });
    expect(find('.lorehearth-wait').textContent).toBe(
      'Waits up to 21 s for lore, because an AI chooses it. Stop ends the wait.',
    );
    write('Longest wait', '30');
    expect(find('.lorehearth-wait').textContent).toBe('');
  });

  it('is looked at anew when the drawer is opened', async () => {
    const network = new FakeNetwork();
    await start({ token: 'good' }, network);
    network.servers.push(server);
    find('.inline-drawer-toggle').click();
    await vi.advanceTimersByTimeAsync(0);
    expect(status()).toBe('Connected to Tales');
  });
});

describe('the form', () => {
  it('shows what is stored and stores what is changed', async () => {
    await start({ token: 'good', deadlineMs: 2_500 });
    expect(input('Longest wait').value).toBe('2.5');
    write('Longest wait', '6');
    write('Largest share', '30');
    write('Access token', ' Bearer better\n');
    tick('Lore for background prompts', true);
    tick('Allow World Info scan', true);
    tick('Run Quick Replies of entries', false);
    tick('Use lore', false);
    expect(bridge.settings.get()).toMatchObject({
      deadlineMs: 6_000,
      contextShare: 0.3,
      token: 'better',
      quietPrompts: true,
      allowWorldInfoScan: true,
      runQuickReplies: false,
      enabled: false,
    });
  });

  it('keeps a good value when a bad one is written, and says what is wrong', async () => {
    await start({ token: 'good', address: '127.0.0.1:27673' });
    write('Address', 'two words');
    write('Longest wait', '0');
    expect(bridge.settings.get()).toMatchObject({ address: 'http://127.0.0.1:27673', deadlineMs: 4_000 });
    expect(
      [...document.querySelectorAll('.lorehearth-problem')].map(({ textContent }) => textContent).filter(Boolean),
    ).toEqual(['This is no address. Write one like 127.0.0.1:27673.', 'Between 1 and 300.']);
  });

  it('switches lore for the open chat, and shows how it is in the next', async () => {
    await start({ token: 'good' });
    tick('Use lore in this chat', false);
    expect(tavern.chatMetadata['lorehearth']).toMatchObject({ enabled: false });
    await tavern.open('Another');
    expect(input('Use lore in this chat').checked).toBe(true);
  });
});

it('stands once, however often the extension is loaded', async () => {
  await start();
  const parts = { bridge, context: tavern.context, editor: new FakeBooks(tavern), tell: vi.fn() };
  const second = new SettingsDrawer({ ...parts, newId: () => 'id2' });
  second.start();
  expect(document.querySelectorAll('#lorehearth-drawer')).toHaveLength(1);
  second.stop();
  expect(document.querySelectorAll('#lorehearth-drawer')).toHaveLength(0);
});

describe('tools for the writing AI', () => {
  const said = (): string => find('.lorehearth-tools-state').textContent;
  const offer = { search: true, flag: true, searchesPerTurn: 2, flagsPerTurn: 1 };

  it('are off at first, and say nothing then', async () => {
    server.tools = offer;
    await start({ token: 'good' });
    expect(input('Tools for the writing AI').checked).toBe(false);
    expect(find('.lorehearth-tools-state').hidden).toBe(true);
    tick('Tools for the writing AI', true);
    expect(said()).toBe('In each turn the AI may look up lore up to 2 times and report gaps once.');
    expect([...tavern.tools.registered.keys()].sort()).toEqual(['flag_lore', 'search_lore']);
  });

  it.each<[string, () => void, string]>([
    [
      'function calling is off',
      () => (tavern.chatCompletionSettings.function_calling = false),
      'It is yours to switch',
    ],
    ['text completion is in use', () => (tavern.mainApi = 'textgenerationwebui'), 'only chat completion'],
    ['calls are dropped', () => (tavern.chatCompletionSettings.custom_prompt_post_processing = 'strict'), 'with tools'],
    ['the model has none', () => (tavern.tools.isSupported = false), 'cannot call functions'],
    ['Lorehearth has none', () => (server.tools = undefined), 'does not offer them'],
  ])('say so when %s, and switch nothing', async (_why, change, words) => {
    server.tools = offer;
    change();
    const before = { ...tavern.chatCompletionSettings };
    await start({ token: 'good', writerTools: true });
    expect(said()).toContain(words);
    expect(tavern.chatCompletionSettings).toEqual(before);
  });

  it('follow SillyTavern’s own switch', async () => {
    server.tools = offer;
    await start({ token: 'good', writerTools: true });
    tavern.chatCompletionSettings.function_calling = false;
    await tavern.emit('SETTINGS_UPDATED');
    expect(said()).toContain('Enable function calling');
  });
});

it('the chat is shared unless the user does not want it, and what that means is said', async () => {
  await start({ token: 'good' });
  expect(input('Share the chat with Lorehearth’s panels').checked).toBe(true);
  expect(document.body.textContent).toContain('Lorehearth keeps a copy of the messages on the computer where it runs,');
  tick('Share the chat with Lorehearth’s panels', false);
  expect(bridge.settings.get().shareChat).toBe(false);
});
