import type { WireRelayJob } from '../../../server/contract/wire-stream';
import { countOf, listOf, objectOf, textOf } from '../json-value';

/** Reads a job as the server tells it; `undefined` when it is none that this extension understands. */
export function readJob(value: unknown): WireRelayJob | undefined {
  const raw = objectOf(value);
  const [id, maxTokens] = [textOf(raw?.['id']), countOf(raw?.['maxTokens'])];
  const messages = listOf(raw?.['messages']).flatMap(readMessage);
  if (id === undefined || maxTokens === undefined || messages.length === 0) return undefined;
  const temperature = countOf(raw?.['temperature']);
  return {
    id,
    profile: textOf(raw?.['profile']) ?? '',
    messages,
    maxTokens,
    ...readForm(raw?.['form']),
    ...(temperature === undefined ? {} : { temperature }),
  };
}

function readMessage(value: unknown): WireRelayJob['messages'] {
  const raw = objectOf(value);
  const [role, text] = [textOf(raw?.['role']), textOf(raw?.['text'])];
  if (text === undefined || (role !== 'system' && role !== 'user' && role !== 'assistant')) return [];
  return [{ role, text }];
}

function readForm(value: unknown): Pick<WireRelayJob, 'form'> {
  const raw = objectOf(value);
  const [name, schema] = [textOf(raw?.['name']), objectOf(raw?.['schema'])];
  return name === undefined || schema === undefined ? {} : { form: { name, schema } };
}
