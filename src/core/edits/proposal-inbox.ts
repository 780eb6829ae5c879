import { isRecord } from '../base/json-value';
import { storedDocuments } from '../documents/stored-documents';
import type { DocumentStore } from '../ports/document-store';
import type { Log } from '../ports/log';
import { editTools } from './edit-origin';
import { KeptList } from './kept-list';
import { isWaiting, proposalStatuses, type Proposal } from './proposal';

/** Proposals that wait, and those decided upon that are still told. */
const MOST_WAITING = 500;
const MOST_CLOSED = 200;
/** Characters of all texts together. */
const MOST_TEXT = 8_000_000;

/** Keeps proposals. Those decided upon are forgotten first, and none that waits ever is. */
export function proposalInbox(store: DocumentStore, log: Log): KeptList<Proposal> {
  return new KeptList({ document: storedDocuments.proposals, isItem: isProposal, bounded }, store, log);
}

/** Why no further proposal is taken; undefined when one is. */
export function inboxRefusal(items: readonly Proposal[], next: Proposal): string | undefined {
  const waiting = items.filter(isWaiting);
  const size = waiting.reduce((sum, one) => sum + sizeOf(one), sizeOf(next));
  if (waiting.length < MOST_WAITING && size <= MOST_TEXT) return undefined;
  return `${String(waiting.length)} proposals wait for a decision, and no more are taken. Accept or reject some first.`;
}

function bounded(items: readonly Proposal[]): readonly Proposal[] {
  let [closed, size] = [0, items.filter(isWaiting).reduce((sum, one) => sum + sizeOf(one), 0)];
  return items.filter((item) => {
    if (isWaiting(item)) return true;
    closed += 1;
    size += sizeOf(item);
    return closed <= MOST_CLOSED && size <= MOST_TEXT;
  });
}

function sizeOf({ before = '', after, patch }: Proposal): number {
  return before.length + after.length + JSON.stringify(patch).length;
}

function isProposal(value: unknown): value is Proposal {
  if (!isRecord(value) || !isRecord(value['patch']) || !isRecord(value['origin'])) return false;
  const { patch, origin, status, before } = value;
  const isText = (name: string): boolean => typeof value[name] === 'string';
  return (
    ['id', 'title', 'path', 'after'].every(isText) &&
    typeof value['at'] === 'number' &&
    (before === undefined || typeof before === 'string') &&
    Array.isArray(value['remarks']) &&
    proposalStatuses.some((one) => one === status) &&
    editTools.some((one) => one === Reflect.get(Object(origin), 'tool')) &&
    ['change', 'create', 'move'].includes(String(Reflect.get(Object(patch), 'kind')))
  );
}
