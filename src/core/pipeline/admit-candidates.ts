import type { EntryId } from '../base/entry-id';
import { Admission } from './admission';
import type { Candidate } from './candidate';
import { isDelayed } from './delay-levels';
import { KeyEvidence } from './key-evidence';
import { scannedTexts, windowOf } from './scanned-texts';
import { activeCharacterCandidates } from './stages/active-character';
import { cascade } from './stages/cascade';
import { forcedCandidates } from './stages/forced';
import { fuzzyCandidates } from './stages/fuzzy';
import { keywordCandidates } from './stages/keywords';
import { sweepOn } from './stages/recursion';
import type { StageClock } from './stage-clock';
import type { TurnContext } from './turn-context';

/** Lets entries in, wave by wave: what needs no key and what the chat names; what their texts name; what they pull in; what resembles the chat. */
export async function admitCandidates(context: TurnContext, time: StageClock): Promise<Admission> {
  const admission = new Admission(context);
  const names = { user: context.request.personaName, char: context.request.character.name };
  const evidence = new KeyEvidence(context.index, names, context.patterns);
  const texts = time.measure('scan-text', () => scannedTexts(context));
  const deepest = Math.max(context.settings.scanDepth, context.index.deepestScan);
  const window = texts.messages.filter((text) => text.age < deepest);
  const prepare = (added: readonly string[]): Promise<void> =>
    context.patterns.prepare(context.index.patterns.all, added);
  await prepare([...window, ...texts.sources].map((text) => text.text));

  const forced = time.measure('forced', () => forcedCandidates(context));
  const byKey = time.measure('keywords', () => {
    for (const text of window) evidence.add(text, (entry) => text.age < windowOf(entry, context));
    for (const text of texts.sources)
      evidence.add(text, (entry) => entry.properties.scanSources?.includes(text.source) === true);
    const ids = [...evidence.ids()].filter((id) => isReady(id, context));
    return keywordCandidates(ids, evidence, admission, context.index.entries, {
      reason: 'key',
      stage: 'keywords',
      note: '',
    });
  });
  const character = time.measure('active-character', () => activeCharacterCandidates(context));
  const waiting = [...forced, ...character].filter((candidate) => mustWait(candidate));
  const first = [...forced, ...byKey, ...character].filter((candidate) => !mustWait(candidate));
  const firstWave = time.measure('filters', () => admission.wave(first));

  const older = texts.messages.filter((text) => text.age >= context.settings.scanDepth && text.age < widest(context));
  await time.measureAsync('recursion', () =>
    sweepOn({ context, admission, evidence, firstWave, waiting, older, prepare }),
  );
  time.measure('cascade', () => cascade(admission, context));
  const resembled = time.measure('fuzzy', () => {
    const recent = texts.messages.filter((text) => text.age < context.settings.scanDepth);
    return fuzzyCandidates(recent, admission, context);
  });
  admission.wave(resembled);
  return admission;
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

/** How far back the search for a minimum of entries may go. */
function widest({ settings }: TurnContext): number {
  if (settings.minActivations === 0) return 0;
  return settings.minActivationsDepth === 0 ? Number.POSITIVE_INFINITY : settings.minActivationsDepth;
}
