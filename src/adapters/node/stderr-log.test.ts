import { describe, expect, it } from 'vitest';
import { stderrLog } from './stderr-log';

function collected(debug: boolean): { lines: string[]; log: ReturnType<typeof stderrLog> } {
  const lines: string[] = [];
  return { lines, log: stderrLog({ debug, write: (line) => lines.push(line) }) };
}

describe('stderrLog', () => {
  it('writes time, level, message and cause on one line', () => {
    const { lines, log } = collected(false);
    log.warn('It went wrong.', new TypeError('no such thing'));
    log.warn('It went wrong again.', 'a text');
    log.warn('And once more.');
    expect(lines.map((line) => line.replace(/^\S+Z /, ''))).toEqual([
      'warn It went wrong. (TypeError: no such thing)\n',
      'warn It went wrong again. (a text)\n',
      'warn And once more.\n',
    ]);
    expect(lines[0]).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z /);
  });

  it('does not let a message look like several lines or steer the terminal', () => {
    const { lines, log } = collected(false);
    log.warn('a\r\n2024-01-01 warn forged\u001b[2J\u0007');
    expect(lines[0]).toMatch(/ warn a \| 2024-01-01 warn forged \[2J \n$/);
  });

  it('writes what helps to find faults only when it is asked to', () => {
    const quiet = collected(false);
    const loud = collected(true);
    for (const { log } of [quiet, loud]) {
      log.debug('detail');
      log.warn('It went wrong.', new Error('cause'));
    }
    expect(quiet.lines).toHaveLength(1);
    expect(quiet.lines[0]).not.toContain('stderr-log.test');
    expect(loud.lines).toHaveLength(2);
    expect(loud.lines[1]).toContain('stderr-log.test');
  });
});
