import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { buildConsole, type ConsoleFiles } from './support/build-console';
import { serveConsole, type ConsoleSite } from './support/console-site';
import { launchChromium, visit, type Visit } from './support/console-visit';
import { answerOf, callOf, fillLibrarian, fillLongLibrarian, sessionOf } from './support/librarian-world';
import { proposalOf } from './support/scripted-edits';
import { adminToken, ScriptedServer } from './support/scripted-server';

const executablePath = inject('chromium');

describe.skipIf(executablePath === null)('the panel of the Librarian', () => {
  let files: ConsoleFiles;
  let browser: Browser;
  let server: ScriptedServer;
  let site: ConsoleSite;
  let opened: Visit;

  beforeAll(async () => {
    [files, browser] = await Promise.all([buildConsole(), launchChromium(executablePath ?? '')]);
  });
  afterAll(() => browser.close());
  beforeEach(async () => {
    server = new ScriptedServer();
    site = await serveConsole(files, (request) => server.fetch(request));
  });
  afterEach(async () => {
    await opened.context.close();
    await site.close();
    expect(opened.errors).toEqual([]);
  });

  async function open(place = '', width = 1200): Promise<Page> {
    opened = await visit(browser, `${site.origin}/console#token=${adminToken}`, { width, height: 700 });
    await opened.page.goto(`${site.origin}/console#librarian${place}`);
    return opened.page;
  }
  const field = (page: Page) => page.getByRole('textbox', { name: 'Message to the Librarian' });
  const distance = (page: Page): Promise<number> =>
    page.getByRole('log').evaluate((log) => log.scrollHeight - log.scrollTop - log.clientHeight);

  it('writes an answer as it comes, is stopped by Escape, and goes on', async () => {
    server.librarian.every = 25;
    server.librarian.parts = [
      { kind: 'text', text: 'I look.' },
      callOf('c', 'get_entry', 'Read entry', 'Read “Orla”', 'Captain Orla.', { entry: 'Orla' }),
      { kind: 'text', text: '**word** '.repeat(400) },
    ];
    const page = await open();
    await page.getByRole('list', { name: 'Suggestions' }).getByRole('button').first().click();
    expect(await field(page).evaluate((element) => element === document.activeElement)).toBe(true);
    await field(page).fill('Who is\nOrla?');
    await page.keyboard.press('Enter');
    await page.getByText('Read “Orla”').waitFor();
    await page.locator('.lh-markdown strong').nth(20).waitFor();
    expect(await page.getByRole('log').getAttribute('aria-busy')).toBe('true');
    await field(page).press('Escape');
    await page.getByText('Stopped. What was written stays.').waitFor();
    expect(page.url()).toMatch(/#librarian\/session-1$/);
    server.librarian.every = 0;
    server.librarian.parts = [{ kind: 'text', text: 'That was all.' }];
    await page.getByRole('button', { name: 'Go on' }).click();
    await page.getByText('That was all.').waitFor();
  });

  it('is read along again after the page was loaded anew', async () => {
    server.librarian.every = 40;
    server.librarian.parts = [{ kind: 'text', text: 'word '.repeat(60) }];
    server.librarian.sessions = [sessionOf({ id: 's', title: 'Orla' })];
    const page = await open('/s');
    await field(page).fill('Who?');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText('word word').waitFor();
    await page.reload();
    await page.getByRole('button', { name: 'Stop' }).waitFor();
    await page.getByRole('button', { name: 'Answer anew' }).waitFor();
    expect((await page.locator('.lh-turn-answer').textContent())?.match(/word/g)).toHaveLength(60);
  });

  it('never takes the reader away from where he reads', async () => {
    const before = answerOf([{ kind: 'text', text: 'Line.\n\n'.repeat(80) }]);
    server.librarian.sessions = [sessionOf({ id: 's', messages: [{ role: 'user', at: 0, text: 'Long' }, before] })];
    server.librarian.every = 20;
    server.librarian.parts = [{ kind: 'text', text: 'More.\n\n'.repeat(60) }];
    const page = await open('/s');
    await expect.poll(() => distance(page)).toBeLessThan(4);
    await field(page).fill('More');
    await page.keyboard.press('Enter');
    await page.getByText('More.').nth(4).waitFor();
    await expect.poll(() => distance(page)).toBeLessThan(40);
    await page.getByRole('log').evaluate((log) => (log.scrollTop = 100));
    await page.getByText('More.').nth(30).waitFor({ state: 'attached' });
    expect(await page.getByRole('log').evaluate((log) => log.scrollTop)).toBe(100);
    // It stands below what is read and covers nothing of it.
    const [log, newest] = [page.getByRole('log'), page.getByRole('button', { name: 'Newest' })];
    const bottom = await log.evaluate((one) => one.getBoundingClientRect().bottom);
    expect(await newest.evaluate((one) => one.getBoundingClientRect().top)).toBeGreaterThanOrEqual(bottom);
    await newest.click();
    await expect.poll(() => distance(page)).toBeLessThan(40);
  });

  it('opens the row of a tool, accepts, and takes back', async () => {
    fillLibrarian(server);
    server.edits.proposals = server.edits.proposals.map((one) => (one.id === 'oath' ? { ...one, change: 'ch' } : one));
    const { id, at, title, path, added, removed, diff } = proposalOf({ id: 'ch' }, '', 'b\n');
    const change = { id, at, title, path, added, removed, diff, kind: 'create' as const, state: 'applied' as const };
    server.edits.changes = [{ ...change, origin: { tool: 'librarian', session: 'rich' } }];
    const page = await open('/rich');
    const tool = page.locator('.lh-tool').filter({ hasText: 'Read the chat' });
    await tool.locator('summary').click();
    await tool.getByText('By the Bloodchain oath, we stand together.').waitFor();
    const card = page.getByRole('article', { name: 'New note: Bloodchain oath' });
    await card.getByRole('button', { name: 'Accept' }).click();
    await card.getByText('Accepted').waitFor();
    await page.getByRole('button', { name: 'Undo in Bloodchain oath' }).click();
    await page.getByText('1 change was taken back.').waitFor();
    await page.getByText('Undone', { exact: true }).waitFor();
  });

  it('shows both versions of a conflict, and a long conversation in steps', async () => {
    fillLongLibrarian(server);
    const page = await open('/long', 280);
    const card = page.locator('.lh-proposal').first();
    await card.getByText('The note as it is now').click();
    await card.getByRole('button', { name: 'Keep my version' }).click();
    await card.getByText('Rejected').waitFor();
    await page.getByRole('button', { name: 'Accept all 2' }).click();
    await expect
      .poll(() => server.edits.proposals.map(({ status }) => status))
      .toEqual(['rejected', 'accepted', 'accepted']);
    expect(await page.locator('.lh-turn-user').count()).toBe(20);
    await page.getByRole('button', { name: 'Show 460 earlier messages' }).click();
    await expect.poll(() => page.locator('.lh-turn-user').count()).toBe(40);
  });

  it('says what is missing, keeps what is written, and follows links to notes', async () => {
    server.librarian.channel = { state: 'off' };
    const [entry] = server.entries;
    const text = `See [[${entry?.title ?? ''}]].`;
    server.librarian.sessions = [
      sessionOf({ id: 's', messages: [{ role: 'user', at: 0, text: 'Who?' }, answerOf([{ kind: 'text', text }])] }),
    ];
    const page = await open('/s');
    await field(page).fill('Hello');
    await page.keyboard.press('Enter');
    expect(await field(page).inputValue()).toBe('Hello');
    await page.getByRole('button', { name: 'Choose a model' }).click();
    await page.getByRole('region', { name: 'Channels', exact: true }).waitFor();
    await page.getByRole('link', { name: 'Librarian' }).click();
    expect(await field(page).inputValue()).toBe('Hello');
    await page.locator('.lh-markdown-note').click();
    await page.getByRole('article', { name: entry?.title ?? '' }).waitFor();
  });
});
