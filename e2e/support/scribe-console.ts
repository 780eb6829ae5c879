import type { Page } from 'playwright-core';
import type { BridgeStage } from './bridge-stage';

/** Opens the summaries of a chat in the console of the server, in a page of its own that may use the clipboard. */
export async function openScribePanel({ browser, server }: BridgeStage, chatName: string): Promise<Page> {
  const console = await browser.newPage({ viewport: { width: 1200, height: 900 } });
  await console.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  console.setDefaultTimeout(20_000);
  await console.goto(`${server.url}/console#token=${server.token}`);
  await console.getByRole('link', { name: 'Scribe' }).click();
  const chats = console.getByLabel('Summaries of', { exact: true });
  await chats.selectOption({ label: chatName });
  return console;
}
