import type { Log } from '../../core/ports/log';

/** The developer console: warnings always, the rest where the console shows debug messages. */
export const consoleLog: Log = {
  warn: (message, cause) => {
    if (cause === undefined) console.warn(`Lorehearth: ${message}`);
    else console.warn(`Lorehearth: ${message}`, cause);
  },
  debug: (message) => {
    console.debug(`Lorehearth: ${message}`);
  },
};
