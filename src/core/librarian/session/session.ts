import type { Spent } from '../../ai/guard/spent';

/** What a conversation is about. */
export type LibrarianTask =
  | { readonly kind: 'free' }
  /** A lore gap that wants a note, or a change to one. */
  | { readonly kind: 'gap'; readonly gap: string; readonly title: string }
  | { readonly kind: 'entry'; readonly path: string; readonly title: string };

/** How a call of a tool stands. `refused`: the tool said no in words; `stopped`: the run ended before it answered. */
export const toolCallStates = ['running', 'done', 'refused', 'stopped'] as const;
export type ToolCallState = (typeof toolCallStates)[number];

/** What a proposal would do. */
export const proposedActions = ['create', 'change', 'move'] as const;
export type ProposedAction = (typeof proposedActions)[number];

/** How a remark of ours is meant. */
export const noticeTones = ['info', 'warning', 'error'] as const;
export type NoticeTone = (typeof noticeTones)[number];

/** A call of a tool, with what it gave. */
export interface ToolPart {
  readonly kind: 'tool';
  readonly id: string;
  /** The question to the model, of those for this answer, that it answers; calls of one question were made together. */
  readonly step: number;
  readonly tool: string;
  /** The arguments as the model sent them. */
  readonly input: unknown;
  readonly state: ToolCallState;
  /** What came of it, in one line for people; empty while it runs. */
  readonly summary: string;
  /** What the model was told. */
  readonly result: string;
}

/** A change that waits for the user, or was done at once where the settings let the Librarian write. */
export interface ProposalPart {
  readonly kind: 'proposal';
  /** The call that made it. */
  readonly call: string;
  readonly proposal: string;
  readonly action: ProposedAction;
  readonly title: string;
  readonly path: string;
}

/** Something that is said by the program itself: never sent to the model. */
export interface NoticePart {
  readonly kind: 'notice';
  readonly tone: NoticeTone;
  readonly sentence: string;
}

/** A piece of an answer, in the order in which it came. */
export type AnswerPart = { readonly kind: 'text'; readonly text: string } | ToolPart | ProposalPart | NoticePart;

/**
 * How an answer ended. `stopped`: by the user; `limited`: by a limit of steps, tokens, time or repetition; `failed`: the
 * model; `interrupted`: the program ended while it was written. What was written stays in each case.
 */
export const answerStates = ['running', 'done', 'stopped', 'limited', 'failed', 'interrupted'] as const;
export type AnswerState = (typeof answerStates)[number];

/** How a model is told of tools. */
export const protocols = ['tools', 'text'] as const;
export type Protocol = (typeof protocols)[number];

/** Something that the user said. */
export interface UserMessage {
  readonly role: 'user';
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly text: string;
}

/** An answer with everything that was done for it. */
export interface AssistantMessage {
  readonly role: 'assistant';
  readonly at: number;
  readonly state: AnswerState;
  readonly parts: readonly AnswerPart[];
  readonly spent: Spent;
  /** Questions to the model that it took. */
  readonly steps: number;
  /** Milliseconds that it took. */
  readonly took: number;
  /** The provider's name of the model; empty where a profile of SillyTavern has its own. */
  readonly model: string;
  readonly protocol: Protocol;
}

export type SessionMessage = UserMessage | AssistantMessage;

/** A conversation with the Librarian. */
export interface LibrarianSession {
  readonly id: string;
  readonly title: string;
  /** The user gave it its title: it is not made of the first message any more. */
  readonly isNamed: boolean;
  readonly task: LibrarianTask;
  /** The chat that it may look at. */
  readonly chat: string | undefined;
  /** The conversation, and the place in it, that it branched off. */
  readonly forkedFrom: { readonly session: string; readonly message: number } | undefined;
  readonly created: number;
  readonly changed: number;
  readonly messages: readonly SessionMessage[];
}

/** A conversation without its messages. */
export interface SessionHead extends Omit<LibrarianSession, 'messages' | 'isNamed'> {
  /** How its last answer stands; undefined before the first one. */
  readonly state: AnswerState | undefined;
  readonly messages: number;
  readonly proposals: number;
  readonly spent: Spent;
}
