import { InProcessPatternRunner } from '../../src/adapters/memory/in-process-pattern-runner';
import { newChatState } from '../../src/core/chat/chat-state';
import type { ChatMessage } from '../../src/core/chat/chat-message';
import type { InjectionRecord } from '../../src/core/chat/injection-record';
import { defaultFields } from '../../src/core/lore/field-definitions';
import { generationTypes, type ScanSource } from '../../src/core/lore/entry-fields';
import { settingsFromTavern } from '../../src/core/formats/tavern-world-info/settings-from-tavern';
import type { Dice } from '../../src/core/pipeline/dice';
import { PatternSearch } from '../../src/core/pipeline/pattern-search';
import type { Retrieval } from '../../src/core/pipeline/retrieval';
import type { RetrievalResult } from '../../src/core/pipeline/retrieval-result';
import { runPipeline } from '../../src/core/pipeline/run-pipeline';
import type { TokenCounter } from '../../src/core/ports/token-counter';
import { FullText } from '../../src/core/search/full-text';
import type { LoreIndex } from '../../src/core/search/lore-index';
import { defaultSettings } from '../../src/core/settings/settings';
import type { Settings } from '../../src/core/settings/settings-table';
import { indexOf, requestFor } from '../support/lore-vault';
import { importBooks, type ImportedEntry } from './import-books';
import { printedLines, type Outcome } from './outcome';
import { stepsOf, type Vector, type VectorStep } from './vectors';

/** Tokens that SillyTavern adds to each count with chat completion, on which the vectors were recorded. */
const COUNT_OVERHEAD = 6;
const USUAL_CONTEXT = 8_192;
/** What a vector that names no random numbers, or too few, gets. */
const USUAL_ROLL = 0.5;

/** The words of the vectors are one token each; a line end follows every text that SillyTavern counts. */
const counter: TokenCounter = {
  count: (text) => ({ tokens: text.split(/\s+/).filter(Boolean).length + 1, approximate: false }),
  prepare: () => Promise.resolve(),
};

/** Plays a vector's steps in a vault into which its books were imported; records stay on the replies, as the bridge keeps them. */
export async function playVector(vector: Vector): Promise<readonly Outcome[]> {
  const outcomes: Outcome[] = [];
  const records = new Map<number, InjectionRecord>();
  const dice = diceOf(vector.input.random ?? []);
  for (const [number, step] of stepsOf(vector).entries()) {
    const length = step.chat?.length ?? 0;
    // The reply of this turn is written anew, and later messages are gone.
    for (const index of [...records.keys()]) if (index >= length) records.delete(index);
    const imported = importBooks(step);
    const notes = Object.fromEntries(imported.map(({ path, source }) => [path, source]));
    const index = indexOf(notes, settingsOf(step));
    const request = requestOf(step, `step ${String(number)}`, records);
    const result = await runStep({ step, index, imported, request, dice });
    outcomes.push(outcomeOf(result, index, imported));
    if (step.dryRun !== true) records.set(length, result.record);
  }
  return outcomes;
}

function diceOf(random: readonly number[]): Dice {
  const left = [...random];
  return { roll: () => left.shift() ?? USUAL_ROLL };
}

function settingsOf({ settings = {}, maxContext = USUAL_CONTEXT }: VectorStep): Settings {
  const context = { size: maxContext, overhead: COUNT_OVERHEAD };
  return { ...defaultSettings, template: '{{content}}', ...settingsFromTavern(settings, context) };
}

interface StepWorld {
  readonly step: VectorStep;
  readonly index: LoreIndex;
  readonly imported: readonly ImportedEntry[];
  readonly request: Retrieval;
  readonly dice: Dice;
}

function runStep({ step, index, imported, request, dice }: StepWorld): Promise<RetrievalResult> {
  const forced = new Set((step.force ?? []).map(({ world, uid }) => `${String(world)}.${String(uid)}`));
  const pins = imported.flatMap(({ id, path }) => (forced.has(id) ? (index.entryByPath(path)?.id ?? []) : []));
  return runPipeline({
    request,
    index,
    settings: settingsOf(step),
    chat: { ...newChatState('chat'), pins },
    fields: defaultFields,
    patterns: new PatternSearch(new InProcessPatternRunner()),
    fullText: new FullText(),
    tokens: counter,
    clock: { now: () => 0 },
    currentId: (id) => id,
    degraded: [],
    dice,
  });
}

const SOURCES: Readonly<Record<string, ScanSource>> = {
  personaDescription: 'persona',
  characterDescription: 'character',
  characterPersonality: 'personality',
  characterDepthPrompt: 'character_note',
  scenario: 'scenario',
  creatorNotes: 'creator_notes',
};

function requestOf(step: VectorStep, generationId: string, records: ReadonlyMap<number, InjectionRecord>): Retrieval {
  const { trigger, ...texts } = step.scan ?? {};
  const sources = Object.entries(texts).map(([name, text]) => [SOURCES[name] ?? name, text] as const);
  return requestFor(messagesOf(step.chat ?? []), {
    generationId,
    type: generationTypes.find((type) => type === trigger) ?? 'normal',
    records: [...records],
    draft: Object.values(step.prompts ?? {}).join('\n'),
    character: { name: 'Probe', avatar: 'Probe', tags: [], texts: Object.fromEntries(sources) },
    personaName: 'User',
  });
}

/** The lines hold the speakers' names already. */
function messagesOf(chat: readonly string[]): readonly ChatMessage[] {
  return chat.map((text, index) => ({ index, role: 'user', name: '', text, hidden: false, isGreeting: false }));
}

/** Selected is what was kept, and what was refused only because it has no text to print. */
function outcomeOf(
  { trace, injections }: RetrievalResult,
  index: LoreIndex,
  imported: readonly ImportedEntry[],
): Outcome {
  const ids = new Map(imported.map(({ id, path }) => [index.entryByPath(path)?.id, id]));
  const empty = trace.decisions.filter((one) => one.reason === 'empty_text').map((one) => one.entry);
  const kept = trace.entries.filter((entry) => entry.injected).map((entry) => entry.id);
  const activated = [...kept, ...empty].map((id) => ids.get(id) ?? id);
  const printed = injections.map(({ position, depth, role, outlet, entries }): [string, readonly string[]] => [
    [position, depth, role, outlet].filter((part) => part !== undefined).join(' '),
    entries.flatMap((id) => printedLines(index.entries.get(id)?.text ?? '')),
  ]);
  return { activated: activated.sort(), printed: Object.fromEntries(printed) };
}
