import type { PlannedSlot, WorldInfoSlot } from './lore-plan';
import type { AutomatedEntry } from './quick-replies';

/** An entry as SillyTavern's World Info takes it; it fills in nothing that is missing. */
export interface WorldInfoEntry {
  readonly world: string;
  readonly uid: number;
  readonly content: string;
  readonly [field: string]: unknown;
}

/** In what our entries differ. */
interface Part {
  /** For the reader. */
  readonly comment: string;
  readonly content: string;
  /** SillyTavern's number. */
  readonly position: number;
  readonly outletName: string;
  readonly automationId: string;
}

/** The name of the book that our entries seem to come from. */
const world = 'Lorehearth';

/** SillyTavern considers entries by falling order; ours come after all that users write. */
const order = -100_000;

/** SillyTavern's numbers. */
const slotNumbers: Readonly<Record<WorldInfoSlot, number>> = {
  before_char: 0,
  after_char: 1,
  author_note_top: 2,
  author_note_bottom: 3,
  examples_top: 5,
  examples_bottom: 6,
  outlet: 7,
};

/**
 * One entry for each place that has lore; texts of one place are joined in their order. Behind them one for each entry
 * with which Quick Replies run: without a text, which is in the prompt already, it only carries the automation id.
 */
export function worldInfoEntries(
  slots: readonly PlannedSlot[],
  automated: readonly AutomatedEntry[],
): readonly WorldInfoEntry[] {
  const places = new Map<string, PlannedSlot>();
  for (const planned of slots) {
    const key = `${planned.slot}/${planned.outlet}`;
    const known = places.get(key);
    places.set(key, known === undefined ? planned : { ...known, value: `${known.value}\n${planned.value}` });
  }
  const texts: readonly Part[] = [...places.values()].map(({ slot, outlet, value, place }) => ({
    comment: place,
    content: value,
    position: slotNumbers[slot],
    outletName: outlet,
    automationId: '',
  }));
  const triggers = automated.map(({ title, automationId }): Part => ({
    comment: title,
    content: '',
    position: slotNumbers.before_char,
    outletName: '',
    automationId,
  }));
  return [...texts, ...triggers].map(toEntry);
}

/** Always on, outside the budget, without keys, groups or timers, neither woken by other entries nor waking any. */
function toEntry({ comment, content, position, outletName, automationId }: Part, uid: number): WorldInfoEntry {
  return {
    world,
    uid,
    key: [],
    keysecondary: [],
    comment: `Lorehearth: ${comment}`,
    content,
    constant: true,
    vectorized: false,
    selective: false,
    selectiveLogic: 0,
    addMemo: true,
    order,
    position,
    outletName,
    disable: false,
    ignoreBudget: true,
    excludeRecursion: true,
    preventRecursion: true,
    delayUntilRecursion: 0,
    probability: 100,
    useProbability: false,
    depth: 4,
    role: 0,
    group: '',
    groupOverride: false,
    groupWeight: 100,
    useGroupScoring: false,
    scanDepth: null,
    caseSensitive: null,
    matchWholeWords: null,
    automationId,
    sticky: null,
    cooldown: null,
    delay: null,
    matchPersonaDescription: false,
    matchCharacterDescription: false,
    matchCharacterPersonality: false,
    matchCharacterDepthPrompt: false,
    matchScenario: false,
    matchCreatorNotes: false,
    triggers: [],
    characterFilter: { isExclude: false, names: [], tags: [] },
    displayIndex: uid,
    extensions: {},
  };
}
