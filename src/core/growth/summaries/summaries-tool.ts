import { oneLine } from '../../ai/selection/fence';
import { answerLists, numbersIn, textIn } from '../answers/answer-items';
import { nameOf } from '../../edits/edit-parts';
import type { LoreEntry } from '../../lore/lore-entry';
import { entryOfPath, type Question, type StepDesk } from '../desk';
import { batches } from '../entry-batches';
import type { Job, StepOf } from '../job';
import type { Result } from '../job-result';
import { question, questionText } from '../material-text';
import type { GrowthPorts } from '../ports';
import { proposedBefore } from '../proposed-before';
import { scopedEntries, scopeWords } from '../scope-entries';
import { noPlan, type GrowthToolPart, type PlanDesk } from '../tool';
import { fitSummary } from './fit-summary';

type SummariesStep = StepOf<'summaries'>;

/** Characters of an entry that are read. */
const LONGEST_TEXT = 6_000;
/** Entries of one question. */
const MOST_ENTRIES = 8;
/** Tokens that the form of an answer takes besides each summary. */
const FORM_TOKENS = 30;
const CHARACTERS_PER_TOKEN = 4;

const form = {
  name: 'summaries',
  schema: {
    type: 'object',
    properties: {
      summaries: {
        type: 'array',
        items: {
          type: 'object',
          properties: { id: { type: 'integer' }, summary: { type: 'string' } },
          required: ['id', 'summary'],
          additionalProperties: false,
        },
      },
    },
    required: ['summaries'],
    additionalProperties: false,
  },
};

/** Proposes a summary for each entry that has none. */
export const summariesTool: GrowthToolPart<'summaries'> = {
  channel: 'scribe',

  plan: ({ scope }, desk) => {
    const entries = scopedEntries(scope, desk.ports).filter(lacksSummary);
    if (entries.length === 0)
      return Promise.resolve(noPlan('Every entry that is meant has a summary, or no text to make one of.'));
    const limits = { tokens: desk.ports.settings().growTokens, most: mostEntries(desk) };
    const found = batches(entries, (entry) => desk.tokensOf(entryText(entry)), limits);
    const questions = found.map((batch) => ({
      input: desk.tokensOf(questionText(questionFor(batch, desk.ports))),
      output: batch.length * summaryTokens(desk.ports),
    }));
    const steps = found.map((batch): SummariesStep => ({
      kind: 'summaries',
      paths: batch.map(({ path }) => path),
      isSecond: false,
    }));
    return Promise.resolve({
      kind: 'plan',
      title: scopeWords(scope, entries),
      steps,
      paths: entries.map(({ path }) => path),
      questions,
    });
  },

  run: async (step, job, desk) => {
    if (step.kind !== 'summaries') return {};
    const { results, open } = await stillOpen(step, job, desk.ports);
    if (open.length === 0) return { results };
    const summaries = await desk.ask(questionFor(open, desk.ports), (text) => readSummaries(text, open));
    const missing = open.filter((entry) => !summaries.has(entry));
    for (const [entry, summary] of summaries) results.push(await propose(entry, summary, job, desk));
    if (missing.length === 0) return { results };
    const paths = missing.map(({ path }) => path);
    // What a model left out it is asked for once more.
    if (!step.isSecond) return { results, steps: [{ kind: 'summaries', paths, isSecond: true }] };
    return { results: [...results, ...missing.map(({ path }) => unsaid(path, 'The model gave no summary of it.'))] };
  },

  failed: (step, _job, sentence) =>
    step.kind === 'summaries' ? { results: step.paths.map((path) => unsaid(path, sentence)) } : {},
};

function lacksSummary({ properties, text }: LoreEntry): boolean {
  return (properties.summary ?? '').trim() === '' && text.trim() !== '';
}

/** The entries of a step that still have none, and what is to be told of the others. */
async function stillOpen(
  step: SummariesStep,
  job: Job,
  ports: GrowthPorts,
): Promise<{ readonly results: Result[]; readonly open: readonly LoreEntry[] }> {
  const results: Result[] = [];
  const open: LoreEntry[] = [];
  for (const path of step.paths) {
    const entry = entryOfPath(path, ports);
    const proposed = entry && (await proposedBefore(job, path, ports));
    if (entry === undefined) results.push({ kind: 'left', title: path, path, sentence: 'It is no entry any more.' });
    else if (proposed) results.push({ kind: 'proposal', proposal: proposed.id, title: entry.title, path });
    else if (lacksSummary(entry)) open.push(entry);
    else results.push({ kind: 'left', title: entry.title, path, sentence: 'It has a summary by now.' });
  }
  return { results, open };
}

async function propose(entry: LoreEntry, written: string, job: Job, { ports }: StepDesk): Promise<Result> {
  const { title, path } = entry;
  const value = fitSummary(written, ports.settings().summaryLength);
  const operations = [{ kind: 'set-property', name: 'summary', value }] as const;
  const proposing = await ports.proposals.propose(
    { kind: 'change', path, operations },
    { tool: 'summarize', session: job.id },
  );
  if (proposing.kind === 'refused') return { kind: 'left', title, path, sentence: proposing.sentence };
  return { kind: 'proposal', proposal: proposing.proposal.id, title, path };
}

/** Reads the summaries of numbered entries; by title where a model gives no number. Errors: `ModelError`. */
function readSummaries(text: string, entries: readonly LoreEntry[]): ReadonlyMap<LoreEntry, string> {
  const items = answerLists(text, [['summaries', 'summary', 'results', 'entries', 'items']])('summaries');
  const found = new Map<LoreEntry, string>();
  for (const item of items) {
    const summary = textIn(item, ['summary', 'text', 'description', 'content'], 10_000);
    const [number] = numbersIn(item, ['id', 'number', 'index', 'entry', 'n']);
    const title = textIn(item, ['title', 'name', 'entry'], 500).toLowerCase();
    const entry = number === undefined ? entries.find((one) => one.title.toLowerCase() === title) : entries[number - 1];
    if (entry !== undefined && summary !== '' && !found.has(entry)) found.set(entry, summary);
  }
  return found;
}

function questionFor(entries: readonly LoreEntry[], { settings }: GrowthPorts): Question {
  const { summaryLength, growInstructions } = settings();
  const task = `You write the summaries of lorebook entries. By its summary another model decides whether the next reply of a story needs the entry: say in one or two sentences what the entry is about, with the names that matter, and when it is needed. No more than ${String(summaryLength)} characters, in the language of the entry, nothing that it does not say.

Answer with JSON alone, in this form: {"summaries":[{"id":1,"summary":"The miller of the northern ford; matters when …"}]}
"id" is the number of the entry. Every entry gets one.`;
  const parts = entries.map((entry, at) => [`entry ${String(at + 1)}`, entryText(entry)] as const);
  return {
    messages: question(task, growInstructions, parts, 'Write the summaries. Answer with the JSON object alone.'),
    form,
  };
}

function entryText({ title, type, text }: LoreEntry): string {
  const kind = type === undefined ? '' : ` (${oneLine(type)})`;
  return `${oneLine(title)}${kind}\n\n${text.slice(0, LONGEST_TEXT)}`;
}

/** As many as have room in an answer. */
function mostEntries({ maxTokens, ports }: PlanDesk): number {
  return Math.max(1, Math.min(MOST_ENTRIES, Math.floor(maxTokens / summaryTokens(ports))));
}

function summaryTokens({ settings }: GrowthPorts): number {
  return Math.ceil(settings().summaryLength / CHARACTERS_PER_TOKEN) + FORM_TOKENS;
}

function unsaid(path: string, sentence: string): Result {
  return { kind: 'failed', title: nameOf(path), path, sentence };
}
