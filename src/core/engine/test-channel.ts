import type { ChannelId } from '../ai/channels/channel-table';
import { channelTable } from '../ai/channels/channel-table';
import { ModelError, type ModelErrorKind } from '../ai/model-error';
import type { Clock } from '../ports/clock';
import type { AiModels } from './ai-models';

/** How a test of a channel went. */
export interface ChannelTest {
  readonly isOk: boolean;
  /** What happened, and what to do about it. */
  readonly sentence: string;
  readonly error: ModelErrorKind | undefined;
  readonly milliseconds: number;
  /** Whether the model called the tool that it was offered; undefined where the channel needs none. */
  readonly callsTools: boolean | undefined;
}

const probe = {
  name: 'note_word',
  description: 'Notes one word.',
  input: { type: 'object', properties: { word: { type: 'string' } }, required: ['word'], additionalProperties: false },
};

const TEST_TOKENS = 256;

/** Asks the model of a channel something tiny; where the channel needs tools, whether it calls one. Never fails. */
export async function testChannel(
  id: ChannelId,
  models: AiModels,
  clock: Clock,
  signal: AbortSignal,
): Promise<ChannelTest> {
  const started = clock.now();
  const done = (sentence: string, rest: Partial<ChannelTest> = {}): ChannelTest => ({
    isOk: true,
    sentence,
    error: undefined,
    milliseconds: clock.now() - started,
    callsTools: undefined,
    ...rest,
  });
  try {
    const { model, channel } = await models.of(id);
    const maxTokens = Math.min(channel.maxTokens, TEST_TOKENS);
    if (!channelTable[id].needsTools) {
      await model.generate({ messages: [{ role: 'user', text: 'Answer with the word "ready".' }], maxTokens, signal });
      return done('The model answers.');
    }
    const messages = [{ role: 'user' as const, text: 'Call the tool note_word with the word "ready".' }];
    const answer = await model.generate({ messages, tools: [probe], maxTokens, signal });
    return answer.toolCalls.length > 0
      ? done('The model answers and calls tools.', { callsTools: true })
      : done('The model answers, but did not call the tool that it was offered; it is then asked in plain text.', {
          callsTools: false,
        });
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
    return done(error.message, { isOk: false, error: error.kind });
  }
}
