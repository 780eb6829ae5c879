import type { EntryId } from '../../base/entry-id';
import type { LoreEntry } from '../../lore/lore-entry';
import type { Admission } from '../admission';
import type { Candidate } from '../candidate';
import { DelayLevels, isDelayed } from '../delay-levels';
import type { KeyEvidence, SearchedText } from '../key-evidence';
import type { TurnContext } from '../turn-context';
import { turnNames, withNames } from '../turn-names';
import { keywordCandidates, scored, type WaveName } from './keywords';

/** What the sweeps after the first one work on. */
export interface SweepInput {
  readonly context: TurnContext;
  readonly admission: Admission;
  /** Of everything that was searched. */
  readonly evidence: KeyEvidence;
  /** Of the chat alone, without texts of entries; used where there are older messages. */
  readonly chatEvidence: KeyEvidence;
  /** What the first sweep let in. */
  readonly firstWave: readonly Candidate[];
  /** Candidates of the first sweep that need no key and wait for a level of recursion. */
  readonly waiting: readonly Candidate[];
  /** Visible messages older than the window, newest first. */
  readonly older: readonly SearchedText[];
  /** Sees to it that regular expressions can be looked up in these texts. */
  readonly prepare: (texts: readonly string[]) => Promise<void>;
}

const RECURSION: WaveName = { reason: 'recursion', stage: 'recursion', note: ' in the text of selected entries' };
const OLDER: WaveName = { reason: 'min_activations', stage: 'recursion', note: ' in an older message' };

/** The age given to texts of entries: behind every message. */
const NO_MESSAGE = Number.POSITIVE_INFINITY;

/**
 * Sweeps on after the first one: over the texts of what was just let in (with recursion on, and wherever a level of
 * delayed entries is still to be opened), and over older messages until the minimum of entries is reached. What a sweep
 * let in stays, whatever later texts hold.
 */
export async function sweepOn(input: SweepInput): Promise<void> {
  const { context, admission } = input;
  const levels = new DelayLevels(context.index.delayLevels);
  const older = [...input.older];
  const touched = new Set<EntryId>();
  let pending: readonly Candidate[] = [];
  let news = input.firstWave;
  let wasOlder = false;
  let hasTexts = false;
  for (let steps = context.settings.recursionSteps; steps > 0; steps--) {
    const waking = news.filter((candidate) => candidate.entry.properties.excludeRecursion !== true);
    pending = [...pending, ...waking];
    const deep = waking.filter(({ entry }) => isInRecursion(entry, context));
    hasTexts ||= deep.some((candidate) => candidate.entry.text !== '');
    // What an older message said may agree with a text that was searched before.
    const goesDeeper: boolean = deep.length > 0 || (wasOlder && hasTexts);
    const message: SearchedText | undefined = goesDeeper || !needsMore(admission, context) ? undefined : older.shift();
    if (!goesDeeper && !message) {
      if (!levels.hasLater) return;
      levels.openNext();
    }
    if (message) {
      news = await sweepOlder(message, touched, input);
    } else {
      const heard = goesDeeper ? pending.filter(({ entry }) => isInRecursion(entry, context)) : pending;
      news = await sweepTexts({ heard, goesDeeper, seenBefore: touched, levels }, input);
      pending = pending.filter((candidate) => !heard.includes(candidate));
      touched.clear();
    }
    wasOlder = message !== undefined;
  }
}

/** Whether the texts of an entry wake others and texts of others wake it: as its book says, or the setting. */
function isInRecursion(entry: LoreEntry, { books, settings }: TurnContext): boolean {
  return books.of(entry.path).recursion ?? settings.recursion;
}

function needsMore(admission: Admission, { settings }: TurnContext): boolean {
  return admission.admitted.length < settings.minActivations;
}

/**
 * A sweep over older messages hears no text of an entry.
 *
 * @param touched Gets the entries about which the message said something: the next sweep over texts looks at them again.
 */
async function sweepOlder(
  message: SearchedText,
  touched: Set<EntryId>,
  input: SweepInput,
): Promise<readonly Candidate[]> {
  const { context, admission, evidence, chatEvidence } = input;
  await input.prepare([message.text]);
  const maySee = (entry: LoreEntry): boolean => entry.properties.scanDepth === undefined;
  evidence.add(message, maySee);
  const ids = [...chatEvidence.add(message, maySee)];
  for (const id of ids) touched.add(id);
  const ready = ids.filter((id) => !isWaiting(id, context));
  return admission.wave(keywordCandidates(ready, chatEvidence, admission, context.index.entries, OLDER));
}

interface TextSweep {
  /** Entries whose texts are searched. */
  readonly heard: readonly Candidate[];
  /** Whether it is recursion, and not only a level of delayed entries that is opened. */
  readonly goesDeeper: boolean;
  readonly seenBefore: ReadonlySet<EntryId>;
  readonly levels: DelayLevels;
}

async function sweepTexts(
  { heard, goesDeeper, seenBefore, levels }: TextSweep,
  input: SweepInput,
): Promise<readonly Candidate[]> {
  const { context, admission, evidence } = input;
  const names = turnNames(context.request);
  const maySee = (entry: LoreEntry): boolean => {
    const isDeep = isInRecursion(entry, context);
    return entry.properties.scanDepth !== 0 && (isDeep ? entry.properties.notRecursable !== true : !goesDeeper);
  };
  const texts = heard.map(({ entry }) => {
    return { where: entry.id, text: withNames(entry.text, names), lead: 0, age: NO_MESSAGE };
  });
  await input.prepare(texts.map((text) => text.text));
  const touched = new Set<EntryId>(seenBefore);
  for (const text of texts) for (const id of evidence.add(text, maySee)) touched.add(id);
  for (const id of evidence.ids()) if (isWaiting(id, context) && !touched.has(id)) touched.add(id);
  const isOpen = (id: EntryId): boolean => {
    const entry = context.index.entries.get(id);
    return entry !== undefined && levels.isOpenFor(entry) && maySee(entry);
  };
  const byKey = keywordCandidates([...touched].filter(isOpen), evidence, admission, context.index.entries, RECURSION);
  const waiting = input.waiting.filter((candidate) => isOpen(candidate.entry.id));
  return admission.wave([...waiting.map((candidate) => scored(candidate, evidence)), ...byKey]);
}

/** Delayed entries were found by the first sweep already and may come in with the first sweep that is open for them. */
function isWaiting(id: EntryId, { index }: TurnContext): boolean {
  const entry = index.entries.get(id);
  return entry !== undefined && isDelayed(entry);
}
