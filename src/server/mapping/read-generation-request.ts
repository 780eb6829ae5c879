import type { ActiveCharacter, Retrieval } from '../../core/pipeline/retrieval';
import type { WireGenerationRequest } from '../contract/wire-generation';
import { readChatTail, type ChatTail } from './chat-tail';
import { cardStem, readCardBooks } from './read-card-books';

/** What reading a request needs besides the request. */
export interface RequestReading {
  /** Makes the id of a generation whose client gave none. */
  readonly newId: () => string;
  /** Tokens of a text as we count them. */
  readonly countTokens: (text: string) => number;
}

const SMALLEST_SCALE = 0.25;
const LARGEST_SCALE = 4;
/** Longer samples tell no more and cost time in every turn. */
const LONGEST_SAMPLE = 50_000;

/** Completes a request: what a client left out gets the value that a careful client would have meant. */
export function readGenerationRequest(body: WireGenerationRequest, reading: RequestReading): Retrieval {
  const tail = readChatTail(body);
  const type = body.type ?? 'normal';
  return {
    generationId: body.generationId ?? reading.newId(),
    chat: {
      id: body.chat.id,
      parent: body.chat.parent,
      name: body.chat.name,
      isGroup: body.chat.isGroup ?? body.group !== undefined,
    },
    type,
    turn: body.turn ?? defaultTurn(type, tail),
    messages: tail.messages,
    total: tail.total,
    counts: tail.counts,
    records: tail.records,
    leavesRecordsToHost: body.records === undefined && tail.records.length === 0,
    draft: body.draft ?? '',
    ...(body.notes && { notes: body.notes }),
    character: readCharacter(body),
    cardBooks: readCardBooks(body),
    ...(body.unusedBooks && { unusedBooks: body.unusedBooks }),
    personaName: body.persona?.name ?? lastUserName(tail),
    group: body.group && {
      members: body.group.members,
      speaker: body.group.speaker ?? body.character?.name ?? '',
    },
    greetingIndex: body.greetingIndex,
    contextSize: body.contextSize,
    tokenScale: tokenScale(body.tokenSample, reading.countTokens),
  };
}

/** A continue writes on the last message; everything else writes the next one. */
function defaultTurn(type: Retrieval['type'], tail: ChatTail): number {
  const continues = type === 'continue' && tail.messages.at(-1)?.role === 'assistant';
  return continues ? tail.total - 1 : tail.total;
}

function readCharacter({ character, persona, group }: WireGenerationRequest): ActiveCharacter {
  const texts = {
    character: character?.description,
    personality: character?.personality,
    scenario: character?.scenario,
    creator_notes: character?.creatorNotes,
    character_note: character?.depthPrompt,
    persona: persona?.description,
  };
  return {
    name: character?.name ?? group?.speaker ?? '',
    texts: Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== undefined)),
    tags: character?.tags ?? [],
    avatar: cardStem(character?.avatar ?? ''),
  };
}

function lastUserName(tail: ChatTail): string {
  return [...tail.messages].reverse().find((message) => message.role === 'user' && message.name !== '')?.name ?? '';
}

function tokenScale(sample: WireGenerationRequest['tokenSample'], countTokens: (text: string) => number): number {
  if (sample === undefined || sample.text.length > LONGEST_SAMPLE) return 1;
  const ours = countTokens(sample.text);
  return ours === 0 ? 1 : Math.min(LARGEST_SCALE, Math.max(SMALLEST_SCALE, sample.tokens / ours));
}
