import type { InjectionRecord } from '../../chat/injection-record';
import { recordFlags } from '../../chat/reply-history';
import type { Candidate } from '../candidate';
import type { AdmissionReason } from '../reasons';

const OWN_TRIGGERS: readonly AdmissionReason[] = ['key', 'character', 'recursion', 'min_activations', 'activate'];

/** What to store on the reply: every injected entry, whether its own trigger woke it, and whether it was held over. */
export function injectionRecord(generationId: string, kept: readonly Candidate[]): InjectionRecord {
  return {
    v: 1,
    g: generationId,
    e: kept.map(({ entry, reason }) => {
      const isHeld = reason === 'sticky' || reason === 'kept';
      return [entry.id, recordFlags(isHeld, OWN_TRIGGERS.includes(reason)), entry.contentHash] as const;
    }),
  };
}
