import type { EntryId } from '../base/entry-id';
import type { LoreEntry } from '../lore/lore-entry';
import type { Candidate } from './candidate';
import { refusal, type Refusal } from './refusal';
import type { TurnContext } from './turn-context';

/** What the choice of inclusion groups left. */
export interface GroupChoice {
  readonly kept: readonly Candidate[];
  readonly refusals: readonly Refusal[];
}

/**
 * Of every inclusion group one member stays: one that was admitted before, else those held over from earlier turns, else
 * the best scored, else the most important that overrides, else the winner of a seeded weighted draw. An entry in
 * several groups must win in each of them. Pins are no part of groups.
 *
 * @param candidates By priority; groups are chosen in the order in which they appear.
 */
export function chooseFromGroups(
  candidates: readonly Candidate[],
  admitted: readonly Candidate[],
  context: TurnContext,
): GroupChoice {
  const groups = membersByGroup(candidates);
  if (groups.size === 0) return { kept: candidates, refusals: [] };
  const holders = membersByGroup(admitted);
  const lost = new Set<Candidate>();
  const refusals: Refusal[] = [];
  for (const [group, all] of groups) {
    const members = all.filter((candidate) => !lost.has(candidate));
    if (members.length === 0) continue;
    const holder = holders.get(group)?.[0];
    const { winner, why } = holder
      ? { winner: holder, why: 'was selected before' }
      : chooseWinner(members, group, context);
    for (const loser of members.filter((member) => member.entry.id !== winner.entry.id)) {
      lost.add(loser);
      refusals.push(refusal(loser, 'groups', 'group', `In the group “${group}” ${winner.entry.title} ${why}.`));
    }
  }
  return { kept: candidates.filter((candidate) => !lost.has(candidate)), refusals };
}

/** The inclusion groups of an entry: a text may name several, with commas. */
export function groupsOfEntry(entry: LoreEntry): readonly string[] {
  const { group } = entry.properties;
  if (group === undefined) return [];
  return group
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
}

function groupsOf(candidate: Candidate): readonly string[] {
  return candidate.reason === 'pin' ? [] : groupsOfEntry(candidate.entry);
}

/** The members of each group, in the order in which groups and members appear. */
function membersByGroup(candidates: readonly Candidate[]): ReadonlyMap<string, readonly Candidate[]> {
  const groups = new Map<string, Candidate[]>();
  for (const candidate of candidates) {
    for (const group of new Set(groupsOf(candidate))) {
      const members = groups.get(group);
      if (members) members.push(candidate);
      else groups.set(group, [candidate]);
    }
  }
  return groups;
}

interface Winner {
  readonly winner: Candidate;
  /** Ends the sentence "In the group X, the winner …". */
  readonly why: string;
}

function chooseWinner(members: readonly Candidate[], group: string, context: TurnContext): Winner {
  const [first] = members;
  if (!first) throw new RangeError('A group without members has no winner.');
  const held = members.find((member) => member.reason === 'sticky' || member.reason === 'kept');
  if (held) return { winner: held, why: 'is held over from an earlier turn' };
  const scored = bestScored(members, context);
  if (scored.length === 1 && scored[0]) return { winner: scored[0], why: 'has the most matching keys' };
  const override = scored.find((member) => member.entry.properties.groupOverride === true);
  if (override) return { winner: override, why: 'overrides the others' };
  return { winner: draw(scored, group, context) ?? first, why: 'won the draw' };
}

/** The members that scoring leaves: those that take part in it and score below the best leave. */
function bestScored(members: readonly Candidate[], { settings }: TurnContext): readonly Candidate[] {
  const takesPart = (member: Candidate): boolean => member.entry.properties.groupScoring ?? settings.groupScoring;
  if (!members.some(takesPart)) return members;
  const best = members.reduce((most, member) => Math.max(most, member.score), Number.NEGATIVE_INFINITY);
  return members.filter((member) => !takesPart(member) || member.score >= best);
}

const USUAL_WEIGHT = 100;

function draw(members: readonly Candidate[], group: EntryId, { dice }: TurnContext): Candidate | undefined {
  const weightOf = (member: Candidate): number => member.entry.properties.groupWeight ?? USUAL_WEIGHT;
  const total = members.reduce((sum, member) => sum + weightOf(member), 0);
  let left = dice.roll('group', group) * total;
  for (const member of members) {
    left -= weightOf(member);
    if (left <= 0) return member;
  }
  return members.at(-1);
}
