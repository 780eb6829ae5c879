import type { CheckState, WireCheck, WireDoctorReport } from '../../server/contract/wire-doctor';

/** Where a step of the set-up stands. */
export type StepState = 'done' | 'current' | 'later';

/** One step of the set-up, derived from what the doctor found. */
export interface SetupStep {
  readonly id: 'lore' | 'server' | 'bridge' | 'pairing' | 'turn';
  readonly title: string;
  /** What the step is for, until it is done. */
  readonly purpose: string;
  readonly state: StepState;
  /** What was found, the step's own check first; others only when they are in its way. */
  readonly checks: readonly WireCheck[];
}

interface StepRow extends Pick<SetupStep, 'id' | 'title' | 'purpose'> {
  /** Checks that are shown too while something is wrong with them. */
  readonly hindrances: readonly string[];
}

const rows: readonly StepRow[] = [
  {
    id: 'lore',
    title: 'Write lore',
    purpose: 'A note with the lore tag is an entry. Its keys are the words that bring it into the story.',
    hindrances: ['vault'],
  },
  {
    id: 'server',
    title: 'Start the server',
    purpose: 'SillyTavern asks Lorehearth over this computer’s own network; nothing leaves it.',
    hindrances: [],
  },
  {
    id: 'bridge',
    title: 'Install the extension in SillyTavern',
    purpose: 'It asks for lore before each reply. Reload SillyTavern in the browser afterwards.',
    hindrances: [],
  },
  {
    id: 'pairing',
    title: 'Pair SillyTavern',
    purpose: 'In SillyTavern, open Extensions, then Lorehearth, and select “Pair”. The code shows up here.',
    hindrances: ['origins', 'versions'],
  },
  {
    id: 'turn',
    title: 'Play the first turn',
    purpose: 'Write a message that holds a key of an entry. Its text goes into the prompt of the reply.',
    hindrances: ['ai'],
  },
];

const isDone = (state: CheckState): boolean => state === 'ok' || state === 'warning';
const isInTheWay = (state: CheckState): boolean => state === 'failed' || state === 'warning';

/** The steps of the set-up; those before the first that is not done, and any other that is done, count as done. */
export function setupSteps({ checks }: WireDoctorReport): readonly SetupStep[] {
  const find = (id: string): WireCheck | undefined => checks.find((check) => check.id === id);
  let isCurrentKnown = false;
  return rows.flatMap(({ hindrances, ...row }): readonly SetupStep[] => {
    const own = find(row.id);
    // What the token may not see cannot be a step.
    if (own === undefined) return [];
    const hindering = hindrances.flatMap((id) => find(id) ?? []).filter((check) => isInTheWay(check.state));
    const state = isDone(own.state) ? 'done' : isCurrentKnown ? 'later' : 'current';
    if (state === 'current') isCurrentKnown = true;
    return [{ ...row, state, checks: [own, ...hindering] }];
  });
}
