import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from 'playwright-core';

const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome', 'msedge'];

const usualPlaces = [
  '/snap/bin/chromium',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
];

/**
 * The browser to drive: `CHROMIUM_PATH` alone when set, else what is on PATH, in the usual install places, or
 * installed by Playwright. Throws when there is none, for these tests cannot say anything without a browser.
 */
export function findChromium(env: NodeJS.ProcessEnv = process.env): string {
  const set = env['CHROMIUM_PATH'];
  const found = set === undefined ? candidates(env).find(isExecutable) : [set].find(isExecutable);
  if (found === undefined) throw new Error('No Chromium found. Install one or set CHROMIUM_PATH.');
  return found;
}

function candidates(env: NodeJS.ProcessEnv): readonly string[] {
  const folders = (env['PATH'] ?? '').split(delimiter).filter(Boolean);
  const onPath = folders.flatMap((folder) => names.map((name) => join(folder, name)));
  return [...onPath, ...usualPlaces, chromium.executablePath()];
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
