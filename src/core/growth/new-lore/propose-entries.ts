import { readEntryKey } from '../../lore/entry-key';
import type { PropertyValue } from '../../edits/patch';
import type { StepDesk } from '../desk';
import type { Candidate, Job } from '../job';
import type { Result } from '../job-result';
import type { StepOutcome } from '../tool';
import { checkCandidate, checkNews, type CandidateSurroundings } from './check-candidate';
import { entryPlace, entryType } from './entry-place';
import { mergeCandidates, mergeNews } from './merge-candidates';

/** Compares everything that was found with the lore, and proposes what is new. */
export async function proposeEntries(job: Job, players: readonly string[], { ports }: StepDesk): Promise<StepOutcome> {
  const results: Result[] = [];
  for (const candidate of mergeCandidates(job.candidates)) {
    await ports.give();
    const all = await ports.proposals.list();
    const own = all.find(({ origin, title }) => origin.session === job.id && title === candidate.title);
    if (own) results.push({ kind: 'proposal', proposal: own.id, title: own.title, path: own.path });
    else results.push(await settled(candidate, { proposals: all, players }, job, ports));
  }
  for (const { title, text } of mergeNews(job.news)) {
    await ports.give();
    results.push(checkNews(title, text, ports) ?? { kind: 'left', title, sentence: 'No entry is called so.' });
  }
  return { results: withoutRepeats(results) };
}

async function settled(
  candidate: Candidate,
  surroundings: CandidateSurroundings,
  job: Job,
  ports: StepDesk['ports'],
): Promise<Result> {
  const { title, content, summary, type } = candidate;
  const known = checkCandidate(candidate, surroundings, ports);
  if (known) return known;
  const { loreTag } = ports.settings();
  const properties: Readonly<Record<string, PropertyValue>> = {
    ...(type !== '' && { type: entryType(type, ports) }),
    keys: keysFor(candidate),
    ...(summary !== '' && { summary }),
  };
  const chat = job.request.tool === 'new-lore' ? job.request.chat : undefined;
  const patch = {
    kind: 'create',
    folder: entryPlace(type, ports),
    title,
    tags: [loreTag],
    properties,
    body: withoutTitle(content, title),
  } as const;
  const proposing = await ports.proposals.propose(patch, { tool: 'auto-lorebook', session: job.id, chat });
  if (proposing.kind === 'refused') return { kind: 'left', title, sentence: proposing.sentence };
  const { id, path, title: proposed } = proposing.proposal;
  return { kind: 'proposal', proposal: id, title: proposed, path };
}

/** Its title, and the keys of the model that are plain words. */
function keysFor({ title, keys }: Candidate): readonly string[] {
  const plain = [title, ...keys]
    .map((key) => key.trim())
    .filter((key) => {
      const reading = readEntryKey(key);
      return reading.kind === 'key' && reading.key.kind === 'literal' && Array.from(key).length > 1;
    });
  const once = new Map(plain.map((key) => [key.toLowerCase(), key] as const));
  return once.size === 0 ? [title] : [...once.values()];
}

/** Models like to begin with the title as a heading, which the note has already. */
function withoutTitle(content: string, title: string): string {
  const [, heading, rest] = /^#+[ \t]+([^\n]+)\n*([\s\S]*)$/.exec(content) ?? [];
  return heading?.trim().toLowerCase() === title.toLowerCase() && rest?.trim() ? rest : content;
}

/** An entry of which a candidate and the news tell is told once, with both texts. */
function withoutRepeats(results: readonly Result[]): readonly Result[] {
  const kept: Result[] = [];
  for (const result of results) {
    const at = kept.findIndex((one) => one.kind === 'update' && result.kind === 'update' && one.path === result.path);
    const before = kept[at];
    if (before?.kind === 'update' && result.kind === 'update') {
      const text = before.text.includes(result.text) ? before.text : `${before.text}\n\n${result.text}`;
      kept[at] = { ...before, text };
    } else kept.push(result);
  }
  return kept;
}
