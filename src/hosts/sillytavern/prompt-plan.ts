import type { WireInjection } from '../../server/contract/wire-generation';
import { authorNote } from './author-note';
import { whyNoExample, withoutBlockMarks } from './example-text';
import type { LorePlan, LostLore, PlannedPrompt, PlannedSlot, WorldInfoSlot } from './lore-plan';
import type { TavernContext } from './tavern-context';

/** Every prompt of ours has a key that begins so; within one place SillyTavern sorts by key, and ours come last. */
export const promptPrefix = 'zz_lorehearth/';

/** SillyTavern's numbers. */
const roleNumbers = { system: 0, user: 1, assistant: 2 } as const;
const after = { position: 0, depth: 4, role: 0 } as const;

/** The place of an injection without a depth of its own, as in SillyTavern. */
const usualDepth = 4;

/** The places of World Info, in the order in which they follow each other where several are moved to one place. */
const slots: readonly WorldInfoSlot[] = [
  'before_char',
  'after_char',
  'author_note_top',
  'author_note_bottom',
  'examples_top',
  'examples_bottom',
  'outlet',
];

type Spot = Pick<PlannedPrompt, 'position' | 'depth' | 'role'>;

/** Where a block goes that SillyTavern would drop at its own place, and why. */
interface Detour {
  readonly spot: Spot;
  readonly cause: string;
}

/**
 * Plans where the lore of an answer goes. What SillyTavern would drop at its own place is moved to the next best.
 *
 * @param tokenLimit the most tokens that all of it may have: SillyTavern sends a broken prompt, or drops history, when
 *   a block is too large
 */
export function planPrompts(
  injections: readonly WireInjection[],
  tokenLimit: number,
  context: TavernContext,
): LorePlan {
  const prompts: PlannedPrompt[] = [];
  const natives: PlannedSlot[] = [];
  const undelivered: LostLore[] = [];
  let left = tokenLimit;
  for (const injection of injections) {
    if (injection.text.trim() === '') continue;
    const planned = injection.tokens > left ? undefined : plan(injection, context);
    if (planned === undefined) {
      undelivered.push(tooLarge(injection));
      continue;
    }
    left -= injection.tokens;
    if ('slot' in planned) natives.push(planned);
    else prompts.push(planned);
  }
  return { prompts, slots: natives, undelivered };
}

function plan(injection: WireInjection, context: TavernContext): PlannedPrompt | PlannedSlot {
  const { position, depth, role } = injection;
  if (position === 'before') return toPrompt(injection, { ...after, position: 2 });
  if (position === 'after') return toPrompt(injection, after);
  if (position === 'in_chat') {
    return toPrompt(injection, {
      position: 1,
      depth: depth ?? usualDepth,
      role: roleNumbers[role ?? 'system'],
    });
  }
  const detour = detourFor(position, injection.text, context);
  if (detour !== undefined) return toMoved(injection, position, detour);
  return { ...base(injection), slot: position, outlet: injection.outlet ?? '' };
}

function detourFor(slot: WorldInfoSlot, text: string, context: TavernContext): Detour | undefined {
  if (context.eventTypes['WORLDINFO_ENTRIES_LOADED'] === undefined) {
    return { spot: after, cause: 'This version of SillyTavern takes no lore of extensions in that place.' };
  }
  if (slot === 'author_note_top' || slot === 'author_note_bottom') {
    const { absent, ...spot } = authorNote(context);
    return absent === undefined ? undefined : { spot, cause: absent };
  }
  if (slot !== 'examples_top' && slot !== 'examples_bottom') return undefined;
  const cause = whyNoExample(text, context);
  return cause === undefined ? undefined : { spot: after, cause };
}

function toPrompt(injection: WireInjection, spot: Spot): PlannedPrompt {
  return { ...base(injection), key: promptPrefix + ownName(injection), ...spot };
}

function toMoved(injection: WireInjection, slot: WorldInfoSlot, { spot, cause }: Detour): PlannedPrompt {
  const isExample = slot === 'examples_top' || slot === 'examples_bottom';
  return {
    ...base(injection),
    value: isExample ? withoutBlockMarks(injection.text) : injection.text,
    key: `${promptPrefix}moved/${String(slots.indexOf(slot))}/${ownName(injection)}`,
    ...spot,
    moved: { to: spotName(spot), cause },
  };
}

function base(injection: WireInjection) {
  const { key, text, entries } = injection;
  return { injection: key, value: text, place: placeName(injection), entries };
}

function ownName({ key }: WireInjection): string {
  return key.replace(/^lorehearth\//, '');
}

function tooLarge(injection: WireInjection): LostLore {
  const { injection: key, place, entries } = base(injection);
  const cause = 'It is larger than the share of the context that lore may take.';
  return { injection: key, place, cause, entries };
}

function placeName({ position, depth, outlet }: WireInjection): string {
  if (position === 'in_chat') return inChat(depth ?? usualDepth);
  return outlet === undefined ? position.replaceAll('_', ' ') : `outlet ${outlet}`;
}

function spotName({ position, depth }: Spot): string {
  if (position === 1) return inChat(depth);
  return position === 2 ? 'before' : 'after';
}

function inChat(depth: number): string {
  return `in chat at depth ${String(depth)}`;
}
