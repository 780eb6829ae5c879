import { isChatEnabled, setChatEnabled } from '../chat-identity';
import { linkText } from '../ui/link-text';
import type { CommandDesk } from './command-desk';
import { lastReply, replyText } from './last-reply';
import { CommandProblem, saying, type CommandAnswer, type LoreCommand } from './lore-command';
import { refusal } from './lore-server';
import { requireOpenChat } from './chat-decisions';

/** `/lorehearth`: how it stands, and the switch for this chat. */
export function statusCommand(desk: CommandDesk): LoreCommand {
  return {
    name: 'lorehearth',
    help: 'Tells how it stands with Lorehearth: server, vault, entries, last turn. With on or off it switches lore for this chat.',
    examples: ['lorehearth', 'lorehearth off', 'lorehearth on'],
    returns: 'what it tells; on or off when it has switched',
    argument: {
      description: 'Nothing, on or off.',
      isExpected: false,
      suggestions: () => [
        { value: 'on', description: 'Lore for this chat' },
        { value: 'off', description: 'No lore for this chat' },
      ],
    },
    run: async ({ text, isPiped }) => {
      const wish = isPiped && !/^(on|off)$/i.test(text) ? '' : text.toLowerCase();
      if (wish === '') return saying(await statusText(desk));
      if (wish === 'on' || wish === 'off') return switchChat(wish, desk);
      throw new CommandProblem(`“${text}” is neither on nor off. Without anything /lorehearth tells how it stands.`);
    },
  };
}

function switchChat(wish: 'on' | 'off', { bridge, context, newId, chatSwitched }: CommandDesk): CommandAnswer {
  requireOpenChat(context);
  setChatEnabled(context(), wish === 'on', newId);
  if (wish === 'off') bridge.interceptor.reset();
  chatSwitched();
  const text =
    wish === 'on'
      ? 'Lore is on for this chat. Undo: /lorehearth off'
      : 'Lore is off for this chat: nothing is sent to Lorehearth and nothing comes from it. Undo: /lorehearth on';
  return { value: wish, shown: text };
}

async function statusText({ server, bridge, context }: CommandDesk): Promise<string> {
  const { vault, entries, index, problems } = await server.ask(async (client, options) => {
    const response = await client.v1.status.$get({}, options);
    return response.status === 200 ? response.json() : refusal(response);
  });
  const { title, hint } = linkText(server.state);
  const indexing = index.kind === 'indexing' ? `, ${String(index.done)} of ${String(index.total)} notes indexed` : '';
  const faults = problems.error + problems.warning;
  return [
    server.state.kind === 'connected' ? `Connected to ${server.state.base}.` : `${title}. ${hint}`,
    `Vault ${vault}: ${String(entries)} ${entries === 1 ? 'entry' : 'entries'}${indexing}${faults === 0 ? '' : `, ${String(faults)} problems in notes`}.`,
    index.kind === 'unreachable' ? `The vault cannot be read: ${index.reason}` : '',
    switchText(bridge.settings.get().enabled, context().chatId !== undefined, isChatEnabled(context())),
    context().chatId === undefined ? '' : replyText(lastReply(context(), bridge.missed)),
  ]
    .filter((sentence) => sentence !== '')
    .join(' ');
}

function switchText(isEnabled: boolean, hasChat: boolean, isChatOn: boolean): string {
  if (!isEnabled) return 'Lore is switched off in the settings.';
  if (!hasChat) return 'No chat is open.';
  return isChatOn ? 'Lore is on for this chat.' : 'Lore is off for this chat.';
}
