import { oneLine } from '../../ai/selection/fence';
import type { LoreEntry } from '../../lore/lore-entry';
import type { Question } from '../desk';
import type { Fact, Finding } from '../job';
import { question } from '../material-text';
import { reviewForm } from './review-answer';

const LONGEST_ENTRY = 12_000;

const KINDS = `Kinds of findings: "contradiction" (two places cannot both be true), "duplicate" (two entries are about the same), "outdated" (something is overtaken by what another place says), "gap" (something is leaned on and explained nowhere), "unclear" (a reader could understand it in two ways). Tell only what you can point at, no matters of taste.`;

const FORM = `Answer with JSON alone, in this form: {"findings":[{"kind":"contradiction","entries":[3,7],"text":"Entry 3 says that the keep fell in 1204, entry 7 has it stand in 1230.","advice":"Decide on a year."}],"facts":[{"entries":[3],"text":"The Silver Keep fell in 1204."}]}
The numbers in "entries" are those of the entries. An empty list of findings is a good answer.`;

/** Asks what is wrong in and among some entries, and what in them can be compared with others. */
export function reviewQuestion(
  entries: readonly (readonly [number: number, entry: LoreEntry])[],
  wanted: string,
  instructions: string,
): Question {
  const task = `You check the entries of a lorebook for consistency. You see some of them now; the others are checked apart, and compared with these by facts. So tell, besides your findings, the facts of each entry that other entries could contradict: dates, places, names, relations, deaths, rules; at most five for each, one short sentence each, understandable by itself.

${KINDS}

${FORM}`;
  const parts = entries.map(([number, entry]) => [`entry ${String(number + 1)}`, entryText(entry)] as const);
  return asked(task, instructions, [...wish(wanted), ...parts], 'What is wrong, and what are the facts?');
}

/** Asks what contradicts each other among facts. */
export function compareQuestion(facts: readonly Fact[], wanted: string, instructions: string): Question {
  const task = `You check the entries of a lorebook for consistency. Before you are facts of many entries, each with the numbers of its entries. Find what contradicts each other between different entries. Then give the facts on, shortened and joined, to be compared with those of still other entries: leave out what nothing could contradict.

${KINDS}

${FORM}`;
  const lines = facts.map(
    ({ entries, text }) => `- [${entries.map((number) => String(number + 1)).join(', ')}] ${oneLine(text)}`,
  );
  return asked(
    task,
    instructions,
    [...wish(wanted), ['facts', lines.join('\n')]],
    'What contradicts each other, and what are the facts?',
  );
}

/** Asks for the report's beginning, in plain words. */
export function overviewQuestion(
  findings: readonly Finding[],
  titles: (number: number) => string,
  wanted: string,
  instructions: string,
): Question {
  const task = `A lorebook was checked for consistency. You get the findings and write the beginning of the report for its author: at most 200 words of plain prose without headings and lists, what matters most first. Where the author asked something, answer it from the findings, and say so where they do not answer it.`;
  const lines = findings.map(
    ({ kind, entries, text }) =>
      `- ${kind} (${entries.map((number) => oneLine(titles(number))).join(', ')}): ${oneLine(text)}`,
  );
  const parts = [...wish(wanted), ['findings', lines.length === 0 ? 'None.' : lines.join('\n')] as const];
  return { messages: question(task, instructions, parts, 'Write the beginning of the report.') };
}

function asked(
  task: string,
  instructions: string,
  parts: readonly (readonly [string, string])[],
  closing: string,
): Question {
  return {
    messages: question(task, instructions, parts, `${closing} Answer with the JSON object alone.`),
    form: reviewForm,
  };
}

function wish(wanted: string): readonly (readonly [string, string])[] {
  return wanted.trim() === '' ? [] : [['what the author wants to know', wanted.trim()]];
}

function entryText({ title, type, text }: LoreEntry): string {
  const kind = type === undefined ? '' : ` (${oneLine(type)})`;
  return `${oneLine(title)}${kind}\n\n${text.slice(0, LONGEST_ENTRY)}`;
}
