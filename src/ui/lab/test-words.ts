import type { WireKeyFinding } from '../../server/contract/wire-coverage';
import type { WireTestResult } from '../../server/contract/wire-lore-tests';
import type { Tone } from '../parts/tone';
import { reasonLabel } from '../reason-words';

/** What a test promises, in a sentence. */
export function promiseWords({ kind, subject }: Pick<WireTestResult['checks'][number], 'kind' | 'subject'>): string {
  switch (kind) {
    case 'fires':
      return `“${subject}” must be in.`;
    case 'never':
      return `“${subject}” must not be in.`;
    case 'at':
      return `Must be ${subject}.`;
    case 'refused': {
      const at = subject.lastIndexOf(' by ');
      return `“${subject.slice(0, at)}” must be refused: ${reasonLabel(subject.slice(at + 4))}.`;
    }
    case 'tokens':
      return `Must take ${subject}.`;
  }
}

/** What can be wrong with a key, as lists call it. */
export const keyKinds = [
  { name: 'swallowed', label: 'Inside a longer key', tone: 'warning' },
  { name: 'shadowed', label: 'Hidden by a setting', tone: 'warning' },
  { name: 'contradicted', label: 'Excludes itself', tone: 'error' },
  { name: 'redundant', label: 'Adds nothing', tone: 'info' },
  { name: 'silent', label: 'Never found', tone: 'info' },
] as const satisfies readonly {
  readonly name: WireKeyFinding['kind'];
  readonly label: string;
  readonly tone: Tone;
}[];

const MOST_NAMED = 3;

/** Which chats could not be used, and why the first of them could not. */
export function leftOutSentence(leftOut: readonly { readonly name: string; readonly sentence: string }[]): string {
  const names = leftOut.slice(0, MOST_NAMED).map(({ name, sentence }) => `${name} (${sentence.replace(/\.$/, '')})`);
  const more = leftOut.length > MOST_NAMED ? ` and ${String(leftOut.length - MOST_NAMED)} more` : '';
  return `Left out: ${names.join(', ')}${more}.`;
}
