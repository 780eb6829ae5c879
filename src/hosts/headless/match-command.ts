import { readFile } from 'node:fs/promises';
import { readTavernChat } from '../../core/chat/tavern-chat';
import { createClient } from '../../server/client';
import type { WirePreviewAnswer } from '../../server/contract/wire-generation';
import { openVault, UsageError } from './open-vault';

/** What `lorehearth match` is told. */
export interface MatchOptions {
  readonly vault: string;
  readonly text?: string | undefined;
  readonly chat?: string | undefined;
  readonly data?: string | undefined;
}

/** One preview of a text or of the next reply of a saved chat; nothing is recorded. */
export async function match(options: MatchOptions): Promise<WirePreviewAnswer> {
  const body = await previewBody(options);
  const vault = await openVault({ vault: options.vault, data: options.data });
  try {
    await vault.indexed;
    const client = createClient({ fetch: vault.app.inProcess, base: 'http://127.0.0.1', token: () => '' });
    const response = await client.v1.preview.$post({ json: body });
    if (response.status !== 200) throw new UsageError((await response.json()).detail);
    return await response.json();
  } finally {
    await vault.close();
  }
}

type PreviewBody = Parameters<ReturnType<typeof createClient>['v1']['preview']['$post']>[0]['json'];

async function previewBody(options: MatchOptions): Promise<PreviewBody> {
  if ((options.text === undefined) === (options.chat === undefined)) {
    throw new UsageError('Give either --text or --chat.');
  }
  return options.chat === undefined ? { text: options.text ?? '' } : chatBody(options.chat);
}

async function chatBody(path: string): Promise<PreviewBody> {
  const text = await readFile(path, 'utf8').catch(() => {
    throw new UsageError(`The chat file "${path}" cannot be read.`);
  });
  const reading = readTavernChat(text);
  if (reading.kind === 'refused') throw new UsageError(`${path}: ${reading.sentence}`);
  const { messages, userName, characterName } = reading.chat;
  return {
    chat: { id: 'chat-file', name: path },
    messages: messages.map((message) => ({ ...message })),
    total: messages.length,
    persona: { name: userName },
    character: { name: characterName },
  };
}
