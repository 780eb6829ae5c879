import type { Locator } from 'playwright-core';
import { openBridgeStage, type BridgeStage } from './bridge-stage';
import type { LorehearthServer, VaultNotes } from './lorehearth-server';
import type { TavernMessage } from './tavern-context';
import type { TavernPage } from './tavern-page';

/** A gap as the server tells it; only what these tests read. */
export interface ToldGap {
  readonly id: string;
  readonly title: string;
  readonly kind: string;
  readonly urgency: string;
  readonly origins: readonly string[];
  readonly frequency: number;
  readonly chat?: string;
}

/** The tag around notes in these tests. */
export const notesTag = 'ai-notes';

/** Starts everything with tools for the AI that writes, switched on in the bridge and in SillyTavern. */
export async function openWriterStage(notes: VaultNotes): Promise<BridgeStage> {
  const stage = await openBridgeStage(notes, { writerTools: true });
  await stage.page.useTools(true);
  return stage;
}

/** Lets the AI that writes keep notes this way from the next turn on. */
export async function keepNotes(server: LorehearthServer, mode: 'off' | 'tag' | 'extract'): Promise<void> {
  await server.call('/v1/settings', { notepadMode: mode, notepadTag: notesTag }, 'PATCH');
}

/** A reply with a block of notes at its end. */
export const replyWithNotes = (prose: string, notes: string): string =>
  `${prose}\n\n<${notesTag}>\n${notes}\n</${notesTag}>`;

/** Gaps of the open chat that are open or drafted. */
export async function openGaps({ server, page }: Pick<BridgeStage, 'server' | 'page'>): Promise<readonly ToldGap[]> {
  const { items } = (await server.call(`/v1/gaps?status=active&chat=${await chatIdOf(page)}`)) as { items: ToldGap[] };
  return items;
}

/** The id under which Lorehearth knows the open chat. */
export async function chatIdOf(page: TavernPage): Promise<string> {
  return ((await page.chatMetadata())['lorehearth'] as { id: string }).id;
}

/** What the AI noted with a message, or with one of its versions; empty for nothing. */
export function notesIn(holder: Pick<TavernMessage, 'extra'> | undefined): string {
  return (holder?.extra?.['lorehearth'] as { notes?: string } | undefined)?.notes ?? '';
}

/** The row under the last message that tells what the AI did besides. */
export function writerRow({ page }: TavernPage): Locator {
  return page.locator('.last_mes .lorehearth-writer');
}

/** Waits until a turn with tools is over: the reply stands and all is saved. */
export async function waitForReply(page: TavernPage, text: string): Promise<void> {
  await page.waitForLastMessage(text);
  await page.waitUntilIdle();
  await page.waitUntilSaved();
}
