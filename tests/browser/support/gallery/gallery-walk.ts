import type { Page } from 'playwright-core';
import { panels, type PanelName } from '../../../../src/ui/panels';
import { scene } from '../sample-world';
import { longScene } from '../long-world';
import { adminToken, type ScriptedServer } from '../scripted-server';
import type { GalleryState } from './gallery-plan';

const FAILURE = 'The index could not be read: the disk is full. Make room, then try again.';

/** Opens one panel after the other in a state and hands each over when it stands. */
export async function walkPanels(
  page: Page,
  address: string,
  server: ScriptedServer,
  state: GalleryState,
  show: (panel: PanelName) => Promise<void>,
): Promise<void> {
  if (state === 'loading') server.isStuck = true;
  if (state === 'error') server.refusal = { status: 500, detail: FAILURE };
  await page.goto(`${address}#token=${adminToken}`);
  await page.getByRole('navigation', { name: 'Panels' }).waitFor();
  if (state === 'offline') await leaveServer(page, server);
  for (const { name, label } of state === 'offline' ? offlineOrder : panels) {
    await open(page, name, label);
    if (name === 'lab') await tryText(page, state);
    await settle(page, state);
    await show(name);
  }
}

/** Home asks again after some seconds only, so that it comes last. */
const offlineOrder = [...panels].reverse();

/** Every panel has shown something before the server goes away. */
async function leaveServer(page: Page, server: ScriptedServer): Promise<void> {
  for (const { name, label } of panels) {
    await open(page, name, label);
    if (name === 'lab') await tryText(page, 'sample');
    await settle(page, 'sample');
  }
  server.isOffline = true;
}

async function open(page: Page, name: PanelName, label: string): Promise<void> {
  // The name of a link may hold a count.
  await page.locator(`.lh-tab[href="#${name}"]`).click();
  await page.getByRole('heading', { level: 1, name: label, exact: true }).waitFor({ state: 'attached' });
}

async function tryText(page: Page, state: GalleryState): Promise<void> {
  if (state === 'empty') return;
  await page.getByRole('textbox', { name: 'Text to try' }).fill(state === 'long' ? longScene : scene);
  // A text is sent when typing has come to rest.
  await page.waitForTimeout(400);
}

/** Waits until nothing is on its way any more; what is stuck shows that it loads. */
async function settle(page: Page, state: GalleryState): Promise<void> {
  const limit = state === 'loading' ? 200 : 6_000;
  const end = Date.now() + limit;
  // What still loads after that is a finding.
  while (Date.now() < end && (state === 'loading' || (await isLoading(page)))) await page.waitForTimeout(50);
  await page.waitForTimeout(80);
}

/** Whether something is on its way that the panel shown waits for. */
export async function isLoading(page: Page): Promise<boolean> {
  return (await page.locator('.lh-shell-main .lh-skeleton:visible').count()) > 0;
}
