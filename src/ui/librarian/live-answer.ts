import type { WireAnswerPart, WireAssistantMessage, WireLibrarianEvent } from '../../server/contract/wire-librarian';

/** An answer while it is written, and its place in the conversation. */
export interface LiveAnswer {
  readonly message: number;
  readonly answer: WireAssistantMessage;
}

/** The answer after an event. What comes before the answer as a whole, or fits nowhere, changes nothing. */
export function withEvent(live: LiveAnswer | undefined, event: WireLibrarianEvent): LiveAnswer | undefined {
  if (event.kind === 'answer') return { message: event.message, answer: event.answer };
  if (live === undefined) return live;
  switch (event.kind) {
    case 'text':
      return withText(live, event.part, event.text);
    case 'tool-call':
    case 'tool-result':
      return withPart(live, event.part, event.call);
    case 'proposal':
      return withPart(live, event.part, event.proposal);
    case 'notice':
      return withPart(live, event.part, event.notice);
    case 'usage':
      return { ...live, answer: { ...live.answer, spent: event.spent, steps: event.steps } };
    case 'done':
    case 'error':
      return live;
  }
}

function withText(live: LiveAnswer, place: number, text: string): LiveAnswer {
  const before = live.answer.parts[place];
  if (before !== undefined && before.kind !== 'text') return live;
  return withPart(live, place, { kind: 'text', text: (before?.text ?? '') + text });
}

function withPart(live: LiveAnswer, place: number, part: WireAnswerPart): LiveAnswer {
  const { parts } = live.answer;
  if (place > parts.length) return live;
  return { ...live, answer: { ...live.answer, parts: [...parts.slice(0, place), part, ...parts.slice(place + 1)] } };
}
