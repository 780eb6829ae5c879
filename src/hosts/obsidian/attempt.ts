import { consoleLog } from '../../adapters/obsidian/console-log';
import type { CalmNotices } from './calm-notices';

/** Does what the user asked for; what goes wrong is told in a notice. */
export async function attempt(act: () => void | Promise<void>, notices: CalmNotices): Promise<void> {
  try {
    await act();
  } catch (error) {
    consoleLog.warn('A command failed.', error);
    notices.say('command', `That did not work: ${error instanceof Error ? error.message : String(error)}`, 'long');
  }
}
