import type { Page } from 'playwright-core';
import type { BridgeStage } from './bridge-stage';

/** Opens the lore gaps in the console of the server, in a page of its own. */
export async function openGapsPanel({ browser, server }: BridgeStage): Promise<Page> {
  const console = await browser.newPage({ viewport: { width: 1200, height: 900 } });
  console.setDefaultTimeout(20_000);
  await console.goto(`${server.url}/console#token=${server.token}`);
  await console.getByRole('link', { name: 'Lore gaps' }).click();
  return console;
}

/** Goes from a gap to a conversation about it, says the suggested first words, and waits for the answer. */
export async function draftGap(console: Page, title: string, answer: string): Promise<void> {
  const gap = console.getByRole('list', { name: 'Lore gaps' }).getByRole('listitem').filter({ hasText: title });
  await gap.getByRole('button', { name: title }).click();
  await gap.getByRole('button', { name: 'Draft with Librarian' }).click();
  await console.getByRole('button', { name: 'Send' }).click();
  await console.getByRole('log').getByText(answer).waitFor();
}
