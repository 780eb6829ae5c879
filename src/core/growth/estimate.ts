import { channelTable } from '../ai/channels/channel-table';
import type { ResolvedChannel } from '../ai/channels/resolve-channel';
import { spentOn } from '../ai/guard/spent';
import type { GrowthPorts } from './ports';
import type { ToolWork, Plan } from './tool';

/** What a request would cost, before it is begun. */
export interface Estimate {
  readonly kind: 'estimate';
  readonly title: string;
  /** Entries that it looks at; 0 for a chat. */
  readonly entries: number;
  /** Questions. */
  readonly requests: number;
  /** Tokens; those of answers are a guess. */
  readonly input: number;
  readonly output: number;
  /** In the currency of the price table; undefined where the model has no price. */
  readonly cost: number | undefined;
  /** What is good to know before, in sentences. */
  readonly warnings: readonly string[];
}

/** Reckons what a plan comes to. */
export function estimateOf(plan: Plan, { channel }: ToolWork, ports: GrowthPorts): Estimate {
  const input = sum(plan.questions.map((one) => one.input));
  const output = Math.ceil(sum(plan.questions.map((one) => one.output)));
  const resolved = ports.channel(channel);
  const price = resolved.kind === 'usable' ? ports.price(resolved.place.model ?? '') : undefined;
  const cost = price && spentOn({ input, output, cached: 0, isEstimated: true }, price).cost;
  const warnings = warningsFor(input + output, plan, resolved, ports.usedToday(channel));
  return {
    kind: 'estimate',
    title: plan.title,
    entries: plan.paths.length,
    requests: plan.questions.length,
    input,
    output,
    cost,
    warnings,
  };
}

function warningsFor(tokens: number, { questions }: Plan, channel: ResolvedChannel, used: number): readonly string[] {
  const { dailyTokens, maxTokens } = channel;
  const { label } = channelTable[channel.channel];
  const isOver = dailyTokens !== undefined && used + tokens > dailyTokens;
  const longest = Math.max(0, ...questions.map(({ output }) => output));
  return [
    ...(isOver ? [`That is more than ${label} may still take today; the rest waits until you resume it.`] : []),
    ...(longest > maxTokens
      ? [`Answers may need more than the ${String(maxTokens)} tokens that ${label} allows.`]
      : []),
  ];
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, one) => all + one, 0);
}
