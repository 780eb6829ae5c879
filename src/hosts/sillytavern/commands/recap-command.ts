import { identifyChat } from '../chat-identity';
import { recapDetails } from '../ui/recap-details';
import { requireOpenChat } from './chat-decisions';
import type { CommandDesk } from './command-desk';
import type { CommandAnswer, LoreCommand } from './lore-command';
import { refusal } from './lore-server';

const name = 'lorehearth-recap';

/** `/lorehearth-recap`: the whole story of this chat in short, to begin a new chat with. */
export function recapCommand(desk: CommandDesk): LoreCommand {
  return {
    name,
    help: 'Gives the whole story of this chat in short, from the summaries of the Scribe, to begin a new chat with. No model is asked.',
    examples: [name, `${name} quiet=true | /setinput {{pipe}}`],
    returns: 'the recap; nothing where nothing is summed up yet',
    argument: { description: 'Nothing.', isExpected: false, suggestions: () => [] },
    run: async () => {
      requireOpenChat(desk.context);
      return recapOfChat(desk);
    },
  };
}

async function recapOfChat(desk: CommandDesk): Promise<CommandAnswer> {
  const { id } = identifyChat(desk.context(), desk.newId);
  // A branch that was opened just now is told of, and how many messages are not summed up.
  if (desk.bridge.settings.get().shareChat) await desk.bridge.transcript.tellNow();
  const { text, untold } = await desk.server.ask(async (client, options) => {
    const response = await client.v1.chats[':id'].recap.$get({ param: { id } }, options);
    return response.status === 200 ? response.json() : refusal(response);
  });
  if (text === '') {
    return { value: '', shown: 'Nothing of this chat is summed up yet. Let the Scribe do it: /lorehearth-scribe' };
  }
  return { value: text, shown: text, details: () => recapDetails(text, untold) };
}
