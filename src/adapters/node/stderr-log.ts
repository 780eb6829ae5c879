import type { Log } from '../../core/ports/log';

/** What a log on the error stream can be told. */
export interface StderrLogOptions {
  /** Also writes what only helps to find faults. */
  readonly debug?: boolean;
  /** Takes the lines; without it the process's error stream. */
  readonly write?: (line: string) => void;
}

function causeText(cause: unknown, withStack: boolean): string {
  if (!(cause instanceof Error)) return String(cause);
  return withStack && cause.stack !== undefined ? cause.stack : `${cause.name}: ${cause.message}`;
}

// What a message quotes must not be able to look like a line of its own or to steer a terminal.
function oneLine(text: string): string {
  // eslint-disable-next-line no-control-regex -- Control characters are what has to go.
  return text.replace(/\s*\n\s*/g, ' | ').replace(/[\u0000-\u001f\u007f-\u009f]/g, ' ');
}

/** A log that writes one line for each message to the error stream: time, level, message, cause. */
export function stderrLog(options: StderrLogOptions = {}): Log {
  const debug = options.debug ?? false;
  const write = options.write ?? ((line: string) => void process.stderr.write(line));
  const put = (level: string, text: string): void => {
    write(`${new Date().toISOString()} ${level} ${oneLine(text)}\n`);
  };
  return {
    warn(message, cause) {
      put('warn', cause === undefined ? message : `${message} (${causeText(cause, debug)})`);
    },
    debug(message) {
      if (debug) put('debug', message);
    },
  };
}
