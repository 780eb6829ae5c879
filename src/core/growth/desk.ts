import type { ChannelId } from '../ai/channels/channel-table';
import { spentOn, type Spent } from '../ai/guard/spent';
import type { AnswerForm, ModelAnswer, ModelMessage } from '../ai/language-model';
import type { LoreEntry } from '../lore/lore-entry';
import { storedMessages, type StoredMessages } from './keys/stored-messages';
import type { GrowthModel, GrowthPorts } from './ports';
import { tokenGauge } from './token-gauge';

/** A question to the model of a job. */
export interface Question {
  readonly messages: readonly ModelMessage[];
  readonly form?: AnswerForm;
}

/** What the steps of one job work with. */
export interface StepDesk {
  readonly ports: GrowthPorts;
  /** The most tokens of an answer. */
  readonly maxTokens: number;
  /** Roughly the tokens of a text. */
  readonly tokensOf: (text: string) => number;
  /** The newest messages of stored chats, read once for the life of the desk. */
  stored(): Promise<StoredMessages>;
  /** Asks the model. Errors: `ModelError`, and what `read` throws. */
  ask<Value>(question: Question, read: (text: string, isCut: boolean) => Value): Promise<Value>;
}

/** What a desk is made for. */
interface DeskParts {
  readonly ports: GrowthPorts;
  readonly channel: ChannelId;
  readonly chat: string | undefined;
  readonly signal: AbortSignal;
  /** Told of everything that an answer took, also of one that nobody could read. */
  readonly onSpent: (spent: Spent) => void;
}

/** About so many characters make a token where nobody counted. */
const CHARACTERS_PER_TOKEN = 4;

/** Makes the desk of a job that is run. */
export function stepDesk({ ports, channel, chat, signal, onSpent }: DeskParts): StepDesk {
  let model: Promise<GrowthModel> | undefined;
  let stored: Promise<StoredMessages> | undefined;
  return {
    ports,
    maxTokens: ports.channel(channel).maxTokens,
    tokensOf: tokenGauge(ports.countTokens),
    stored: () => {
      stored ??= storedMessages(ports);
      return stored;
    },
    ask: async ({ messages, form }, read) => {
      model ??= ports.model(channel, chat);
      model.catch(() => (model = undefined));
      const { model: guarded, maxTokens, temperature } = await model;
      const request = {
        messages,
        maxTokens,
        signal,
        ...(form && { form }),
        ...(temperature !== undefined && { temperature }),
      };
      return guarded.ask(request, (answer) => {
        onSpent(spentFor(messages, answer, channel, ports));
        return read(answer.text, answer.finish === 'length');
      });
    },
  };
}

function spentFor(
  messages: readonly ModelMessage[],
  { text, usage }: ModelAnswer,
  channel: ChannelId,
  { channel: resolve, price }: GrowthPorts,
): Spent {
  const place = resolve(channel);
  const name = place.kind === 'usable' ? (place.place.model ?? '') : '';
  if (usage.input + usage.output > 0) return spentOn({ ...usage, isEstimated: false }, price(name));
  const asked = messages.reduce((sum, message) => sum + message.text.length, 0);
  const [input, output] = [asked, text.length].map((length) => Math.ceil(length / CHARACTERS_PER_TOKEN));
  return spentOn({ input: input ?? 0, output: output ?? 0, cached: 0, isEstimated: true }, price(name));
}

/** The entry of a note, if it is still one that tools may change. */
export function entryOfPath(path: string, { lore }: GrowthPorts): LoreEntry | undefined {
  const entry = lore.index.entryByPath(path);
  return entry?.card === undefined ? entry : undefined;
}
