import type { EntryId } from '../base/entry-id';
import { Admission } from './admission';
import type { Candidate } from './candidate';
import { isDelayed } from './delay-levels';
import { KeyEvidence, type SearchedText } from './key-evidence';
import { scannedTexts, windowOf, type SourceText } from './scanned-texts';
import { activeCharacterCandidates } from './stages/active-character';
import { cascade } from './stages/cascade';
import { forcedCandidates } from './stages/forced';
import { fuzzyCandidates } from './stages/fuzzy';
import { keywordCandidates, overruleWaiting, scored, waits } from './stages/keywords';
import { sweepOn } from './stages/recursion';
import type { StageClock } from './stage-clock';
import type { TurnContext } from './turn-context';
import { turnNames } from './turn-names';

/** What came in before any AI was asked, and what the searched texts said. */
export interface Admitted {
  readonly admission: Admission;
  readonly evidence: KeyEvidence;
}

/** Lets entries in, wave by wave: what needs no key and what the chat names; what their texts name; what they pull in; what resembles the chat. */
export async function admitCandidates(context: TurnContext, time: StageClock): Promise<Admitted> {
  const admission = new Admission(context);
  const names = turnNames(context.request);
  const newEvidence = (): KeyEvidence => new KeyEvidence(context.index, names, context.patterns);
  const evidence = newEvidence();
  const texts = time.measure('scan-text', () => scannedTexts(context));
  const deepest = Math.max(context.settings.scanDepth, context.index.deepestScan);
  const window = texts.messages.filter((text) => text.age < deepest);
  const prepare = (added: readonly string[]): Promise<void> => context.patterns.prepare(evidence.patterns, added);
  await prepare([...window, ...texts.sources].map((text) => text.text));

  const forced = time.measure('forced', () => forcedCandidates(context));
  const byKey = time.measure('keywords', () => {
    addWindow(evidence, window, texts.sources, context);
    const found = [...evidence.ids()];
    const ids = found.filter((id) => isReady(id, context));
    overruleWaiting(found, evidence, admission, context);
    return keywordCandidates(ids, evidence, admission, context.index.entries, {
      reason: 'key',
      stage: 'keywords',
      note: '',
    });
  });
  const character = time.measure('active-character', () => activeCharacterCandidates(context));
  const waiting = [...forced, ...character].filter((candidate) => mustWait(candidate));
  for (const candidate of waiting) admission.overrule(waits(candidate));
  const first = [...forced, ...byKey, ...character].filter((candidate) => !mustWait(candidate));
  const firstWave = time.measure('filters', () => admission.wave(first.map((one) => scored(one, evidence))));

  const older = olderTexts(texts.messages, context);
  const chatEvidence = older.length === 0 ? evidence : newEvidence();
  if (older.length > 0) addWindow(chatEvidence, window, texts.sources, context);
  await time.measureAsync('recursion', () =>
    sweepOn({ context, admission, evidence, chatEvidence, firstWave, waiting, older, prepare }),
  );
  time.measure('cascade', () => cascade(admission, context));
  const resembled = time.measure('fuzzy', () => {
    const recent = texts.messages.filter((text) => text.age < context.settings.scanDepth);
    return fuzzyCandidates(recent, admission, context);
  });
  admission.wave(resembled);
  return { admission, evidence };
}

/** Searches the messages of each entry's window, and the texts of the card that it asks for; an entry that searches no message is not found by these either. */
function addWindow(
  evidence: KeyEvidence,
  messages: readonly SearchedText[],
  sources: readonly SourceText[],
  context: TurnContext,
): void {
  for (const text of messages) evidence.add(text, (entry) => text.age < windowOf(entry, context));
  for (const text of sources)
    evidence.add(
      text,
      (entry) => windowOf(entry, context) > 0 && entry.properties.scanSources?.includes(text.source) === true,
    );
}

/** Not waiting for a sweep over the texts of entries. */
function isReady(id: EntryId, { index }: TurnContext): boolean {
  const entry = index.entries.get(id);
  return entry !== undefined && !isDelayed(entry);
}

/** Pins and what is held over come at once; everything else keeps to its level of recursion. */
function mustWait({ entry, reason }: Candidate): boolean {
  return isDelayed(entry) && reason !== 'pin' && reason !== 'sticky' && reason !== 'kept';
}

/** What the search for a minimum of entries may go through, newest first; where it may pass the oldest message, the end of the chat is a text without words. */
function olderTexts(messages: readonly SearchedText[], { settings }: TurnContext): readonly SearchedText[] {
  if (settings.minActivations === 0) return [];
  const widest = settings.minActivationsDepth === 0 ? Number.POSITIVE_INFINITY : settings.minActivationsDepth;
  const end = messages.filter((text) => text.where !== 'draft').length;
  const all = [...messages, { where: end, text: '', lead: 0, age: end }];
  return all.filter((text) => text.age >= settings.scanDepth && text.age < widest);
}
