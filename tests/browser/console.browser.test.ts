import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { buildConsole, type ConsoleFiles } from './support/build-console';
import { serveConsole, type ConsoleSite } from './support/console-site';
import { launchChromium, visit, type Visit, type VisitOptions } from './support/console-visit';
import { fillImports } from './support/import-world';
import { namelessControls, overflowing, paleTexts } from './support/page-checks';
import { fillWorld, scene } from './support/sample-world';
import { manyEntries } from './support/scripted-lore';
import { adminToken, readToken, ScriptedServer } from './support/scripted-server';

/**
 * Processor time that the page spends on a task for scripts, styles and layout, in milliseconds. Painting is left out:
 * without a graphics card it is the test machine's cost. One session measures both ends, because each counts from its own
 * beginning.
 */
async function mainThreadMs(page: Page, task: () => Promise<void>): Promise<number> {
  const counted = ['ScriptDuration', 'RecalcStyleDuration', 'LayoutDuration'];
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const spent = async (): Promise<number> => {
    const { metrics } = await session.send('Performance.getMetrics');
    const parts = metrics.filter(({ name }) => counted.includes(name));
    return parts.reduce((sum, { value }) => sum + value, 0) * 1_000;
  };
  const before = await spent();
  await task();
  return (await spent()) - before;
}

const executablePath = inject('chromium');

describe.skipIf(executablePath === null)('the web console in Chromium', () => {
  let files: ConsoleFiles;
  let browser: Browser;
  let server: ScriptedServer;
  let site: ConsoleSite;
  const visits: Visit[] = [];

  beforeAll(async () => {
    [files, browser] = await Promise.all([buildConsole(), launchChromium(executablePath ?? '')]);
  });
  afterAll(() => browser.close());

  beforeEach(async () => {
    server = new ScriptedServer();
    site = await serveConsole(files, (request) => server.fetch(request));
  });
  afterEach(async () => {
    const errors = visits.flatMap((one) => one.errors);
    await Promise.all(visits.map(({ context }) => context.close()));
    visits.length = 0;
    await site.close();
    // Among them every breach of the page's content policy.
    expect(errors).toEqual([]);
  });

  async function open(fragment: string, options?: VisitOptions): Promise<Page> {
    const opened = await visit(browser, `${site.origin}/console${fragment}`, options);
    visits.push(opened);
    return opened.page;
  }

  async function openPanel(panel: string, options?: VisitOptions): Promise<Page> {
    const page = await open(`#token=${adminToken}`, options);
    await page.getByRole('navigation').waitFor();
    await page.getByRole('link', { name: panel }).click();
    return page;
  }

  async function tryScene(options?: VisitOptions): Promise<Page> {
    const page = await openPanel('Lore lab', options);
    await page.getByRole('textbox', { name: 'Text to try' }).fill(scene);
    await page.getByText('4 entries').waitFor();
    return page;
  }

  describe('the token', () => {
    it('is taken out of the address at once and kept for the tab alone', async () => {
      const page = await open(`#token=${adminToken}`);
      await page.getByText('Ready').waitFor();
      expect(page.url()).toBe(`${site.origin}/console`);
      await page.reload();
      await page.getByText('Ready').waitFor();
      expect(await page.evaluate(() => JSON.stringify(Object.entries(localStorage)))).not.toContain(adminToken);
    });

    it('can be typed, and is asked for again when the server turns it down', async () => {
      const page = await open('');
      await page.getByLabel('Use a token').fill('wrong');
      await page.getByRole('button', { name: 'Connect' }).click();
      await page.getByText('The server does not accept this token').waitFor();
      await page.getByLabel('Use a token').fill(readToken);
      await page.keyboard.press('Enter');
      await page.getByText('Ready').waitFor();
    });

    it('comes by pairing with a code', async () => {
      const page = await open('');
      await page.getByRole('button', { name: 'Get a code' }).click();
      await page.getByLabel('Code 402117').waitFor();
      server.pairings[0]!.decision = 'approve';
      await page.getByText('Ready').waitFor();
      expect(await page.evaluate(() => sessionStorage.getItem('lorehearth.token'))).toBe(readToken);
    });

    it('is forgotten on demand, with everything that it showed', async () => {
      const page = await openPanel('Browse');
      await page.getByText('Lantern Quay').first().waitFor();
      await page.getByRole('button', { name: 'Forget the token' }).click();
      await page.getByRole('button', { name: 'Get a code' }).waitFor();
      expect(await page.getByText('Lantern Quay').count()).toBe(0);
    });
  });

  describe('home', () => {
    it('lets a waiting program in', async () => {
      fillWorld(server);
      const page = await openPanel('Home');
      await page.getByLabel('Code 731904').waitFor();
      await page.getByText('http://127.0.0.1:8000').waitFor();
      await page.getByRole('button', { name: 'Allow' }).click();
      await page.getByText('SillyTavern may connect.').waitFor();
      expect(server.pairings[0]?.decision).toBe('approve');
    });

    it('shows what the last turn took in, and opens its entries', async () => {
      fillWorld(server);
      const page = await openPanel('Home');
      await page.getByRole('button', { name: 'Maren Tull' }).click();
      await page.getByRole('button', { name: /^Maren Tull/u, expanded: true }).waitFor();
      await page.goBack();
      await page.getByRole('heading', { name: 'Last turn' }).waitFor();
    });

    it('says what to do next when there is no lore', async () => {
      server.entries = [];
      const page = await openPanel('Home');
      await page.getByText('Write #lorebook into the tags of a note').waitFor();
    });

    it('keeps the last state when the server goes away and finds it again', async () => {
      const page = await openPanel('Home');
      await page.getByText('Ready').waitFor();
      server.isOffline = true;
      await page.getByText('The server does not answer').waitFor({ timeout: 10_000 });
      await page.getByText('demo-vault, version').waitFor();
      server.isOffline = false;
      await page.getByRole('button', { name: 'Try again' }).click();
      await page.getByText('Ready').waitFor();
    });

    it('keeps what panels show when the server goes away, says so in each, and follows by itself when it is back', async () => {
      fillWorld(server);
      fillImports(server);
      const writing = ['Librarian', 'Lore gaps', 'Scribe', 'Grow', 'Changes', 'Import'];
      const keeping = ['Browse', 'Health', 'Use', 'Graph', ...writing, 'Settings'];
      const page = await openPanel('Home');
      const visitPanels = async (look: () => Promise<void>): Promise<void> => {
        for (const panel of keeping) {
          await page.getByRole('link', { name: panel }).click();
          await page.getByRole('heading', { level: 1, name: panel }).waitFor({ state: 'attached' });
          await expect.poll(() => page.locator('.lh-shell-main .lh-skeleton').count()).toBe(0);
          await look();
        }
      };
      const notice = page.getByRole('alert').filter({ hasText: 'The server does not answer' });
      await visitPanels(async () => expect(await notice.count()).toBe(0));
      server.isOffline = true;
      await visitPanels(async () => {
        await notice.filter({ hasText: 'What is shown is from before' }).waitFor();
        expect(await notice.count()).toBe(1);
      });
      server.isOffline = false;
      server.requests.length = 0;
      await notice.waitFor({ state: 'detached' });
      await expect.poll(() => server.requests).toEqual(expect.arrayContaining(['GET /v1/settings', 'GET /v1/scribe']));
    });

    it('asks nothing while nobody looks', async () => {
      const page = await openPanel('Home');
      await page.getByText('Ready').waitFor();
      await page.evaluate(() => {
        Object.defineProperty(document, 'hidden', { value: true, configurable: true });
        document.dispatchEvent(new Event('visibilitychange'));
      });
      await page.waitForTimeout(200);
      const before = server.requests.length;
      await page.waitForTimeout(5_000);
      expect(server.requests.length).toBe(before);
    });
  });

  describe('try text', () => {
    it('lights up the words that woke entries', async () => {
      const page = await tryScene();
      const marks = await page.locator('.lh-editor-mirror mark').allTextContents();
      expect(marks.join('|')).toBe('Maren|Lantern| Quay|lanterns|bell|toll|drowned |bell');
      expect(await page.locator('.lh-editor-mirror mark.is-refused').allTextContents()).toEqual(['toll']);
    });

    it('draws the marks exactly beneath the words of the field', async () => {
      const page = await tryScene();
      const sizes = await page.evaluate(() =>
        ['.lh-editor-mirror', '.lh-editor-area'].map((one) => {
          const element = document.querySelector(one)!;
          const { fontFamily, fontSize, lineHeight, padding, letterSpacing, width } = getComputedStyle(element);
          return { fontFamily, fontSize, lineHeight, padding, letterSpacing, width, height: element.clientHeight };
        }),
      );
      expect(sizes[0]).toEqual(sizes[1]);
    });

    it('groups what goes in by its place and says why the rest does not', async () => {
      const page = await tryScene();
      const before = page.getByRole('region', { name: 'Before the character' });
      await before.getByRole('button', { name: 'Maren Tull' }).waitFor();
      await page
        .getByRole('region', { name: 'Refused' })
        .getByText('None of its secondary keys (coin, barge) stands in the text.')
        .waitFor();
    });

    it('finds a matched word in the text, and the entries of a word', async () => {
      const page = await tryScene();
      await page.getByRole('button', { name: 'drowned bell', exact: true }).click();
      const selected = await page.evaluate(() => {
        const area = document.querySelector('textarea')!;
        return area.value.slice(area.selectionStart, area.selectionEnd);
      });
      expect(selected).toBe('drowned bell');
      expect(await page.locator('.lh-turn-entry.is-pointed').count()).toBe(1);
    });

    it('offers an example to who has no text', async () => {
      const page = await openPanel('Lore lab');
      await page.getByRole('button', { name: 'Use an example' }).click();
      await page.locator('.lh-editor-mirror mark').first().waitFor();
    });

    it('shows the problem document of a refusal and tries again', async () => {
      const page = await openPanel('Lore lab');
      server.refusal = { status: 400, detail: 'The text is longer than the limit.' };
      await page.getByRole('textbox').fill('bell');
      await page.getByText('The text is longer than the limit.').waitFor();
      server.refusal = undefined;
      await page.getByRole('button', { name: 'Try again' }).click();
      await page.getByText('2 entries').waitFor();
    });
  });

  describe('browse', () => {
    it('holds a few dozen rows of 10,000 entries, wherever one scrolls', async () => {
      server.entries = manyEntries(10_000);
      const page = await openPanel('Browse');
      await page.getByText('10,000 entries').waitFor();
      const list = page.getByRole('listbox', { name: 'Entries' });
      await list.focus();
      await page.keyboard.press('End');
      await page.getByRole('option', { name: 'Well 10000' }).waitFor();
      expect(await list.getByRole('option').count()).toBeLessThan(40);
      expect(server.requests.filter((request) => request.includes('/v1/entries?')).length).toBeLessThan(5);
    });

    it('needs less than a frame of 60 Hz for each frame of a long scroll', async () => {
      server.entries = manyEntries(10_000);
      const page = await openPanel('Browse');
      await page.getByText('10,000 entries').waitFor();
      const frames = 90;
      const spent = await mainThreadMs(page, () =>
        page.evaluate(async (count) => {
          const list = document.querySelector('.lh-list')!;
          for (let frame = 0; frame < count; frame += 1) {
            list.scrollTop += 400;
            await new Promise(requestAnimationFrame);
          }
        }, frames),
      );
      expect(spent / frames).toBeGreaterThan(0.5);
      expect(spent / frames).toBeLessThan(16.7);
    });

    it('narrows the list by text, tag, type and problems', async () => {
      const page = await openPanel('Browse');
      const count = page.locator('.lh-count');
      await page.getByRole('searchbox').fill('bell');
      await expect.poll(() => count.textContent()).toContain('2 entries');
      await page.getByRole('searchbox').press('Escape');
      await page.getByLabel('Tag', { exact: true }).selectOption('river');
      await expect.poll(() => count.textContent()).toContain('1 entry');
      await page.getByLabel('Tag', { exact: true }).selectOption('');
      await page.getByLabel('Type', { exact: true }).selectOption('rule');
      await expect.poll(() => count.textContent()).toContain('2 entries');
      await page.getByRole('button', { name: 'Problems' }).click();
      await page.getByRole('button', { name: 'Show every entry' }).click();
      await expect.poll(() => count.textContent()).toContain('7 entries');
    });

    it('is used with the keyboard alone', async () => {
      const page = await openPanel('Browse');
      await page.getByText('7 entries').waitFor();
      await page.getByRole('listbox', { name: 'Entries' }).focus();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      const detail = page.getByRole('article', { name: 'Lantern Quay' });
      await detail.getByText('Seventy lanterns hang along the quay').waitFor();
      await detail.getByText('scan_depth').waitFor();
    });

    it('replaces the list by the entry where it is narrow, and comes back', async () => {
      const page = await openPanel('Browse', { width: 280, height: 640 });
      const list = page.getByRole('listbox', { name: 'Entries' });
      await list.focus();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await page.getByRole('article', { name: 'Lantern Quay' }).waitFor();
      expect(await list.isVisible()).toBe(false);
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      await expect.poll(() => list.evaluate((element) => element === document.activeElement)).toBe(true);
    });

    it('follows the vault by itself', async () => {
      const page = await openPanel('Browse');
      await page.getByText('7 entries').waitFor();
      server.entries = server.entries.slice(2);
      await page.getByText('5 entries').waitFor({ timeout: 10_000 });
    });
  });

  describe('problems', () => {
    it('come by note, what cannot be read first, with line and remedy', async () => {
      fillWorld(server);
      const page = await openPanel('Health');
      await page.getByText('4 notes').waitFor();
      const titles = await page.locator('.lh-health-row .lh-clip:first-child').allTextContents();
      expect(titles.slice(0, 1)).toEqual(['Unclosed list']);
      await page.getByRole('button', { name: '1 error' }).click();
      await page.getByText('3 notes').waitFor();
    });

    it('are put aside and told again, with the keyboard', async () => {
      fillWorld(server);
      const page = await openPanel('Health');
      await page.getByRole('option', { name: /Old ferry road/ }).click();
      await page.getByRole('button', { name: 'Ignore', exact: true }).press('Enter');
      await page.getByText('3 notes').waitFor();
      await page.getByRole('button', { name: 'Undo' }).press('Enter');
      await page.getByText('4 notes').waitFor();
    });

    it('give the place in the note to the clipboard', async () => {
      fillWorld(server);
      const page = await openPanel('Health');
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      await page.getByRole('option', { name: /Name of the river/ }).click();
      await page.getByRole('button', { name: 'line 5' }).click();
      await page.getByText('Path copied').waitFor();
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('Lore/Name of the river.md:5');
    });
  });

  describe('imports', () => {
    async function drop(page: Page, name: string): Promise<void> {
      const dropped = await page.evaluateHandle((file) => {
        const transfer = new DataTransfer();
        transfer.items.add(new File(['{}'], file));
        return transfer;
      }, name);
      await page.getByRole('group', { name: 'Files to import' }).dispatchEvent('drop', { dataTransfer: dropped });
    }

    it('begin with a dropped file and end with notes to go to, all with the keyboard', async () => {
      fillImports(server);
      const page = await openPanel('Import');
      await drop(page, 'Harbor.json');
      await page.getByRole('row', { name: /^Harbor SillyTavern World Info 2 1 1 1 1 1$/ }).waitFor();
      server.delayMs = 300;
      await page.getByRole('button', { name: 'Import 4 notes' }).press('Enter');
      await page.getByRole('button', { name: 'Cancel' }).and(page.locator(':focus')).waitFor();
      await page.getByRole('region', { name: 'Result' }).locator(':focus').waitFor();
      await page.getByRole('button', { name: 'Lorebooks/Harbor/Tide tables.md' }).press('Enter');
      await page.getByText('Path copied').waitFor();
    });

    it('can be ended, and say that what was written stays', async () => {
      fillImports(server);
      const page = await openPanel('Import');
      await drop(page, 'Harbor.json');
      server.delayMs = 400;
      await page.getByRole('button', { name: 'Import 4 notes' }).click();
      await page.getByRole('button', { name: 'Cancel' }).click();
      await page.getByText('The import was ended.').waitFor();
      await page.getByRole('button', { name: 'Import 4 notes' }).and(page.locator(':enabled')).waitFor();
    });

    it('tell a token that may only read what to do', async () => {
      fillImports(server);
      const page = await open(`#token=${readToken}`);
      await page.getByRole('link', { name: 'Import' }).click();
      await drop(page, 'Harbor.json');
      await page.getByText('This token may read, but not write.').waitFor();
      expect(await page.getByRole('button', { name: 'Import', exact: true }).isDisabled()).toBe(true);
    });

    it('keep the earlier ones on the page when the server goes away', async () => {
      fillImports(server);
      const page = await openPanel('Import');
      await page.getByText('Forest.json, River.json').waitFor();
      server.isOffline = true;
      await drop(page, 'Harbor.json');
      await page.getByRole('alert').filter({ hasText: 'The server does not answer' }).waitFor();
      expect(await page.getByText('Forest.json, River.json').isVisible()).toBe(true);
    });
  });

  describe.each(['light', 'dark'] as const)('in %s', (scheme) => {
    it('every text has enough contrast and every control a name', async () => {
      fillWorld(server);
      const page = await tryScene({ scheme });
      const findings = [...(await paleTexts(page)), ...(await namelessControls(page))];
      for (const panel of ['Home', 'Browse', 'Health', 'Import', 'AI']) {
        await page.getByRole('link', { name: panel }).click();
        await page.waitForTimeout(300);
        if (panel === 'Browse') await page.getByRole('option', { name: 'Harbor law' }).click();
        await page.waitForTimeout(200);
        findings.push(...(await paleTexts(page)), ...(await namelessControls(page)));
      }
      expect(findings).toEqual([]);
    });
  });

  it.each([280, 480, 720, 1200])('fits into %d pixels', async (width) => {
    fillWorld(server);
    const page = await tryScene({ width, height: 640 });
    const findings = [...(await overflowing(page))];
    for (const panel of ['Home', 'Browse', 'Health', 'Import', 'AI']) {
      await page.getByRole('link', { name: panel }).click();
      await page.waitForTimeout(300);
      findings.push(...(await overflowing(page)));
    }
    expect(findings).toEqual([]);
  });

  it('changes its colors by hand and remembers them', async () => {
    const page = await open(`#token=${adminToken}`, { scheme: 'light' });
    const ground = (): Promise<string> => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const light = await ground();
    await page.getByRole('button', { name: 'Colors: system' }).click();
    await page.getByRole('button', { name: 'Colors: light' }).click();
    expect(await ground()).not.toBe(light);
    await page.reload();
    await page.getByRole('button', { name: 'Colors: dark' }).waitFor();
    expect(await ground()).not.toBe(light);
  });

  it('holds still for who wants less motion', async () => {
    server.delayMs = 20_000;
    const page = await open(`#token=${adminToken}`, { reducedMotion: true });
    const row = page.locator('.lh-skeleton-row').first();
    expect(await row.evaluate((element) => getComputedStyle(element).animationName)).toBe('none');
  });

  it('names page and landmarks', async () => {
    const page = await openPanel('Health');
    await expect.poll(() => page.title()).toBe('Health · demo-vault · Lorehearth');
    expect(await page.getByRole('main').count()).toBe(1);
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Health');
    expect(await page.getByRole('link', { name: 'Health' }).getAttribute('aria-current')).toBe('page');
  });
});
