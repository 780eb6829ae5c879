import type { CheckState, WireDoctorReport, WireFix } from '../../server/contract/wire-doctor';

const marks: Readonly<Record<CheckState, string>> = { ok: '✓', waiting: '…', warning: '!', failed: '✗' };

/** The checks as lines for a terminal, each with what to do. */
export function printDoctor({ checks }: WireDoctorReport): string {
  const width = Math.max(...checks.map(({ title }) => title.length));
  const indent = ' '.repeat(width + 4);
  return checks
    .flatMap(({ title, state, sentence, fixes }) => [
      `${marks[state]} ${title.padEnd(width)}  ${sentence}`,
      ...fixes.flatMap((fix) => {
        const words = fixWords(fix);
        return words === undefined ? [] : [`${indent}→ ${words}`];
      }),
    ])
    .join('\n');
}

/** What a terminal can say of a fix; undefined for those that need a panel. */
function fixWords(fix: WireFix): string | undefined {
  switch (fix.kind) {
    case 'settings':
      return `${fix.label} (in the web console: Settings)`;
    case 'install-bridge':
      return fix.command;
    case 'copy':
      return fix.text;
    case 'call':
      return fix.route === 'update-bridge' ? `${fix.label}: lorehearth bridge install <SillyTavern folder>` : undefined;
    case 'panel':
      return undefined;
  }
}
