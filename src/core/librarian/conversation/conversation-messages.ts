import type { ModelMessage, ToolResult } from '../../ai/language-model';
import { writtenCall } from '../plain-text/describe-tools';
import type { Protocol, SessionMessage, ToolPart } from '../session/session';
import { answerSteps, type AnswerStep } from './answer-steps';
import { fitMemory, lastOfUser } from './fit-memory';

/** What a question to the model is made of. */
export interface ConversationParts {
  readonly system: string;
  readonly messages: readonly SessionMessage[];
  readonly protocol: Protocol;
  /** Roughly the most tokens of the conversation that are sent. */
  readonly memory: number;
  /** What became of proposals, to be told with the last message of the user; empty for nothing. */
  readonly news: string;
}

const STOPPED = 'It was stopped before it answered.';
const LEFT_OUT = '(Earlier messages of this conversation are left out.)';

/** The conversation as the model gets it: instructions, then what was said and done, as far as it has room. */
export function conversationMessages(parts: ConversationParts): readonly ModelMessage[] {
  const { system, messages, protocol, memory, news } = parts;
  const fitted = fitMemory(messages, memory);
  const lastUser = lastOfUser(fitted.messages);
  const said = fitted.messages.flatMap((message, at): readonly ModelMessage[] => {
    if (message.role === 'assistant') return answerSteps(message.parts).flatMap((step) => stepMessages(step, protocol));
    const before = at === 0 && fitted.leftOut > 0 ? `${LEFT_OUT}\n\n` : '';
    const after = at === lastUser && news !== '' ? `\n\n${news}` : '';
    return [{ role: 'user', text: `${before}${message.text}${after}` }];
  });
  return [{ role: 'system', text: system, cacheUpToHere: true }, ...joined(said)];
}

function stepMessages({ text, calls }: AnswerStep, protocol: Protocol): readonly ModelMessage[] {
  if (calls.length === 0) return text.trim() === '' ? [] : [{ role: 'assistant', text }];
  if (protocol === 'text') return writtenStep(text, calls);
  return [
    { role: 'assistant', text, toolCalls: calls.map(({ id, tool, input }) => ({ id, tool, input })) },
    { role: 'user', text: '', toolResults: calls.map(toolResult) },
  ];
}

function toolResult({ id, tool, state, result }: ToolPart): ToolResult {
  return { id, tool, text: state === 'stopped' || result === '' ? STOPPED : result, isError: state === 'refused' };
}

function writtenStep(text: string, calls: readonly ToolPart[]): readonly ModelMessage[] {
  const written = calls.map(({ tool, input }) => writtenCall(tool, input));
  const results = calls.map((call) => `Result of ${call.tool}:\n${toolResult(call).text}`);
  return [
    { role: 'assistant', text: [text.trim(), ...written].filter((part) => part !== '').join('\n\n') },
    { role: 'user', text: results.join('\n\n') },
  ];
}

/** Two messages of one side in a row become one: some models insist on turns. */
function joined(messages: readonly ModelMessage[]): readonly ModelMessage[] {
  const joint: ModelMessage[] = [];
  for (const message of messages) {
    const last = joint.at(-1);
    const isPlain = last?.role === message.role && !hasTools(last) && !hasTools(message);
    if (isPlain) joint[joint.length - 1] = { ...last, text: `${last.text}\n\n${message.text}` };
    else joint.push(message);
  }
  return joint;
}

function hasTools({ toolCalls, toolResults }: ModelMessage): boolean {
  return toolCalls !== undefined || toolResults !== undefined;
}
