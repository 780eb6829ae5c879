import type { LanguageModel, ModelAnswer, ModelRequest } from '../language-model';
import { ModelError } from '../model-error';
import { modelErrorSentence } from '../model-error-words';
import type { ChannelId } from '../channels/channel-table';
import { abortableModel } from './abortable-model';
import { breakingModel } from './breaking-model';
import { checkedModel } from './checked-model';
import type { ConnectionGuard } from './connection-guards';
import type { GuardPorts } from './guard-ports';
import { meteredModel } from './metered-model';
import { retryingModel, USUAL_TRIES } from './retrying-model';
import type { SpendLedger } from './spend-ledger';
import { throttledModel } from './throttled-model';
import { timeLimitedModel } from './time-limited-model';

/** What a model is guarded with. */
export interface GuardOptions {
  readonly model: LanguageModel;
  /** The provider's name of the model, for prices. */
  readonly modelName: string;
  readonly connection: ConnectionGuard;
  readonly channel: ChannelId;
  /** The chat that the tokens are counted for; undefined for none. */
  readonly chat?: string | undefined;
  /** Time for one request, without the wait for its turn but with second tries. In milliseconds. */
  readonly timeoutMs: number;
  /** How often a request is sent at most when the provider says "later"; 2 unless a long job has more patience. */
  readonly tries?: number | undefined;
  /** The most tokens of the channel in one day; undefined for no limit. */
  readonly dailyTokens?: number | undefined;
  readonly ledger: SpendLedger;
  readonly ports: GuardPorts;
}

/** A guarded model, which can be asked for more than text. */
export interface GuardedModel extends LanguageModel {
  /**
   * Asks, and reads the answer within the guard: when `read` fails with `unusable`, the breaker counts that as a failure
   * of the provider. Errors: as `generate`, and whatever `read` throws.
   */
  ask<Value>(request: ModelRequest, read: (answer: ModelAnswer) => Value): Promise<Value>;
}

/** The request has a little more time to end than its limit before a probe counts as lost. In milliseconds. */
const LEASE_GRACE_MS = 5_000;

/**
 * Puts the guards around a model, from outside: daily limit and breaker are looked at, the turn is waited for, both are
 * looked at again, then the time runs for at most `tries` requests, each of which ends at once when it is aborted.
 */
export function guardModel(options: GuardOptions): GuardedModel {
  const { channel, chat, modelName, ledger } = options;
  const metered = meteredModel(options.model, (use) => ledger.add({ channel, chat, model: modelName }, use));
  const guarded = guard(metered, options);
  return {
    generate: (request) => guarded.generate(request),
    stream: (request) => guarded.stream(request),
    ask: async <Value>(request: ModelRequest, read: (answer: ModelAnswer) => Value) => {
      const readings: { readonly value: Value }[] = [];
      const reading = readingModel(metered, (answer) => void readings.push({ value: read(answer) }));
      await guard(reading, options).generate(request);
      const last = readings.at(-1);
      if (last === undefined) throw new ModelError('unusable', modelErrorSentence('unusable'));
      return last.value;
    },
  };
}

function guard(model: LanguageModel, options: GuardOptions): LanguageModel {
  const { connection, ports, timeoutMs, tries = USUAL_TRIES } = options;
  const { throttle, breaker } = connection;
  const mayAsk = (): void => {
    const refusal = spentError(options) ?? breaker.refusal();
    if (refusal) throw refusal;
  };
  const turn = (signal: AbortSignal): Promise<void> => throttle.turn(signal, 'front');
  const tried = retryingModel(abortableModel(model), { ports, tries, turn });
  const limited = timeLimitedModel(tried, ports, timeoutMs);
  const broken = checkedModel(breakingModel(limited, breaker, timeoutMs + LEASE_GRACE_MS), mayAsk);
  return checkedModel(throttledModel(broken, throttle), mayAsk);
}

function spentError({ ledger, channel, dailyTokens }: GuardOptions): ModelError | undefined {
  if (dailyTokens === undefined || ledger.usedToday(channel) < dailyTokens) return undefined;
  return new ModelError('spent', modelErrorSentence('spent'));
}

/** A model whose answers are read on the spot; one that refuses has nothing to read. */
function readingModel(model: LanguageModel, read: (answer: ModelAnswer) => void): LanguageModel {
  return {
    stream: (request) => model.stream(request),
    generate: async (request) => {
      const answer = await model.generate(request);
      if (answer.finish === 'refusal') throw new ModelError('refusal', modelErrorSentence('refusal'));
      read(answer);
      return answer;
    },
  };
}
