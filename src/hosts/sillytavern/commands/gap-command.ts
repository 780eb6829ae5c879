import type { WireGap } from '../../../server/contract/wire-gaps';
import { identifyChat } from '../chat-identity';
import { gapsDetails } from '../ui/gaps-details';
import { requireOpenChat } from './chat-decisions';
import type { CommandDesk } from './command-desk';
import type { CommandAnswer, CommandCall, LoreCommand } from './lore-command';
import { refusal } from './lore-server';
import { oneOf } from './one-of';
import { unquoted } from './written-name';

const name = 'lorehearth-gap';
const kinds = ['missing', 'outdated', 'contradiction'] as const;
const urgencies = ['low', 'medium', 'high'] as const;
/** Gaps that are listed; Lorehearth has them all. */
const mostListed = 50;

/** `/lorehearth-gap`: what the lore lacks. */
export function gapCommand(desk: CommandDesk): LoreCommand {
  return {
    name,
    help: 'Notes that the lore lacks something that the story uses. Without a text it lists the open gaps of this chat.',
    examples: [name, `${name} The salt guild`, `${name} kind=outdated urgency=high reason="She lost the tower" Ilse`],
    returns: 'the title of the gap; without a text the titles of the open gaps, one a line',
    argument: {
      description: 'What is missing: a name or a few words. Without it the open gaps are listed.',
      isExpected: false,
      suggestions: () => [],
    },
    named: () => [
      { name: 'kind', description: 'What is wrong with the lore.', suggestions: kinds.map((value) => ({ value })) },
      { name: 'urgency', description: 'How urgent it is.', suggestions: urgencies.map((value) => ({ value })) },
      { name: 'reason', description: 'Why, in a sentence.', suggestions: [] },
    ],
    run: async (call) => {
      requireOpenChat(desk.context);
      return call.text === '' ? listGaps(desk) : noteGap(call, desk);
    },
  };
}

async function noteGap({ text, values }: CommandCall, desk: CommandDesk): Promise<CommandAnswer> {
  const kind = oneOf('kind', kinds, values);
  const urgency = oneOf('urgency', urgencies, values);
  const reason = unquoted(values.get('reason') ?? '');
  const json = {
    title: unquoted(text),
    chat: identifyChat(desk.context(), desk.newId).id,
    ...(kind === undefined ? {} : { kind }),
    ...(urgency === undefined ? {} : { urgency }),
    ...(reason === '' ? {} : { reason }),
  };
  const { gap, isNew } = await desk.server.ask(async (client, options) => {
    const response = await client.v1.gaps.$post({ json }, options);
    return response.status === 200 ? response.json() : refusal(response);
  });
  const shown = isNew
    ? `“${gap.title}” is noted among the lore gaps.`
    : `“${gap.title}” was among the lore gaps already; it is counted once more.`;
  return { value: gap.title, shown };
}

async function listGaps(desk: CommandDesk): Promise<CommandAnswer> {
  const { id } = identifyChat(desk.context(), desk.newId);
  const { items, total } = await desk.server.ask(async (client, options) => {
    const query = { chat: id, status: 'active', limit: String(mostListed) } as const;
    const response = await client.v1.gaps.$get({ query }, options);
    return response.status === 200 ? response.json() : refusal(response);
  });
  if (items.length === 0) return { value: '', shown: `No lore gap is open in this chat. Note one: /${name} text` };
  const value = items.map(({ title }) => title).join('\n');
  return { value, shown: items.map(gapLine).join('\n'), details: () => gapsDetails(items, total) };
}

function gapLine({ title, kind, urgency }: WireGap): string {
  return `${title} (${kind}, ${urgency})`;
}
