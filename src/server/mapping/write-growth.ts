import { channelTable } from '../../core/ai/channels/channel-table';
import type { ResolvedChannel } from '../../core/ai/channels/resolve-channel';
import type { Estimate } from '../../core/growth/estimate';
import type { GrowthOverview } from '../../core/growth/growth';
import { growthTools, type GrowthTool } from '../../core/growth/growth-request';
import type { Job } from '../../core/growth/job';
import type { Result } from '../../core/growth/job-result';
import type {
  WireGrowth,
  WireGrowthEstimate,
  WireGrowthJob,
  WireGrowthJobHead,
  WireGrowthTool,
} from '../contract/wire-growth';

export function writeGrowth({ channels, chats, ...counts }: GrowthOverview): WireGrowth {
  return { tools: growthTools.map((tool) => writeTool(tool, channels[tool])), chats: [...chats], ...counts };
}

export function writeEstimate({
  title,
  entries,
  requests,
  input,
  output,
  cost,
  warnings,
}: Estimate): WireGrowthEstimate {
  return { title, entries, requests, input, output, warnings, ...(cost !== undefined && { cost }) };
}

export function writeJobHead(job: Job): WireGrowthJobHead {
  const { id, request, title, at, changed, isAutomatic, state, sentence, steps, done, results, spent } = job;
  const count = (kind: Result['kind']): number => results.filter((one) => one.kind === kind).length;
  return {
    ...{ id, tool: request.tool, title, at, changed, automatic: isAutomatic, state, sentence },
    ...{ steps: steps.length, done },
    ...{ proposals: count('proposal'), updates: count('update'), left: count('left'), failed: count('failed') },
    ...{ input: spent.input, output: spent.output },
    ...(spent.requests > 0 && spent.unpriced === 0 && { cost: spent.cost }),
  };
}

export function writeJob(job: Job): WireGrowthJob {
  return { ...writeJobHead(job), results: job.results };
}

function writeTool(tool: GrowthTool, channel: ResolvedChannel): WireGrowthTool {
  const { channel: id, kind: state } = channel;
  const model = channel.kind === 'usable' ? channel.place.model : undefined;
  return {
    ...{ tool, channel: id, channelLabel: channelTable[id].label, state },
    ...(channel.kind === 'no-connection' && { complaint: channel.sentence }),
    ...(model !== undefined && { model }),
  };
}
