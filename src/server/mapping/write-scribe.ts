import type { Recap, ToldChat, ToldSummary } from '../../core/scribe/scribe';
import type { ScribeJob } from '../../core/scribe/scribe-job';
import type { ResolvedChannel } from '../../core/ai/channels/resolve-channel';
import type { WireChatSummaries, WireChatSummary, WireRecap, WireScribe, WireScribeJob } from '../contract/wire-scribe';

/** The summaries of a chat as clients see them. */
export function writeSummaries(chat: string, told: ToldChat, jobs: readonly ScribeJob[]): WireChatSummaries {
  const { name, isKnown, summaries, untold } = told;
  return {
    chat,
    ...(name !== undefined && { name }),
    known: isKnown,
    items: summaries.map((summary) => writeSummary(chat, summary)),
    untold,
    jobs: jobs.map(writeJob),
  };
}

/** A job as clients see it. */
export function writeJob({ only, notBefore, closes: _, sentence, ...job }: ScribeJob): WireScribeJob {
  const waits = job.state === 'waiting' && notBefore > 0;
  return {
    ...job,
    ...(only !== undefined && { only }),
    ...(waits && { next: notBefore }),
    ...(sentence !== '' && { sentence }),
  };
}

/** The recap of a chat. */
export function writeRecap({ text, parts, untold }: Recap): WireRecap {
  const [from, to] = [parts[0]?.from, parts.at(-1)?.to];
  return {
    text,
    summaries: parts.map(({ summary }) => summary.id),
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
    untold,
  };
}

/** Whether the model of the channel can be asked. */
export function writeScribeChannel(channel: ResolvedChannel, complaint: string | undefined): WireScribe['channel'] {
  const model = channel.kind === 'usable' ? channel.place.model : undefined;
  return {
    state: channel.kind,
    ...(complaint !== undefined && { complaint }),
    ...(model !== undefined && { model }),
  };
}

function writeSummary(chat: string, { summary, from, to, state, text, note }: ToldSummary): WireChatSummary {
  const { id, level, number, title, parts, proposal, noteProblem, isCut, at } = summary;
  return {
    ...{ id, level, number, title, text, state, at },
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
    parts: [...parts],
    note: note.state,
    ...(note.path !== undefined && { path: note.path }),
    ...(proposal !== undefined && { proposal }),
    ...(noteProblem !== undefined && { problem: noteProblem }),
    cut: isCut,
    inherited: summary.chat !== chat,
  };
}
