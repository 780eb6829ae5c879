import type { Spent } from '../../core/ai/guard/spent';
import type { LibrarianOverview } from '../../core/engine/librarian-administration';
import type { Proposal, ProposalStatus } from '../../core/edits/proposal';
import type { LibrarianEvent } from '../../core/librarian/answering/librarian-event';
import type {
  AnswerPart,
  AssistantMessage,
  LibrarianSession,
  LibrarianTask,
  ProposalPart,
  SessionHead,
  SessionMessage,
  ToolPart,
} from '../../core/librarian/session/session';
import { headOf, openingOf } from '../../core/librarian/session/session-head';
import { toolCalled } from '../../core/librarian/tools/tool-table';
import type {
  WireAnswerPart,
  WireAssistantMessage,
  WireLibrarianEvent,
  WireLibrarianHead,
  WireLibrarianMessage,
  WireLibrarianSession,
  WireLibrarianSessions,
  WireLibrarianSpent,
  WireLibrarianTask,
} from '../contract/wire-librarian';

/** How proposals stand, by id. */
export type ProposalStates = ReadonlyMap<string, ProposalStatus>;

export function proposalStates(proposals: readonly Proposal[]): ProposalStates {
  return new Map(proposals.map(({ id, status }) => [id, status]));
}

/** The list of conversations, and whether the Librarian can be asked. */
export function writeSessions(sessions: readonly SessionHead[], overview: LibrarianOverview): WireLibrarianSessions {
  const { channel, protocol, gaps, usedToday, limits } = overview;
  const place = channel.kind === 'usable' ? channel.place : undefined;
  const model = place?.model ?? '';
  return {
    items: sessions.map(writeHead),
    channel: {
      state: channel.kind,
      ...(channel.kind === 'no-connection' && { complaint: channel.sentence }),
      ...(model !== '' && { model }),
      ...(place && { connection: place.mode === 'direct' ? place.connection.name : place.profile }),
      ...(protocol !== undefined && { protocol }),
    },
    gaps,
    usedToday,
    ...(channel.dailyTokens !== undefined && { dailyTokens: channel.dailyTokens }),
    limits,
  };
}

/** A conversation with everything that was said. */
export function writeSession(
  session: LibrarianSession,
  remembered: number,
  states: ProposalStates,
): WireLibrarianSession {
  return {
    ...writeHead(headOf(session)),
    messages: session.messages.map((message) => writeMessage(message, states)),
    opening: openingOf(session),
    remembered,
  };
}

/** An event of an answer that is being written; its end is told with the conversation and not from here. */
export function writeLibrarianEvent(
  event: Exclude<LibrarianEvent, { kind: 'done' | 'error' }>,
  place: { readonly session: string; readonly message: number },
  states: ProposalStates,
): WireLibrarianEvent {
  switch (event.kind) {
    case 'answer':
      return { kind: 'answer', ...place, answer: writeAnswer(event.answer, states) };
    case 'text':
      return event;
    case 'tool-call':
    case 'tool-result':
      return { kind: event.kind, part: event.part, call: writeTool(event.call) };
    case 'proposal':
      return { kind: event.kind, part: event.part, proposal: writeProposalPart(event.proposal, states) };
    case 'notice':
      return event;
    case 'usage':
      return { kind: event.kind, spent: writeSpent(event.spent), steps: event.steps };
  }
}

export function writeAnswer(
  { parts, spent, ...answer }: AssistantMessage,
  states: ProposalStates,
): WireAssistantMessage {
  return { ...answer, parts: parts.map((part) => writePart(part, states)), spent: writeSpent(spent) };
}

function writeHead({ task, chat, forkedFrom, state, spent, ...head }: SessionHead): WireLibrarianHead {
  return {
    ...head,
    task: writeTask(task),
    ...(chat !== undefined && { chat }),
    ...(forkedFrom && { forkedFrom: { ...forkedFrom } }),
    ...(state !== undefined && { state }),
    spent: writeSpent(spent),
  };
}

function writeTask(task: LibrarianTask): WireLibrarianTask {
  return { ...task };
}

function writeMessage(message: SessionMessage, states: ProposalStates): WireLibrarianMessage {
  return message.role === 'user' ? message : writeAnswer(message, states);
}

function writePart(part: AnswerPart, states: ProposalStates): WireAnswerPart {
  switch (part.kind) {
    case 'text':
    case 'notice':
      return part;
    case 'tool':
      return writeTool(part);
    case 'proposal':
      return writeProposalPart(part, states);
  }
}

function writeTool({ step: _, ...part }: ToolPart) {
  return { ...part, input: part.input ?? {}, label: toolCalled(part.tool)?.label ?? part.tool };
}

function writeProposalPart(part: ProposalPart, states: ProposalStates) {
  const status = states.get(part.proposal);
  return { ...part, ...(status !== undefined && { status }) };
}

/** A cost that leaves requests without a price out says too little, and is not told when there is none at all. */
function writeSpent({ requests, input, output, cached, cost, unpriced, estimated }: Spent): WireLibrarianSpent {
  return { requests, input, output, cached, ...(requests > unpriced && { cost }), estimated: estimated > 0 };
}
