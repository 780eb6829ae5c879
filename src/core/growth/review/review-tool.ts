import { withoutThinking } from '../../ai/answers/without-thinking';
import { nameOf } from '../../edits/edit-parts';
import type { LoreEntry } from '../../lore/lore-entry';
import { entryOfPath, type StepDesk } from '../desk';
import { batches } from '../entry-batches';
import type { Fact, Finding, Job, Step, StepOf } from '../job';
import type { Result } from '../job-result';
import { questionText } from '../material-text';
import { scopedEntries, scopeWords } from '../scope-entries';
import { noPlan, type GrowthToolPart, type StepOutcome } from '../tool';
import { readReviewAnswer } from './review-answer';
import { compareQuestion, overviewQuestion, reviewQuestion } from './review-questions';
import { reviewNote } from './review-report';

/** Entries of one question. */
const MOST_ENTRIES = 40;
const MOST_FACTS = 400;
/** Facts are compared in so many rounds at most: a model may not make them fewer. */
const MOST_ROUNDS = 4;
/** Tokens that each entry's facts and findings take, as a guess. */
const GUESSED_ENTRY = 60;
const GUESSED_OVERVIEW = 300;
const LONGEST_OVERVIEW = 8_000;
const LONGEST_FINDINGS = 60_000;

const COMPARING = 'Comparing the entries with each other';
const TOO_MANY: Result = {
  kind: 'failed',
  title: COMPARING,
  sentence:
    'There are too many facts for one question, so some contradictions may be missing. Review fewer entries at a time.',
};

/** Looks whether entries agree with each other, and writes a report. */
export const reviewTool: GrowthToolPart<'review'> = {
  channel: 'librarian',

  plan: ({ scope, question }, { ports, tokensOf, maxTokens }) => {
    const entries = scopedEntries(scope, ports).filter(({ text }) => text.trim() !== '');
    if (entries.length === 0) return Promise.resolve(noPlan('No entry with a text is meant by this.'));
    const { growTokens, growInstructions } = ports.settings();
    const numbered = entries.map((entry, number) => [number, entry] as const);
    const found = batches(numbered, ([, { text }]) => tokensOf(text), { tokens: growTokens, most: MOST_ENTRIES });
    const reviews = found.map((batch) => ({
      input: tokensOf(questionText(reviewQuestion(batch, question, growInstructions))),
      output: Math.min(maxTokens, batch.length * GUESSED_ENTRY + GUESSED_OVERVIEW),
    }));
    const facts = entries.length * GUESSED_ENTRY;
    const compares =
      found.length < 2 ? [] : [{ input: facts + GUESSED_OVERVIEW, output: Math.min(maxTokens, facts / 2) }];
    const overview = { input: Math.min(facts, growTokens) + GUESSED_OVERVIEW, output: GUESSED_OVERVIEW };
    const steps = found.map((batch): Step => ({ kind: 'review', first: batch[0]?.[0] ?? 0, count: batch.length }));
    return Promise.resolve({
      kind: 'plan',
      title: scopeWords(scope, entries),
      steps: [...steps, { kind: 'compare', level: 0, first: 0, count: 0 }, { kind: 'overview' }, { kind: 'report' }],
      paths: entries.map(({ path }) => path),
      questions: [...reviews, ...compares, overview],
    });
  },

  run: (step, job, desk) => {
    switch (step.kind) {
      case 'review':
        return review(step, job, desk);
      case 'compare':
        return compare(step, job, desk);
      case 'overview':
        return overview(job, desk);
      case 'report':
        return report(job, desk);
      default:
        return Promise.resolve({});
    }
  },

  failed: (step, job, sentence) => {
    if (step.kind === 'review') {
      const paths = job.paths.slice(step.first, step.first + step.count);
      return { results: paths.map((path) => ({ kind: 'failed', title: nameOf(path), path, sentence })) };
    }
    if (step.kind !== 'compare') return {};
    return { results: [{ kind: 'failed', title: COMPARING, sentence }] };
  },
};

async function review(step: StepOf<'review'>, job: Job, desk: StepDesk): Promise<StepOutcome> {
  const entries = job.paths.flatMap((path, number): readonly (readonly [number, LoreEntry])[] => {
    const entry = number >= step.first && number < step.first + step.count ? entryOfPath(path, desk.ports) : undefined;
    return entry === undefined ? [] : [[number, entry]];
  });
  if (entries.length === 0) return {};
  const shown = new Set(entries.map(([number]) => number));
  const asked = reviewQuestion(entries, questionOf(job), desk.ports.settings().growInstructions);
  const { findings, facts } = await desk.ask(asked, (text) => readReviewAnswer(text, (number) => shown.has(number)));
  return { findings, facts: facts.map((fact) => ({ ...fact, level: 0 })) };
}

/** A step that names no facts divides those of its level; the others compare what they are given. */
async function compare(step: StepOf<'compare'>, job: Job, desk: StepDesk): Promise<StepOutcome> {
  const facts = job.facts.filter(({ level }) => level === step.level);
  if (step.count === 0) return divided(step.level, facts, job, desk);
  const meant = facts.slice(step.first, step.first + step.count);
  const shown = new Set(meant.flatMap(({ entries }) => entries));
  const asked = compareQuestion(meant, questionOf(job), desk.ports.settings().growInstructions);
  const answer = await desk.ask(asked, (text) => readReviewAnswer(text, (number) => shown.has(number)));
  return { findings: answer.findings, facts: answer.facts.map((fact) => ({ ...fact, level: step.level + 1 })) };
}

/** The questions of a round, and the next round where one question cannot see all. What one question saw needs none. */
function divided(level: number, facts: readonly Fact[], { steps, facts: all }: Job, desk: StepDesk): StepOutcome {
  const reviews = steps.filter(({ kind }) => kind === 'review').length;
  if (facts.length < 2 || reviews < 2) return {};
  const before = all.filter((fact) => fact.level === level - 1).length;
  if (level >= MOST_ROUNDS || (level > 0 && facts.length >= before)) return { results: [TOO_MANY] };
  const limits = { tokens: desk.ports.settings().growTokens, most: MOST_FACTS };
  const groups = batches(facts, ({ text }) => desk.tokensOf(text) + 4, limits);
  let first = 0;
  const compares = groups.map(({ length: count }): Step => {
    first += count;
    return { kind: 'compare', level, first: first - count, count };
  });
  return {
    steps: groups.length > 1 ? [...compares, { kind: 'compare', level: level + 1, first: 0, count: 0 }] : compares,
  };
}

async function overview(job: Job, desk: StepDesk): Promise<StepOutcome> {
  const titleOf = (number: number): string => entryOfPath(job.paths[number] ?? '', desk.ports)?.title ?? '';
  // With nothing to tell and nothing to answer, nobody is asked.
  if (job.findings.length === 0 && questionOf(job).trim() === '') return {};
  const asked = overviewQuestion(
    firstOf(job.findings),
    titleOf,
    questionOf(job),
    desk.ports.settings().growInstructions,
  );
  return { overview: await desk.ask(asked, (text) => plainProse(text).slice(0, LONGEST_OVERVIEW)) };
}

async function report(job: Job, { ports }: StepDesk): Promise<StepOutcome> {
  const known = (await ports.proposals.list()).find(({ origin }) => origin.session === job.id);
  const proposing = known
    ? ({ kind: 'proposal', proposal: known } as const)
    : await ports.proposals.propose(reviewNote(job, ports), { tool: 'review', session: job.id });
  if (proposing.kind === 'refused')
    return { results: [{ kind: 'failed', title: 'The report', sentence: proposing.sentence }] };
  const { id, title, path } = proposing.proposal;
  return { results: [{ kind: 'proposal', proposal: id, title, path }] };
}

/** As many as have room in a question. */
function firstOf(findings: readonly Finding[]): readonly Finding[] {
  let size = 0;
  const tooMany = findings.findIndex(({ text }) => {
    size += text.length;
    return size > LONGEST_FINDINGS;
  });
  return tooMany < 0 ? findings : findings.slice(0, tooMany);
}

/** Without what a model thought, and without headings, which are the report's. */
function plainProse(text: string): string {
  return withoutThinking(text)
    .replace(/^#+[ \t]+/gm, '')
    .trim();
}

function questionOf({ request }: Job): string {
  return request.tool === 'review' ? request.question : '';
}
