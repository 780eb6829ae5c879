import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { bookEntry, cardBook } from '../support/card-books';
import { launchChromium, visit, type Visit } from './support/console-visit';
import { isHostBuilt, startRealHost, type RealHost } from './support/real-host';
import { adminToken } from './support/scripted-server';

const executablePath = inject('chromium');

describe.skipIf(executablePath === null || !isHostBuilt)('the web console on the headless host', () => {
  let browser: Browser;
  let host: RealHost;
  let opened: Visit;

  beforeAll(async () => {
    [browser, host] = await Promise.all([launchChromium(executablePath ?? ''), startRealHost()]);
  });
  afterAll(async () => {
    await browser.close();
    await host.close();
  });
  afterEach(async () => {
    await opened.context.close();
    expect(opened.errors).toEqual([]);
  });

  async function openPanel(panel: string): Promise<Page> {
    opened = await visit(browser, `${host.origin}/console#token=${adminToken}`);
    await opened.page.getByText('Ready').waitFor();
    await opened.page.getByRole('link', { name: panel }).click();
    return opened.page;
  }

  it('marks the words of a pasted text that wake entries', async () => {
    const page = await openPanel('Lore lab');
    const text = 'Hesper Dray came home to Dunmarrow.';
    await page.getByRole('textbox', { name: 'Text to try' }).fill(text);
    await page.locator('.lh-editor-mirror mark').first().waitFor();
    const marks = await page.locator('.lh-editor-mirror mark.is-injected').allTextContents();
    expect(marks.map((mark) => mark.trim())).toEqual(['Hesper Dray', 'Dunmarrow']);
    await page
      .getByRole('region', { name: 'Before the character' })
      .getByRole('button', { name: 'Hesper Dray' })
      .first()
      .waitFor();
  });

  it('tells why an entry that answers stays out', async () => {
    const page = await openPanel('Lore lab');
    await page.getByRole('textbox', { name: 'Text to try' }).fill('They waited at the bridge.');
    const refused = page.getByRole('region', { name: 'Refused' });
    await refused.getByRole('button', { name: 'Waiting Bridge' }).waitFor();
    await refused.getByText('Secondary keys', { exact: true }).waitFor();
  });

  it('marks entries of a card in Why, makes notes of its lorebook with one click, and takes them back', async () => {
    const book = cardBook([bookEntry({ id: 1, comment: 'Wheel of the mill', keys: ['millwheel'] })]);
    const played = await fetch(`${host.origin}/v1/generations`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${adminToken}` },
      body: JSON.stringify({
        chat: { id: 'card', name: 'A card' },
        messages: [{ role: 'user', text: 'The millwheel?' }],
        character: { name: 'Mira', book },
      }),
    });
    expect(played.status).toBe(200);
    const page = await openPanel('Why');
    const row = page.locator('.lh-why-entry').filter({ hasText: 'Wheel of the mill' });
    await row.getByText('Card', { exact: true }).waitFor();
    await row.locator('.lh-why-row').click();
    expect(await row.getByRole('button', { name: 'Show entry' }).count()).toBe(0);
    await row.getByRole('button', { name: 'Import as notes' }).click();
    await row.getByText('1 note made.').waitFor();
    await row.getByRole('button', { name: 'Undo' }).click();
    await row.getByText('Undone: the card’s entries are used again.').waitFor();
  });

  it('lists what the demo vault holds, and filters it', async () => {
    const page = await openPanel('Browse');
    await page.getByRole('searchbox').fill('hesper');
    await page.getByRole('option', { name: 'Hesper Dray' }).click();
    await page.getByRole('article', { name: 'Hesper Dray' }).getByText('She takes her tea from an inkwell').waitFor();
  });

  it('lists the notes that it cannot read first', async () => {
    const page = await openPanel('Health');
    await page.getByText('Unclosed bracket', { exact: true }).waitFor();
    const rows = await page
      .getByRole('option')
      .filter({ hasText: 'Not used' })
      .locator('.lh-entry-title')
      .allTextContents();
    expect(rows.map((row) => row.replace('Not used', '').trim())).toEqual([
      'Duplicate key',
      'Tab indentation',
      'Unclosed bracket',
    ]);
  });

  it('shows a note that was written a moment ago', async () => {
    const page = await openPanel('Browse');
    await page.getByRole('option').first().waitFor({ state: 'attached' });
    await page.getByRole('searchbox').fill('bottle gate');
    await page.getByText('Nothing matches').waitFor();
    const note = join(host.vault, 'Places', 'Bottle Gate.md');
    await writeFile(note, '---\ntags: [lorebook]\nkeys: [bottle gate]\n---\nIt opens inward.\n');
    await page.getByRole('option', { name: 'Bottle Gate' }).waitFor({ timeout: 20_000 });
    await rm(note);
    await page.getByText('Nothing matches').waitFor({ timeout: 20_000 });
  });

  it('lets another program in by its code', async () => {
    const page = await openPanel('Home');
    const started = await fetch(`${host.origin}/v1/pair`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ client: 'A guest' }),
    });
    const { id, code } = (await started.json()) as { id: string; code: string };
    await page.getByLabel(`Code ${code}`).waitFor({ timeout: 10_000 });
    await page.getByRole('button', { name: 'Allow' }).click();
    await page.getByText('A guest may connect.').waitFor();
    const state = (await (await fetch(`${host.origin}/v1/pair/${id}`)).json()) as { state: string };
    expect(state.state).toBe('approved');
  });
});
