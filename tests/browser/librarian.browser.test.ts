import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { FakeProvider } from '../support/fake-provider/fake-provider';
import { replies } from '../support/fake-provider/reply';
import { launchChromium, visit } from './support/console-visit';
import { isHostBuilt, startRealHost, type RealHost } from './support/real-host';
import { adminToken } from './support/scripted-server';

const executablePath = inject('chromium');
const call = replies.toolCall;

/** Everything that the model does, one reply for each time it is asked; twenty in two answers. */
const firstAnswer = [
  call('list_entries', {}),
  call('search_lore', { queries: ['river ferries'] }),
  call('get_entry', { entry: 'Hesper Dray' }),
  call('get_entry', { entry: 'Dunmarrow' }),
  call('get_links', { entry: 'Hesper Dray' }),
  call('get_backlinks', { entry: 'Dunmarrow' }),
  call('get_writing_guide', {}),
  call('get_recent_chat', { count: 5 }),
  call('list_gaps', {}),
  call('find_similar', { title: 'Bottle Gate' }),
  call('get_entry', { entry: '../../etc/passwd' }),
  call('propose_new_entry', {
    title: 'Bottle Gate',
    text: 'It opens inward.',
    keys: ['bottle gate'],
    folder: 'Places',
  }),
  call('propose_patch', {
    entry: 'Hesper Dray',
    steps: [{ action: 'replace_text', find: 'dry as a ledger', text: 'dry as old ink' }],
  }),
  call('propose_patch', {
    entry: 'Dunmarrow',
    steps: [{ action: 'replace_text', find: 'Boats are built without a stern.', text: 'Boats have two bows.' }],
  }),
  call('propose_patch', {
    entry: 'Dunmarrow',
    steps: [{ action: 'replace_text', find: 'not in the note', text: 'x' }],
  }),
  replies.text('Three proposals **wait** for you.'),
];
const secondAnswer = [
  call('get_entry', { entry: 'Dunmarrow' }),
  replies.slow(800, call('get_entry', { entry: 'Hesper Dray' })),
  call('propose_patch', { entry: 'Hesper Dray', steps: [{ action: 'append_text', text: 'She keeps every stamp.' }] }),
  replies.text('One more is ready.'),
];

describe.skipIf(executablePath === null || !isHostBuilt)('the Librarian on the headless host', () => {
  let browser: Browser;
  let host: RealHost;
  let provider: FakeProvider;

  beforeAll(async () => {
    [browser, host, provider] = await Promise.all([
      launchChromium(executablePath ?? ''),
      startRealHost(),
      FakeProvider.start('openai'),
    ]);
    provider.next(...firstAnswer, ...secondAnswer);
    const connection = { id: 'fake', name: 'Fake', kind: 'openai-compatible', baseUrl: provider.url };
    const channels = { librarian: { mode: 'direct', connection: 'fake', model: 'm' } };
    const changed = await fetch(`${host.origin}/v1/channels`, {
      method: 'PATCH',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${adminToken}` },
      body: JSON.stringify({ connections: [connection], channels }),
    });
    expect(changed.status).toBe(200);
  });
  afterAll(async () => {
    await browser.close();
    await provider.close();
    await host.close();
  });

  const fileOf = (path: string): string => join(host.vault, path);
  const read = (path: string): Promise<string> => readFile(fileOf(path), 'utf8').catch(() => 'none');
  const card = (page: Page, name: string) => page.getByRole('article', { name }).last();

  it('looks, drafts and patches in twenty steps; only what is accepted is written, and all of it can be undone', async () => {
    const { page, context, errors } = await visit(browser, `${host.origin}/console#token=${adminToken}`);
    const hesperPath = (await pathOf('Hesper Dray')) ?? '';
    const [hesper, dunmarrow] = await Promise.all([read(hesperPath), read('Places/Dunmarrow.md')]);

    // From an entry to a conversation about it.
    await page.getByText('Ready').waitFor();
    await page.getByRole('link', { name: 'Browse' }).click();
    await page.getByRole('searchbox').fill('hesper');
    await page.getByRole('option', { name: 'Hesper Dray' }).click();
    await page.getByRole('button', { name: 'Ask the Librarian' }).click();
    await page.getByRole('button', { name: /^Compare “Hesper Dray”/u }).click();
    await page.keyboard.press('Enter');
    await page.getByText('Three proposals wait for you.').waitFor();
    expect(await page.locator('.lh-tool').count()).toBe(15);
    const refused = page.locator('.lh-tool').filter({ has: page.getByRole('img', { name: 'Refused' }) });
    expect(await refused.locator('.lh-tool-name').allTextContents()).toEqual([
      'Read the chat',
      'Read entry',
      'Propose a change',
    ]);
    expect([await read(hesperPath), await read('Places/Bottle Gate.md')]).toEqual([hesper, 'none']);

    // What the user wrote meanwhile is a conflict, and stays.
    const mine = dunmarrow.replace('Boats are built without a stern.', 'Boats are built of glass.');
    await writeFile(fileOf('Places/Dunmarrow.md'), mine);
    const town = card(page, 'Change: Dunmarrow');
    await town.getByRole('button', { name: 'Accept' }).click();
    await town.getByText('The note as it is now').waitFor();
    await town.getByRole('button', { name: 'Keep my version' }).click();
    await town.getByText('Rejected').waitFor();
    expect(await read('Places/Dunmarrow.md')).toBe(mine);

    // One by one: exactly the words that were proposed change.
    await card(page, 'Change: Hesper Dray').getByRole('button', { name: 'Accept' }).click();
    const patched = hesper.replace('dry as a ledger', 'dry as old ink');
    await expect.poll(() => read(hesperPath)).toBe(patched);

    // The answer goes on while the page is loaded anew.
    await page.getByRole('textbox', { name: 'Message to the Librarian' }).fill('Go on');
    await page.keyboard.press('Enter');
    await page.locator('.lh-tool').nth(15).waitFor();
    await page.reload();
    await page.getByText('One more is ready.').waitFor();
    expect(provider.requests.filter(({ model }) => model !== undefined)).toHaveLength(20);

    // All at once.
    await page.getByRole('button', { name: 'Accept all 2' }).click();
    await expect.poll(() => read('Places/Bottle Gate.md')).toMatch(/bottle gate[^]*It opens inward\.\n$/u);
    await expect.poll(() => read(hesperPath)).toBe(`${patched.trimEnd()}\n\nShe keeps every stamp.\n`);

    await page.getByRole('button', { name: 'Undo all its changes' }).click();
    await page.getByText('3 changes were taken back.').waitFor();
    expect([await read(hesperPath), await read('Places/Dunmarrow.md'), await read('Places/Bottle Gate.md')]).toEqual([
      hesper,
      mine,
      'none',
    ]);
    await context.close();
    expect(errors).toEqual([]);
  });

  async function pathOf(name: string): Promise<string | undefined> {
    const headers = { authorization: `Bearer ${adminToken}` };
    const reply = await fetch(`${host.origin}/v1/entry-names?name=${encodeURIComponent(name)}`, { headers });
    const { items } = (await reply.json()) as { items: readonly { path: string }[] };
    return items[0]?.path;
  }
});
