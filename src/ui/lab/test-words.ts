import type { WireTestResult } from '../../server/contract/wire-lab';

/** What a test promises, in a sentence. */
export function promiseWords({ kind, subject }: Pick<WireTestResult['checks'][number], 'kind' | 'subject'>): string {
  switch (kind) {
    case 'fires':
      return `“${subject}” must be in.`;
    case 'never':
      return `“${subject}” must not be in.`;
    case 'at':
      return `Must be ${subject}.`;
    case 'tokens':
      return `Must take ${subject}.`;
  }
}
