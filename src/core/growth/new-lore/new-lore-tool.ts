import { chatLine } from '../../ai/selection/selection-prompt';
import { oneLine } from '../../ai/selection/fence';
import { quoted } from '../../librarian/material';
import type { LoreEntry } from '../../lore/lore-entry';
import type { Transcript, TranscriptMessage } from '../../transcripts/transcript';
import type { Question, StepDesk } from '../desk';
import type { Step } from '../job';
import { question, questionText } from '../material-text';
import type { GrowthPorts } from '../ports';
import { charactersFor } from '../token-gauge';
import { noPlan, type GrowthToolPart, type PlanDesk } from '../tool';
import { chatChunks, messagesOf } from './chat-chunks';
import { unread, type ChatMark } from './chat-marks';
import { entriesForm, readEntriesAnswer } from './entries-answer';
import { proposeEntries } from './propose-entries';

/** Tokens of an answer, as a guess. */
const GUESSED_OUTPUT = 700;
const MOST_KNOWN = 60;
const LONGEST_SUMMARY = 200;
const EXCERPT_END = 160;

const TASK = `You read a part of a story that a player writes together with an AI, and find what belongs into its lorebook: people, places, organizations, things, events and rules of the world that the story established, that will matter again, and that have no entry yet. Leave out what is only said in passing, what everybody knows of the real world, moods of the moment, and the plot itself.

For each new entry give its title (the name alone), its type (such as character, location, organization, item, event, lore), two to five keys (names and phrases by which the story would mention it), a summary of one or two sentences, and as content what the story says about it: facts, in the third person, without anything that you make up. Write in the language of the story.

Some entries that this part mentions are listed as known. Make no new entry of them. Where the story says something new and lasting about one, tell it in "updates", with its title as it is listed.

An empty list is a good answer. Answer with JSON alone, in this form: {"entries":[{"title":"Mira","type":"character","keys":["mira","the miller"],"summary":"The miller of the northern ford.","content":"Mira keeps the mill …"}],"updates":[{"title":"Silver Keep","text":"Its gate burned down."}]}`;

/** Makes the tool that finds new entries in chats. `markOf` says how far a chat was read. */
export function newLoreTool(markOf: (chat: string) => ChatMark | undefined): GrowthToolPart<'new-lore'> {
  return {
    channel: 'suggest',
    last: 'propose-entries',

    plan: async ({ chat, range }, desk, isAutomatic) => {
      const transcript = await desk.ports.chats.of(chat);
      if (transcript === undefined || transcript.messages.length === 0)
        return noPlan('Nothing of this chat is kept. Open it in SillyTavern first.');
      const messages = toRead(transcript, range === 'all' ? undefined : markOf(chat), isAutomatic, desk.ports);
      if (messages.length === 0) return noPlan('There are no new messages since the last time.');
      const chunks = chatChunks(messages, roomOf(messages, desk));
      const questions = chunks.map((chunk) => ({
        input: desk.tokensOf(questionText(questionFor(messagesOf(transcript.messages, chunk), transcript, desk.ports))),
        output: Math.min(GUESSED_OUTPUT, desk.maxTokens),
      }));
      const steps: readonly Step[] = [...chunks, { kind: 'propose-entries' }];
      return { kind: 'plan', title: transcript.name ?? chat, steps, paths: [], questions };
    },

    run: async (step, job, desk) => {
      if (job.request.tool !== 'new-lore') return {};
      const transcript = await desk.ports.chats.of(job.request.chat);
      if (step.kind === 'propose-entries') return proposeEntries(job, playersOf(transcript), desk);
      if (step.kind !== 'read-chat') return {};
      const messages = transcript ? messagesOf(transcript.messages, step) : [];
      // They were deleted since.
      if (transcript === undefined || messages.length === 0) return {};
      return readPart(messages, transcript, desk);
    },

    failed: (step, job, sentence) => {
      if (step.kind !== 'read-chat') return {};
      return { results: [{ kind: 'failed', title: `${job.title}, ${messageWords(step.from, step.to)}`, sentence }] };
    },
  };
}

async function readPart(messages: readonly TranscriptMessage[], transcript: Transcript, desk: StepDesk) {
  const { answer, isCut } = await desk.ask(questionFor(messages, transcript, desk.ports), (text, cut) => ({
    answer: readEntriesAnswer(text),
    isCut: cut,
  }));
  const found = { candidates: answer.entries, news: answer.updates };
  if (!isCut) return found;
  const [first, last] = [messages[0]?.index ?? 0, messages.at(-1)?.index ?? 0];
  const sentence = 'The answer was cut off; what was complete is used. Raise the most tokens of Auto Lorebook.';
  return { ...found, results: [{ kind: 'failed' as const, title: messageWords(first, last), sentence }] };
}

/** What is read: of a chat that is followed by itself not the last message, which may still be swiped, nor all of its past. */
function toRead(
  transcript: Transcript,
  mark: ChatMark | undefined,
  isAutomatic: boolean,
  { settings }: GrowthPorts,
): readonly TranscriptMessage[] {
  const messages = unread(transcript, mark);
  if (!isAutomatic) return messages;
  const settled = messages.slice(0, -1);
  return mark === undefined ? settled.slice(-Math.max(1, settings().growEvery)) : settled;
}

function roomOf(messages: readonly TranscriptMessage[], { ports, tokensOf }: PlanDesk): number {
  const sample = messages.slice(-20).map(lineOf).join('\n');
  return charactersFor(ports.settings().growTokens, sample, tokensOf);
}

function questionFor(messages: readonly TranscriptMessage[], transcript: Transcript, ports: GrowthPorts): Question {
  const [first] = messages;
  const before = transcript.messages.filter(({ index }) => index < (first?.index ?? 0)).at(-1);
  const parts = [
    ['known entries', knownEntries(messages, ports).map(knownLine).join('\n')],
    ['the end of what was read before', before ? `…${before.text.slice(-EXCERPT_END)}` : ''],
    ['the story', messages.map(lineOf).join('\n\n')],
  ] as const;
  const closing = 'Which entries does the lorebook lack? Answer with the JSON object alone.';
  return { messages: question(TASK, ports.settings().growInstructions, parts, closing), form: entriesForm };
}

/** The entries that these messages name, by our own matcher. */
function knownEntries(messages: readonly TranscriptMessage[], { lore }: GrowthPorts): readonly LoreEntry[] {
  const names = { user: '', char: '' };
  const hits = messages.flatMap(({ text }) => lore.index.keys.match(text, names));
  const ids = hits.filter(({ owner }) => owner.role === 'primary').map(({ owner }) => owner.entry);
  return [...new Set(ids)].slice(0, MOST_KNOWN).flatMap((id) => lore.index.entries.get(id) ?? []);
}

function knownLine({ title, properties, text }: LoreEntry): string {
  const summary = oneLine(properties.summary ?? text).slice(0, LONGEST_SUMMARY);
  return `- ${quoted(title)}: ${summary}`;
}

function lineOf({ index, name, role, text }: TranscriptMessage): string {
  return chatLine({ index, name, speaker: role === 'user' ? 'player' : 'character', text });
}

function playersOf(transcript: Transcript | undefined): readonly string[] {
  const names = (transcript?.messages ?? []).filter(({ role, name }) => role === 'user' && name !== '');
  return [...new Set(names.map(({ name }) => name))];
}

function messageWords(from: number, to: number): string {
  return from === to ? `message ${String(from)}` : `messages ${String(from)} to ${String(to)}`;
}
