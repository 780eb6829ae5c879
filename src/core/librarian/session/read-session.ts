import { readSpent } from '../../ai/guard/read-spent';
import { isRecord, listOf, type JsonRecord } from '../../base/json-value';
import {
  answerStates,
  noticeTones,
  proposedActions,
  protocols,
  toolCallStates,
  type AnswerPart,
  type LibrarianSession,
  type LibrarianTask,
  type SessionMessage,
} from './session';

/** Reads a stored conversation; undefined for what is none. An answer that was being written was interrupted. */
export function readSession(stored: unknown): LibrarianSession | undefined {
  if (!isRecord(stored) || typeof stored['id'] !== 'string' || stored['id'] === '') return undefined;
  const { forkedFrom } = stored;
  const [from, message] = isRecord(forkedFrom) ? [forkedFrom['session'], forkedFrom['message']] : [];
  return {
    id: stored['id'],
    title: textOf(stored, 'title'),
    isNamed: stored['isNamed'] === true,
    task: readTask(stored['task']),
    chat: typeof stored['chat'] === 'string' ? stored['chat'] : undefined,
    forkedFrom: typeof from === 'string' && typeof message === 'number' ? { session: from, message } : undefined,
    created: numberOf(stored, 'created'),
    changed: numberOf(stored, 'changed'),
    messages: listOf(stored['messages']).flatMap((one) => readMessage(one) ?? []),
  };
}

function readTask(stored: unknown): LibrarianTask {
  if (!isRecord(stored)) return { kind: 'free' };
  const { kind, gap, path } = stored;
  const title = textOf(stored, 'title');
  if (kind === 'gap' && typeof gap === 'string') return { kind, gap, title };
  if (kind === 'entry' && typeof path === 'string') return { kind, path, title };
  return { kind: 'free' };
}

function readMessage(stored: unknown): SessionMessage | undefined {
  if (!isRecord(stored)) return undefined;
  const at = numberOf(stored, 'at');
  if (stored['role'] === 'user') return { role: 'user', at, text: textOf(stored, 'text') };
  if (stored['role'] !== 'assistant') return undefined;
  const state = answerStates.find((one) => one === stored['state']) ?? 'done';
  return {
    role: 'assistant',
    at,
    state: state === 'running' ? 'interrupted' : state,
    parts: listOf(stored['parts']).flatMap((one) => readPart(one) ?? []),
    spent: readSpent(stored['spent']),
    steps: numberOf(stored, 'steps'),
    took: numberOf(stored, 'took'),
    model: textOf(stored, 'model'),
    protocol: protocols.find((one) => one === stored['protocol']) ?? 'tools',
  };
}

function readPart(stored: unknown): AnswerPart | undefined {
  if (!isRecord(stored)) return undefined;
  const text = (name: string): string => textOf(stored, name);
  switch (stored['kind']) {
    case 'text':
      return { kind: 'text', text: text('text') };
    case 'tool': {
      const state = toolCallStates.find((one) => one === stored['state']) ?? 'stopped';
      const names = { id: text('id'), tool: text('tool'), summary: text('summary'), result: text('result') };
      return {
        kind: 'tool',
        ...names,
        step: numberOf(stored, 'step'),
        input: stored['input'],
        state: state === 'running' ? 'stopped' : state,
      };
    }
    case 'proposal': {
      const action = proposedActions.find((one) => one === stored['action']) ?? 'change';
      const names = { call: text('call'), proposal: text('proposal'), title: text('title'), path: text('path') };
      return { kind: 'proposal', ...names, action };
    }
    case 'notice': {
      const tone = noticeTones.find((one) => one === stored['tone']) ?? 'info';
      return { kind: 'notice', tone, sentence: text('sentence') };
    }
    default:
      return undefined;
  }
}

function textOf(stored: JsonRecord, name: string): string {
  const value = stored[name];
  return typeof value === 'string' ? value : '';
}

function numberOf(stored: JsonRecord, name: string): number {
  const value = stored[name];
  return typeof value === 'number' && Number.isFinite(value) ? value : 0;
}
