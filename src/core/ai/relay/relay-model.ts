import type { LanguageModel, ModelAnswer, ModelMessage, ModelRequest } from '../language-model';
import { ModelError } from '../model-error';
import { modelErrorSentence } from '../model-error-words';
import type { RelayHub } from './relay-hub';
import type { RelayMessage } from './relay-job';

/** A model that SillyTavern asks for us through one of its connection profiles. It gives answers in one piece and calls no tools. */
export function relayModel(hub: RelayHub, profile: string, newId: () => string): LanguageModel {
  const generate = async ({ messages, form, maxTokens, temperature, signal }: ModelRequest): Promise<ModelAnswer> => {
    const job = { id: newId(), profile, messages: messages.map(plain), form, maxTokens, temperature };
    const { text, usage } = await hub.ask(job, signal);
    if (text.trim() === '') throw new ModelError('unusable', modelErrorSentence('unusable'));
    return { text, toolCalls: [], usage: { ...usage, cached: 0 }, finish: 'stop' };
  };
  return {
    generate,
    async *stream(request) {
      const answer = await generate(request);
      yield { kind: 'text', text: answer.text };
      yield { kind: 'done', answer };
    },
  };
}

/** Calls and results of tools as text: profiles take nothing else. */
function plain({ role, text, toolCalls = [], toolResults = [] }: ModelMessage): RelayMessage {
  const calls = toolCalls.map(({ tool, input }) => `[calls ${tool} with ${JSON.stringify(input)}]`);
  const results = toolResults.map((result) => `[${result.tool} answered: ${result.text}]`);
  return { role, text: [text, ...calls, ...results].filter((part) => part !== '').join('\n') };
}
