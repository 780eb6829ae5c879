import type { SelectionCandidate, SelectionQuestion } from '../selection/selection-question';

/** A candidate that is told by its id. */
export function candidate(id: string, changes: Partial<SelectionCandidate> = {}): SelectionCandidate {
  return {
    id,
    title: id,
    tokens: 10,
    links: [],
    fields: [],
    summary: `About ${id}.`,
    category: '',
    isNamed: false,
    ...changes,
  };
}

/** A question about one entry in a chat of one message. */
export function question(changes: Partial<SelectionQuestion> = {}): SelectionQuestion {
  return {
    chat: 'chat',
    candidates: [candidate('keep')],
    forced: { count: 0, tokens: 0 },
    budget: 3_072,
    mostPicks: 10,
    lines: [{ index: 0, speaker: 'player', name: 'Mara', text: 'Where is the keep?' }],
    seeds: [],
    summary: '',
    instructions: '',
    threshold: 'low',
    categoryShare: undefined,
    namesAnEntry: () => false,
    ...changes,
  };
}
