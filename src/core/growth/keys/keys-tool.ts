import { oneLine } from '../../ai/selection/fence';
import type { Operation } from '../../edits/patch';
import { quoted } from '../../librarian/material';
import { nameOf } from '../../edits/edit-parts';
import type { LoreEntry } from '../../lore/lore-entry';
import { entryOfPath, type Question, type StepDesk } from '../desk';
import type { Job, Step } from '../job';
import type { KeyHit, KeyReason, Result } from '../job-result';
import { question, questionText } from '../material-text';
import { proposedBefore } from '../proposed-before';
import { scopedEntries, scopeWords } from '../scope-entries';
import { noPlan, type GrowthToolPart, type StepOutcome } from '../tool';
import { compareKeyHits, sampleHits } from './key-hits';
import { keysForm, readKeysAnswer } from './keys-answer';
import { settleKeys } from './settle-keys';

const LONGEST_TEXT = 4_000;
const MOST_QUOTES = 10;
/** Tokens that an answer has, as a guess, and those of the quotes that are not known before. */
const GUESSED_OUTPUT = 250;
const GUESSED_QUOTES = 400;

const TASK = `You choose the keys of an entry of a lorebook. When one of its keys stands in the last messages of a story, the entry is shown to the writer of the next reply. Keys are compared without letter case, as whole words.

A good key is a name, a nickname, a title or a phrase that only this entry is meant by, in every form in which the story would write it. A bad key is a common word that stands in scenes that have nothing to do with the entry, or one that nobody writes. Three to ten keys are enough. Keep what works, in the language of the entry and of the story.

Name every key that the entry is to have in "keys", those that stay too, and every key of today that is to go in "removed", each with a short reason. Answer with JSON alone, in this form: {"keys":[{"key":"silver keep","reason":"its name"}],"removed":[{"key":"keep","reason":"stands in other scenes as a verb"}]}`;

/** Proposes better keys, and shows what they would have hit. */
export const keysTool: GrowthToolPart<'keys'> = {
  channel: 'keys',

  plan: ({ scope }, { ports, tokensOf }) => {
    const entries = scopedEntries(scope, ports).filter(({ text, keys }) => text.trim() !== '' || keys.length > 0);
    if (entries.length === 0) return Promise.resolve(noPlan('No entry is meant by this.'));
    const instructions = ports.settings().growInstructions;
    const questions = entries.map((entry) => ({
      input: tokensOf(questionText(questionFor(entry, [], instructions))) + GUESSED_QUOTES,
      output: GUESSED_OUTPUT,
    }));
    const paths = entries.map(({ path }) => path);
    const steps = paths.map((path): Step => ({ kind: 'keys', path }));
    return Promise.resolve({ kind: 'plan', title: scopeWords(scope, entries), steps, paths, questions });
  },

  run: async (step, job, desk) => {
    if (step.kind !== 'keys') return {};
    const entry = entryOfPath(step.path, desk.ports);
    if (entry === undefined) return left(step.path, step.path, 'It is no entry any more.');
    const proposed = await proposedBefore(job, step.path, desk.ports);
    if (proposed)
      return { results: [{ kind: 'proposal', proposal: proposed.id, title: entry.title, path: step.path }] };
    const quotes = await sampleHits(entry, await desk.stored(), MOST_QUOTES, desk.ports);
    const answer = await desk.ask(questionFor(entry, quotes, desk.ports.settings().growInstructions), readKeysAnswer);
    return propose(entry, settleKeys(entry.properties.keys ?? [], answer), job, desk);
  },

  failed: (step, _job, sentence) =>
    step.kind === 'keys' ? { results: [{ kind: 'failed', title: nameOf(step.path), path: step.path, sentence }] } : {},
};

async function propose(entry: LoreEntry, keys: readonly KeyReason[], job: Job, desk: StepDesk): Promise<StepOutcome> {
  const { ports } = desk;
  const { title, path } = entry;
  const of = (change: KeyReason['change']): readonly string[] =>
    keys.filter((one) => one.change === change).map(({ key }) => key);
  const [added, removed] = [of('added'), of('removed')];
  if (added.length + removed.length === 0) return left(title, path, 'The model would leave the keys as they are.');
  const operations: Operation[] = [
    ...(removed.length > 0 ? [{ kind: 'remove-items' as const, name: 'keys', items: removed }] : []),
    ...(added.length > 0 ? [{ kind: 'add-items' as const, name: 'keys', items: added }] : []),
  ];
  const proposing = await ports.proposals.propose(
    { kind: 'change', path, operations },
    { tool: 'optimize-keys', session: job.id },
  );
  if (proposing.kind === 'refused') return left(title, path, proposing.sentence);
  const { proposal } = proposing;
  const after = ports.parse(path, proposal.after);
  const hits = after && (await compareKeyHits(entry, after, await desk.stored(), ports));
  const result: Result = { kind: 'proposal', proposal: proposal.id, title, path, keys, ...(hits && { hits }) };
  return { results: [result] };
}

function questionFor(
  { title, type, text, properties }: LoreEntry,
  quotes: readonly KeyHit[],
  instructions: string,
): Question {
  const keys = (properties.keys ?? []).map((key) => `- ${oneLine(key)}`).join('\n');
  const aliases = (properties.aliases ?? []).map(oneLine).join(', ');
  const head = [
    `Title: ${oneLine(title)}`,
    type === undefined ? '' : `Type: ${oneLine(type)}`,
    aliases && `Aliases: ${aliases}`,
  ];
  const lines = quotes.map(
    ({ key, quote, speaker }) => `- “${oneLine(key)}” in: ${quoted(speaker, 60)}: ${oneLine(quote)}`,
  );
  const parts = [
    ['the entry', [...head.filter((line) => line !== ''), '', text.slice(0, LONGEST_TEXT)].join('\n')],
    ['its keys of today', keys === '' ? 'None: its title and aliases are its keys.' : keys],
    ['messages that they hit', lines.join('\n')],
  ] as const;
  return {
    messages: question(TASK, instructions, parts, 'Which keys is it to have? Answer with the JSON object alone.'),
    form: keysForm,
  };
}

function left(title: string, path: string, sentence: string): StepOutcome {
  return { results: [{ kind: 'left', title, path, sentence }] };
}
