import { unreadable } from './remote-answer';
import type { RemoteFailure } from './remote-failure';
import type { RemoteVault } from './remote-note-source';

/** A vault that is not asked at all, and why. */
export function closedVault(failure: RemoteFailure): RemoteVault {
  return {
    identify: () => Promise.resolve(failure),
    list: () => Promise.resolve(failure),
    read: () => Promise.resolve(unreadable(failure)),
    rest: () => undefined,
  };
}
