import { onTestFinished } from 'vitest';
import { FakeProvider, type RecordedRequest } from '../../tests/support/fake-provider/fake-provider';
import { replies } from '../../tests/support/fake-provider/reply';
import { providerKey, rememberBy } from './ai-setup';
import type { BridgeStage } from './bridge-stage';
import type { LorehearthServer, VaultNotes } from './lorehearth-server';
import { chatIdOf } from './writer-stage';

/** A summary as the server tells it; only what these tests read. */
interface ToldSummary {
  readonly id: string;
  readonly text: string;
  readonly state: string;
  readonly from?: number;
  readonly to?: number;
  readonly path?: string;
}

/** Settings of what is remembered, as every test of it begins. */
const quiet = { scribeEvery: 0, scribeInject: 'off', scribeRollUp: 0, notepadMode: 'off' };

/** How summaries of this test begin. */
const summaryWords = 'This was the part';

/** What the n-th summary that the provider writes says, counted from 1. */
export const summaryText = (n: number): string => `${summaryWords} number ${String(n)}.`;

/** What the provider notes of a reply. */
export const noteText = (reply: string): string => `It is to be kept in mind: ${reply}`;

/**
 * A provider that sums up and takes notes for the server until the test is over: each summary has a number, and the notes
 * of a reply repeat it.
 */
export async function rememberingProvider(server: LorehearthServer): Promise<FakeProvider> {
  const provider = await FakeProvider.start('openai', { key: providerKey });
  onTestFinished(() => provider.close());
  let written = 0;
  provider.always(({ text = '' }) => {
    const reply = /What is to be noted\?/.test(text) ? /The reply:\s*<chat>\s*\S+: (.*)/.exec(text)?.[1] : undefined;
    return replies.text(reply === undefined ? summaryText((written += 1)) : noteText(reply));
  });
  await rememberBy(server, provider);
  await server.call('/v1/settings', quiet, 'PATCH');
  return provider;
}

/** The questions for summaries so far. */
export function summaryQuestions({ requests }: FakeProvider): readonly RecordedRequest[] {
  return requests.filter(({ text }) => text?.includes('Sum this up.'));
}

/** The summaries of the open chat, oldest first. */
export async function summariesOf({ server, page }: BridgeStage): Promise<readonly ToldSummary[]> {
  const { items } = (await server.call(`/v1/chats/${await chatIdOf(page)}/summaries`)) as { items: ToldSummary[] };
  return items;
}

/** `from–to state` of each summary of the open chat. */
export async function scenesOf(stage: BridgeStage): Promise<readonly string[]> {
  return (await summariesOf(stage)).map(({ from, to, state }) => `${String(from)}–${String(to)} ${state}`);
}

/** The notes of the vault in which summaries of the open chat stand. */
export async function sessionNotes({ server, page }: BridgeStage): Promise<VaultNotes> {
  const id = await chatIdOf(page);
  const notes = Object.entries(await server.readNotes());
  return Object.fromEntries(notes.filter(([path, text]) => path.startsWith('Sessions/') && text.includes(id)));
}
