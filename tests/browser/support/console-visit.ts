import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';
import { chromiumFlags } from '../../support/find-chromium';

/** How a page is opened. */
export interface VisitOptions {
  readonly width?: number;
  readonly height?: number;
  readonly scheme?: 'light' | 'dark';
  readonly reducedMotion?: boolean;
  /** The moment that it is for the page, all the time; the real time without it. Milliseconds since 1970. */
  readonly at?: number;
}

/** A page and everything that went wrong in it. */
export interface Visit {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Errors of scripts, the console and the content policy; failed requests are not among them. */
  readonly errors: readonly string[];
}

export function launchChromium(executablePath: string): Promise<Browser> {
  return chromium.launch({ executablePath, args: [...chromiumFlags] });
}

/** Opens an address in a fresh browser profile. */
export async function visit(browser: Browser, address: string, options: VisitOptions = {}): Promise<Visit> {
  const { width = 1200, height = 800, scheme = 'light', reducedMotion = false, at } = options;
  const context = await browser.newContext({
    viewport: { width, height },
    colorScheme: scheme,
    reducedMotion: reducedMotion ? 'reduce' : 'no-preference',
  });
  const page = await context.newPage();
  // Playwright's own clock would take over the timers too, which makes every wait of a page slow.
  if (at !== undefined) await page.addInitScript(`Date.now = () => ${String(at)}`);
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      errors.push(message.text());
  });
  await page.goto(address);
  return { page, context, errors };
}
