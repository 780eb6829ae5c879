import type { LoadedPlugin } from './obsidian-plugin';

/** Lets a turn of SillyTavern pass through the plugin. */
export async function playTurn({ host }: LoadedPlugin, text: string, chat = 'chat-1'): Promise<void> {
  const json = { chat: { id: chat }, messages: [{ index: 0, role: 'user' as const, name: 'Mara', text }] };
  const reply = await host()?.client.v1.generations.$post({ json });
  if (reply?.ok !== true) throw new Error(`the turn failed: ${String(reply?.status)}`);
}
