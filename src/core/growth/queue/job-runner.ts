import { addSpent } from '../../ai/guard/spent';
import { stepDesk, type StepDesk } from '../desk';
import type { Job, Step } from '../job';
import type { GrowthPorts } from '../ports';
import { chatOf, type ToolWork, type StepOutcome } from '../tool';
import type { JobBoard } from './job-board';
import { afterFailure } from './step-failure';

/** Steps in a row that a model may fail before the job waits for the user. */
const MOST_SKIPPED = 3;

/** How a run ended: nothing is left to do, it was stopped from outside, or it waits for the user. */
export type RunEnd =
  { readonly kind: 'done' } | { readonly kind: 'stopped' } | { readonly kind: 'paused'; readonly sentence: string };

/** What a job is run with. */
interface RunParts {
  readonly board: JobBoard;
  readonly ports: GrowthPorts;
  readonly tool: ToolWork;
  readonly signal: AbortSignal;
}

/** Does the steps of a job, one after the other, and keeps what came of each before the next one begins. */
export async function runJob(id: string, { board, ports, tool, signal }: RunParts): Promise<RunEnd> {
  const request = board.get(id)?.request;
  const chat = request && chatOf(request);
  const desk = stepDesk({
    ...{ ports, channel: tool.channel, chat, signal },
    onSpent: (spent) => change(id, board, ports, (job) => ({ spent: addSpent(job.spent, spent) })),
  });
  let skipped = 0;
  for (;;) {
    const job = board.get(id);
    const step = job?.steps[job.done];
    if (job === undefined || signal.aborted) return { kind: 'stopped' };
    if (step === undefined) return { kind: 'done' };
    const outcome = await tried(step, job, { tool, desk, ports, signal });
    if (outcome.kind === 'stopped' || outcome.kind === 'paused') return outcome;
    skipped = outcome.isSkipped ? skipped + 1 : 0;
    change(id, board, ports, (now) => withOutcome(now, outcome.outcome));
    if (skipped >= MOST_SKIPPED)
      return { kind: 'paused', sentence: `${outcome.sentence} This happened several times in a row.` };
    await ports.give();
  }
}

/** Does the last step of a job that was canceled, so that what was found is not lost. It asks no model. */
export async function finishCanceled(id: string, parts: RunParts): Promise<void> {
  const { board, ports, tool, signal } = parts;
  const job = board.get(id);
  const last = job?.steps.slice(job.done).find(({ kind }) => kind === tool.last);
  if (job === undefined || last === undefined || job.candidates.length + job.news.length === 0) return;
  const desk = stepDesk({ ports, channel: tool.channel, chat: chatOf(job.request), signal, onSpent: () => undefined });
  const outcome = await tool.run(last, job, desk);
  change(id, board, ports, (now) => ({ results: [...now.results, ...(outcome.results ?? [])] }));
}

type Tried =
  | { readonly kind: 'outcome'; readonly outcome: StepOutcome; readonly isSkipped: boolean; readonly sentence: string }
  | Exclude<RunEnd, { readonly kind: 'done' }>;

async function tried(
  step: Step,
  job: Job,
  { tool, desk, ports, signal }: Omit<RunParts, 'board'> & { readonly desk: StepDesk },
): Promise<Tried> {
  for (let tries = 1; ; tries += 1) {
    try {
      return { kind: 'outcome', outcome: await tool.run(step, job, desk), isSkipped: false, sentence: '' };
    } catch (error) {
      const next = afterFailure(error, tries);
      if (next.kind === 'stopped') return { kind: 'stopped' };
      if (next.kind === 'skip')
        return {
          kind: 'outcome',
          outcome: tool.failed(step, job, next.sentence),
          isSkipped: true,
          sentence: next.sentence,
        };
      if (next.kind === 'pause') {
        ports.log.warn('A job on the lore waits, because a question failed.', error);
        return { kind: 'paused', sentence: next.sentence };
      }
      if (!(await rested(next.after, ports, signal))) return { kind: 'stopped' };
    }
  }
}

/** Waits; false when the signal ended it. */
function rested(milliseconds: number, { timer }: GrowthPorts, signal: AbortSignal): Promise<boolean> {
  if (signal.aborted) return Promise.resolve(false);
  if (milliseconds === 0) return Promise.resolve(true);
  return new Promise((resolve) => {
    const cancel = timer.after(milliseconds, () => {
      signal.removeEventListener('abort', stop);
      resolve(true);
    });
    function stop(): void {
      cancel();
      resolve(false);
    }
    signal.addEventListener('abort', stop, { once: true });
  });
}

function withOutcome(job: Job, outcome: StepOutcome): Partial<Job> {
  const { results = [], candidates = [], news = [], findings = [], facts = [], overview, steps = [] } = outcome;
  const done = job.done + 1;
  return {
    done,
    steps: steps.length === 0 ? job.steps : [...job.steps.slice(0, done), ...steps, ...job.steps.slice(done)],
    results: [...job.results, ...results],
    candidates: [...job.candidates, ...candidates],
    news: [...job.news, ...news],
    findings: [...job.findings, ...findings],
    facts: [...job.facts, ...facts],
    ...(overview !== undefined && { overview }),
  };
}

function change(id: string, board: JobBoard, { clock }: GrowthPorts, make: (job: Job) => Partial<Job>): void {
  const job = board.get(id);
  if (job) board.put({ ...job, ...make(job), changed: clock.now() });
}
