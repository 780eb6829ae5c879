import { format } from 'prettier';
import type { Deviation } from './deviations';
import type { Vector } from './vectors';

/** A vector with what both engines made of it, a line a step. */
export interface PlayedVector {
  readonly vector: Vector;
  readonly tavern: readonly string[];
  readonly own: readonly string[];
  /** Why the two differ; undefined where they are equal. */
  readonly deviation: Deviation | undefined;
}

/** A file of vectors on the pages. */
export interface PlayedFile {
  readonly title: string;
  readonly sentence: string;
  readonly played: readonly PlayedVector[];
  /** Whether each vector has a line of its own. */
  readonly isListed: boolean;
}

const DECISIONS = 'decisions/0010-sillytavern-world-info-deviations.md';

/** The table of all vectors: equal, or the name of the deviation. */
export function conformancePage(files: readonly PlayedFile[]): Promise<string> {
  const parts = files.map(({ title, sentence, played, isListed }) => {
    const rows = played.map(({ vector, deviation }) => [text(vector.name), deviation ? link(deviation) : 'equal']);
    const listed = isListed ? table(['vector', 'result'], rows) : '';
    return `## ${title}\n\n${sentence}\n\n${counts(played)}\n\n${listed}`;
  });
  return tidy(`# Conformance with SillyTavern’s World Info

Entries of World Info books are imported as notes and played by our pipeline with the same settings, chat, random numbers and token counts as SillyTavern 1.19 had; the records of a turn stay on its reply, as the bridge keeps them. What is compared: which entries are selected at each step (those without text count), where each text stands, and the sequence of texts of different order. Texts of equal order may stand in any sequence: SillyTavern prints them in the reverse of their activation, which nothing relies on.

A difference must be one of the [named deviations](${DECISIONS}); the tests fail on any other, and on a named one that is gone. This page is written by \`tests/conformance\`.

${parts.join('\n')}`);
}

/** What SillyTavern does, what we do and why, deviation by deviation. */
export function deviationsPage(
  meant: readonly Deviation[],
  outOfReach: readonly Deviation[],
  files: readonly PlayedFile[],
): Promise<string> {
  const played = files.flatMap((file) => file.played);
  const sections = (list: readonly Deviation[], level: string): string =>
    list.map((one) => section(one, level, played)).join('\n\n');
  return tidy(`# Where World Info behaves differently here

Imported World Info books behave as they do in SillyTavern 1.19, but for the differences below, each of which is better for writers. The vectors are recorded facts about SillyTavern’s own engine; [the conformance table](../conformance.md) says what is compared. This page is written by \`tests/conformance\`.

${sections(meant, '##')}

## Out of reach

${sections(outOfReach, '###')}

Texts of other extensions that SillyTavern searches are the draft of our request, and texts of card and persona its card texts, with equal results. A book is a folder.
`);
}

function section(deviation: Deviation, level: string, played: readonly PlayedVector[]): string {
  const rows = played
    .filter((one) => one.deviation === deviation)
    .map(({ vector, tavern, own }) => [text(vector.name), steps(tavern), steps(own)]);
  const { name, tavern, own, why } = deviation;
  return `${level} ${name}\n\n_SillyTavern._ ${tavern} _Here._ ${own} _Why._ ${why}\n\n${table(['vector', 'SillyTavern', 'here'], rows)}`;
}

function steps(lines: readonly string[]): string {
  return lines.map((line) => `\`${line}\``).join('<br>');
}

function counts(played: readonly PlayedVector[]): string {
  const equal = played.filter((one) => !one.deviation).length;
  return `${String(played.length)} vectors: ${String(equal)} equal, ${String(played.length - equal)} with a named deviation.`;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

function text(words: string): string {
  return words.replaceAll('<', '&lt;').replaceAll('_', '\\_').replaceAll('*', '\\*');
}

function link({ name }: Deviation): string {
  const anchor = name
    .toLowerCase()
    .replace(/[^\p{L}\p{N} -]/gu, '')
    .replaceAll(' ', '-');
  return `[${name}](${DECISIONS}#${anchor})`;
}

function tidy(page: string): Promise<string> {
  return format(page, { parser: 'markdown', printWidth: 120 });
}
