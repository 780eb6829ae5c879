import type { WirePreviewAnswer } from '../../../server/contract/wire-generation';
import type { WireEntryName } from '../../../server/contract/wire-lore';
import { identifyChat } from '../chat-identity';
import { requestFromChat } from '../request-from-chat';
import { loreDetails, missDetails } from '../ui/lore-details';
import { missText } from '../ui/turn-text';
import { requireOpenChat } from './chat-decisions';
import type { CommandDesk } from './command-desk';
import { findEntry } from './find-entry';
import { entryLines, lastReply, replyText, whyText, type LastReply } from './last-reply';
import { saying, type CommandAnswer, type LoreCommand } from './lore-command';
import { refusal } from './lore-server';

/** `/lorehearth-why`: why the last reply has the lore it has, and why an entry is not in it. */
export function whyCommand(desk: CommandDesk): LoreCommand {
  return {
    name: 'lorehearth-why',
    help: 'Shows the lore of the last reply and why it came. With an entry it says why that one is or is not in it, and what would let it in.',
    examples: ['lorehearth-why', 'lorehearth-why Silver Keep'],
    returns: 'the entries and reasons, one a line; with an entry one sentence',
    argument: {
      description: 'Nothing, or an entry: its title, an alias, its path or a [[link]].',
      isExpected: true,
      suggestions: (typed) => desk.names.suggestions(typed),
    },
    run: async ({ text }) => {
      requireOpenChat(desk.context);
      const reply = lastReply(desk.context(), desk.bridge.missed);
      return text === '' ? whyReply(reply) : saying(await whyEntry(await findEntry(text, desk.names), reply, desk));
    },
  };
}

function whyReply(reply: LastReply): CommandAnswer {
  const sentence = replyText(reply);
  if (reply.kind === 'miss') {
    return { value: sentence, shown: sentence, details: () => missDetails(missText(reply.missed)) };
  }
  if (reply.kind !== 'lore') return saying(sentence);
  return { value: entryLines(reply.note).join('\n'), shown: sentence, details: () => loreDetails(reply.note) };
}

async function whyEntry(entry: WireEntryName, reply: LastReply, desk: CommandDesk): Promise<string> {
  const { explanations, trace } = await preview(entry.id, reply, desk);
  const [why] = explanations;
  const turn = isAgain(reply, desk) ? 'the last reply' : 'the next reply';
  if (why === undefined) return `Lorehearth no longer knows “${entry.title}”. Try again in a moment.`;
  if (!why.isInjected) {
    const change = why.change === undefined ? '' : ` This would let it in: ${why.change.sentence}`;
    const had = wasInjected(entry.id, reply) ? `was in the last reply, but would not be now` : `is not in ${turn}`;
    return `“${entry.title}” ${had}: ${why.detail}${change}`;
  }
  const reason = reasonIn(trace, entry.id);
  if (turn === 'the next reply') return `“${entry.title}” will be in the next reply: ${reason}.`;
  return wasInjected(entry.id, reply)
    ? `“${entry.title}” is in the last reply: ${reason}.`
    : `“${entry.title}” is not in the last reply, but would be now: ${reason}. Swipe to get it.`;
}

/** Asks about the last reply when it ends the chat, as if it were written again; else about the next one. */
function preview(id: string, reply: LastReply, desk: CommandDesk): Promise<WirePreviewAnswer> {
  const context = desk.context();
  const { body } = requestFromChat({
    context,
    identity: identifyChat(context, desk.newId),
    type: isAgain(reply, desk) ? 'swipe' : 'normal',
    prompt: context.chat,
    // What the next prompt may hold is known to SillyTavern alone, when it makes one.
    contextSize: 0,
    wantedTexts: undefined,
    tokenSample: undefined,
    unusedBooks: desk.bridge.unusedBooks(),
    deadlineMs: desk.bridge.settings.get().deadlineMs,
    generationId: desk.newId(),
  });
  return desk.server.ask(async (client, options) => {
    const response = await client.v1.preview.$post({ json: { ...body, type: 'normal', explain: [id] } }, options);
    return response.status === 200 ? response.json() : refusal(response);
  });
}

function isAgain(reply: LastReply, { context }: CommandDesk): boolean {
  return reply.kind !== 'none' && context().chat.at(-1) === reply.message;
}

function wasInjected(id: string, reply: LastReply): boolean {
  return reply.kind === 'lore' && reply.note.record.e.some(([entry, flags]) => entry === id && (flags & 1) !== 0);
}

function reasonIn({ entries, decisions }: WirePreviewAnswer['trace'], id: string): string {
  const reason = entries.find((entry) => entry.id === id)?.reason ?? 'kept';
  const matched = decisions
    .filter(({ entry, verdict }) => entry === id && verdict === 'kept')
    .flatMap((decision) => decision.matched.map((one) => one.matched));
  return whyText(reason, [...new Set(matched)]);
}
