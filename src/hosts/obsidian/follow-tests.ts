import type { EngineEvent } from '../../core/engine/engine-event';
import type { Stop } from '../../core/ports/note-source';
import type { CalmNotices } from './calm-notices';
import { followEngine } from './follow-engine';
import type { HostSlot } from './host-slot';

type TestsFinished = Extract<EngineEvent, { readonly kind: 'lore-tests-finished' }>;

/** Names of tests that stand in one notice. */
const MOST_NAMED = 3;

/** Tells the user when a lore test turned red, or green again, after a change. */
export function followTests(slot: HostSlot, notices: CalmNotices): Stop {
  return followEngine(slot, (event) => {
    if (event.kind !== 'lore-tests-finished' || !event.byThemselves) return;
    const text = turnedWords(event);
    if (text !== undefined) notices.say('lore-tests', text, event.turnedRed.length > 0 ? 'long' : 'short');
  });
}

/** What turned, in sentences; undefined when every test is as it was. */
export function turnedWords({ turnedRed, turnedGreen }: Pick<TestsFinished, 'turnedRed' | 'turnedGreen'>) {
  const sentences = [
    turnedRed.length === 0 ? '' : `${named(turnedRed)} ${turnedRed.length === 1 ? 'does' : 'do'} not pass.`,
    turnedGreen.length === 0 ? '' : `${named(turnedGreen)} ${turnedGreen.length === 1 ? 'passes' : 'pass'} again.`,
  ].filter(Boolean);
  return sentences.length === 0 ? undefined : sentences.join(' ');
}

function named(names: readonly string[]): string {
  const told = names.slice(0, MOST_NAMED).map((name) => `“${name}”`);
  const more = names.length > MOST_NAMED ? ` and ${String(names.length - MOST_NAMED)} more` : '';
  return `Lore ${names.length === 1 ? 'test' : 'tests'} ${told.join(', ')}${more}`;
}
