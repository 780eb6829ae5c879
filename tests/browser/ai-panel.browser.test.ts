import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { fillAi } from './support/ai-world';
import { buildConsole, type ConsoleFiles } from './support/build-console';
import { serveConsole, type ConsoleSite } from './support/console-site';
import { launchChromium, visit, type Visit } from './support/console-visit';
import { adminToken, readToken, ScriptedServer } from './support/scripted-server';

const executablePath = inject('chromium');

describe.skipIf(executablePath === null)('AI panel', () => {
  let files: ConsoleFiles;
  let browser: Browser;
  let server: ScriptedServer;
  let site: ConsoleSite;
  let visited: Visit | undefined;

  beforeAll(async () => {
    [files, browser] = await Promise.all([buildConsole(), launchChromium(executablePath ?? '')]);
  });
  afterAll(() => browser.close());
  beforeEach(async () => {
    server = new ScriptedServer();
    fillAi(server);
    site = await serveConsole(files, (request) => server.fetch(request));
  });
  afterEach(async () => {
    const errors = visited?.errors;
    await visited?.context.close();
    await site.close();
    expect(errors).toEqual([]);
  });

  async function open(token = adminToken): Promise<Page> {
    visited = await visit(browser, `${site.origin}/console#token=${token}`);
    await visited.page.getByRole('link', { name: 'AI' }).click();
    return visited.page;
  }

  it('adds a provider with the keyboard, and never shows its key again', async () => {
    const page = await open();
    await page.getByLabel('Add a connection').selectOption('anthropic');
    const name = page.getByLabel('Name', { exact: true });
    await expect.poll(() => name.evaluate((field) => field === document.activeElement)).toBe(true);
    await page.keyboard.press('End');
    await page.keyboard.type(' at home');
    await page.getByLabel('Key', { exact: true }).fill('sk-typed-once');
    await page.keyboard.press('Enter');
    const card = page.getByRole('listitem', { name: 'Anthropic at home' });
    await card.getByText('Key kept on this device').waitFor();
    expect(server.ai.keys.get('anthropic')).toBe('sk-typed-once');
    const held = await page.evaluate(() => [
      document.documentElement.outerHTML,
      ...[...document.querySelectorAll('input, textarea')].map((field) => (field as HTMLInputElement).value),
      JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)]),
    ]);
    expect(held.join('\n')).not.toContain('sk-typed-once');
  });

  it('says beside the field what is wrong about a connection', async () => {
    const page = await open();
    await page.getByLabel('Add a connection').selectOption('custom');
    await page.getByRole('button', { name: 'Add connection' }).click();
    await page.getByText('The address begins with http:// or https://').waitFor();
    expect(await page.getByLabel('Address').getAttribute('aria-invalid')).toBe('true');
  });

  it('asks before it removes a connection, and Escape keeps it', async () => {
    const page = await open();
    const card = page.getByRole('listitem', { name: 'OpenRouter' });
    await card.getByRole('button', { name: 'Remove' }).click();
    const question = page.getByRole('alertdialog', { name: 'Remove OpenRouter' });
    await question.getByText('Used by AI Search').waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent.trim())).toBe('Remove');
    await card.getByRole('button', { name: 'Remove' }).click();
    await question.getByRole('button', { name: 'Remove' }).click();
    await page.getByText('OpenRouter and its key were removed.').waitFor();
    await page.getByText('The connection “openrouter” of AI Search does not exist').first().waitFor();
    expect(server.ai.keys.size).toBe(0);
  });

  it('has a paused connection tried again', async () => {
    const page = await open();
    await page.getByText('because it failed 2 times in a row').waitFor();
    await page.getByRole('button', { name: 'Try again now' }).click();
    await expect.poll(() => page.getByText('because it failed 2 times in a row').count()).toBe(0);
  });

  it('sets the values of a channel, and keeps what is being written while fresh states come', async () => {
    const page = await open();
    const card = page.getByRole('listitem', { name: 'AI Search' });
    await card.getByText('Settings of AI Search').click();
    await card.getByLabel('Max tokens').fill('3');
    await page.keyboard.press('Tab');
    await card.getByText('The most tokens is a whole number from 16').waitFor();
    await card.getByLabel('Time limit').fill('90');
    const polls = server.requests.filter((one) => one === 'GET /v1/channels').length;
    await expect
      .poll(() => server.requests.filter((one) => one === 'GET /v1/channels').length, { timeout: 10_000 })
      .toBeGreaterThan(polls);
    await page.waitForTimeout(100);
    expect(await card.getByLabel('Time limit').inputValue()).toBe('90');
    await page.keyboard.press('Tab');
    await expect.poll(() => server.ai.settings.channels.search.timeoutMs).toBe(90_000);
  });

  it('takes the model from a connection of its own, or from AI Search', async () => {
    const page = await open();
    const card = page.getByRole('listitem', { name: 'Session Scribe' });
    await card.getByText('from AI Search').first().waitFor();
    await card.getByText('Settings of Session Scribe').click();
    await card.getByLabel('Mode').selectOption('direct');
    await card.getByText('Choose a connection for Session Scribe').waitFor();
    await card.getByRole('combobox', { name: 'Connection' }).selectOption('lm-studio');
    await card.getByLabel('Model', { exact: true }).fill('local-model');
    await page.keyboard.press('Tab');
    await card.getByText('local-model · LM Studio').waitFor();
    expect(server.ai.settings.channels.scribe).toEqual({
      mode: 'direct',
      connection: 'lm-studio',
      model: 'local-model',
    });
  });

  it('tests a channel, shows that it runs, and can be stopped', async () => {
    const page = await open();
    server.ai.testMs = 60_000;
    const card = page.getByRole('listitem', { name: 'AI Search' });
    await card.getByRole('button', { name: 'Test' }).click();
    await card.getByText('Asking the model, for at most 20 s.').waitFor();
    await card.getByRole('progressbar').waitFor();
    await card.getByRole('button', { name: 'Cancel' }).click();
    await card.getByText('The test was stopped.').waitFor();
    server.ai.testMs = 0;
    server.ai.test = { isOk: false, sentence: 'The provider did not accept the key.', milliseconds: 1_200 };
    await card.getByRole('button', { name: 'Test' }).click();
    await card.getByText('The provider did not accept the key. 1.2 s').waitFor();
  });

  it('saves instructions, shows the prompt they make, and brings the built-in ones back', async () => {
    const page = await open();
    const section = page.getByRole('region', { name: 'Instructions of the selection' });
    await section.getByLabel('What the AI is told').fill('Choose like a poet.');
    await section.getByText('Preview prompt').click();
    await section.getByLabel('Last message of the chat').fill('A bell rang.');
    await section.getByRole('button', { name: 'Show the prompt' }).click();
    await section.getByRole('region', { name: 'Instructions 1' }).getByText('Choose like a poet.').waitFor();
    expect(server.settings.aiInstructions).toBe('');
    await section.getByRole('button', { name: 'Save instructions' }).click();
    await section.getByText('Your own').waitFor();
    expect(server.settings.aiInstructions).toBe('Choose like a poet.');
    await section.getByRole('button', { name: 'Reset to built-in' }).click();
    await section.getByText('Built-in', { exact: true }).waitFor();
    expect(await section.getByLabel('What the AI is told').inputValue()).toContain('You choose background lore');
  });

  it('says that the AI cannot be asked when it is to select', async () => {
    server.ai.settings = { ...server.ai.settings, connections: [] };
    const page = await open();
    await page.getByText('The AI is to select, but cannot be asked.').waitFor();
    await page.getByRole('combobox', { name: 'Selection', exact: true }).selectOption('keywords');
    await page.getByText('Keywords alone select now').waitFor();
  });

  it('keeps the last state when the server goes away', async () => {
    const page = await open();
    await page.getByRole('listitem', { name: 'AI Search' }).waitFor();
    server.isOffline = true;
    await page.getByText('The server does not answer').waitFor({ timeout: 15_000 });
    expect(await page.getByRole('listitem', { name: 'AI Search' }).isVisible()).toBe(true);
    server.isOffline = false;
    await page.getByRole('button', { name: 'Try again', exact: true }).click();
    await expect.poll(() => page.getByText('The server does not answer').count()).toBe(0);
  });

  it('says that a token without the right may not see it', async () => {
    const page = await open(readToken);
    await page.getByText('This token does not allow it').waitFor();
  });

  it('asks the AI about a text only when told to', async () => {
    const page = await open();
    await page.getByRole('link', { name: 'Lore lab' }).click();
    await page.getByRole('textbox', { name: 'Text to try' }).fill('A bell rang over Lantern Quay.');
    const report = page.getByRole('region', { name: 'AI selection' });
    await report.getByText('The AI was not asked').waitFor();
    await page.getByRole('button', { name: 'Ask the AI' }).click();
    await report.getByText('3 of 9 chosen').waitFor();
    await report.getByText('Names that mean no entry: Harbor master').waitFor();
    await report.getByRole('button', { name: 'Lantern Quay' }).click();
    await page.getByRole('article', { name: 'Lantern Quay' }).waitFor();
  });
});
