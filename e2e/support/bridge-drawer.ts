import type { Locator } from 'playwright-core';
import type { TavernPage } from './tavern-page';

/** Our drawer among the extensions, opened. Close it with `closeDrawer`. */
export async function openDrawer({ page }: TavernPage): Promise<Locator> {
  await page.locator('#extensions-settings-button .drawer-toggle').click();
  const drawer = page.locator('#lorehearth-drawer');
  // It stays open while the panel around it is closed.
  const closed = drawer.locator('.inline-drawer-icon.down');
  if ((await closed.count()) > 0) await closed.click();
  await drawer.locator('.lorehearth-status').waitFor();
  return drawer;
}

/** Closes the panel around the drawer. */
export async function closeDrawer({ page }: TavernPage): Promise<void> {
  await page.locator('#extensions-settings-button .drawer-toggle').click();
}

/** What stands on the chip of the last reply. */
export function chipText({ page }: TavernPage): Promise<string> {
  return page.locator('.last_mes .lorehearth-chip').innerText();
}

/** What the details of the last reply's lore say about the AI. */
export async function aiTextOf({ page }: TavernPage): Promise<string> {
  await page.locator('.last_mes .lorehearth-chip').click();
  const dialog = page.locator('dialog[open]').filter({ has: page.locator('.lorehearth-details') });
  const text = await dialog.locator('.lorehearth-ai').innerText();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  return text;
}
