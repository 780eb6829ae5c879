import type { WireCheck } from '../contract/wire-doctor';
import type { Log } from '../../core/ports/log';
import { bridgeCheck, pairingCheck, versionCheck } from './bridge-checks';
import type { Check, CheckContext } from './check';
import { documentsCheck } from './documents-check';
import { loreCheck, notesCheck, vaultCheck } from './lore-checks';
import { consoleCheck, originsCheck, serverCheck } from './server-checks';
import { aiCheck, turnCheck } from './turn-checks';

/** Every hop, in the order in which lore takes them. A new check is a row here. */
const checks: readonly Check[] = [
  vaultCheck,
  loreCheck,
  notesCheck,
  documentsCheck,
  serverCheck,
  consoleCheck,
  bridgeCheck,
  originsCheck,
  pairingCheck,
  versionCheck,
  aiCheck,
  turnCheck,
];

/** Runs all checks at once; those that are private only where that is wanted. Never rejects. */
export function examine(context: CheckContext, withPrivate: boolean, log: Log): Promise<readonly WireCheck[]> {
  const shown = checks.filter(({ isPrivate }) => withPrivate || isPrivate !== true);
  return Promise.all(shown.map((check) => runCheck(check, context, log)));
}

async function runCheck(check: Check, context: CheckContext, log: Log): Promise<WireCheck> {
  const { id, title } = check;
  try {
    const { state, sentence, fixes = [] } = await check.run(context);
    return { id, title, state, sentence, fixes: [...fixes] };
  } catch (error) {
    log.warn(`The check “${id}” failed.`, error);
    return { id, title, state: 'warning', sentence: 'This could not be checked; the log says why.', fixes: [] };
  }
}
