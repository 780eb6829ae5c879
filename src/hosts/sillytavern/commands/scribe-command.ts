import { identifyChat } from '../chat-identity';
import { requireOpenChat } from './chat-decisions';
import type { CommandDesk } from './command-desk';
import { CommandProblem, saying, type CommandAnswer, type LoreCommand } from './lore-command';
import { refusal } from './lore-server';
import { unquoted } from './written-name';

const name = 'lorehearth-scribe';

/** `/lorehearth-scribe`: a summary of what was played since the last one. */
export function scribeCommand(desk: CommandDesk): LoreCommand {
  return {
    name,
    help: 'Lets the Scribe write a summary of what was played since the last one, as a note in the vault. A focus says what matters most.',
    examples: [name, `${name} the siege, and who knows of the letter`],
    returns: 'what the Scribe says of it',
    argument: {
      description: 'What the summary should look at most. May be left out.',
      isExpected: false,
      suggestions: () => [],
    },
    run: async ({ text }) => {
      requireOpenChat(desk.context);
      return summarize(unquoted(text), desk);
    },
  };
}

async function summarize(focus: string, desk: CommandDesk): Promise<CommandAnswer> {
  if (!desk.bridge.settings.get().shareChat) {
    throw new CommandProblem(
      'The Scribe reads the chat in Lorehearth. Tick “Share the chat with Lorehearth’s panels” in the Lorehearth settings.',
    );
  }
  const { id, parent } = identifyChat(desk.context(), desk.newId);
  await desk.bridge.transcript.tellNow();
  const json = { ...(focus === '' ? {} : { focus }), ...(parent === undefined ? {} : { parent }) };
  const { sentence } = await desk.server.ask(async (client, options) => {
    const response = await client.v1.chats[':id'].scribe.$post({ param: { id }, json }, options);
    return response.status === 202 ? response.json() : refusal(response);
  });
  return saying(sentence);
}
