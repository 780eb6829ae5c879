import { INJECTED, type InjectionRecord } from '../../chat/injection-record';
import { recordFlags } from '../../chat/reply-history';
import type { Candidate } from '../candidate';
import type { AdmissionReason } from '../reasons';

const OWN_TRIGGERS: readonly AdmissionReason[] = ['key', 'character', 'recursion', 'min_activations', 'activate', 'ai'];

/**
 * What to store on the reply: every injected entry, whether its own trigger woke it, and whether it was held over. Entries
 * without text leave the marks of their time too, though nothing of them was injected.
 */
export function injectionRecord(
  generationId: string,
  kept: readonly Candidate[],
  empty: readonly Candidate[],
): InjectionRecord {
  const withFlags = [
    ...kept.map((candidate) => [candidate, flagsOf(candidate)] as const),
    ...empty.map((candidate) => [candidate, flagsOf(candidate) & ~INJECTED] as const),
  ];
  return {
    v: 1,
    g: generationId,
    e: withFlags.filter(([, flags]) => flags !== 0).map(([{ entry }, flags]) => [entry.id, flags, entry.contentHash]),
  };
}

function flagsOf({ reason }: Candidate): number {
  return recordFlags(reason === 'sticky' || reason === 'kept', OWN_TRIGGERS.includes(reason));
}
