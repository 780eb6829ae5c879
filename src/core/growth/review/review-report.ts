import type { Patch } from '../../edits/patch';
import type { FindingKind, Finding, Job } from '../job';
import { findingKinds } from '../job';
import type { GrowthPorts } from '../ports';

const headings: Readonly<Record<FindingKind, string>> = {
  contradiction: 'Contradictions',
  duplicate: 'Duplicates',
  outdated: 'Outdated',
  gap: 'Gaps',
  unclear: 'Unclear',
};

const MINUTE = 60_000;
/** Entries that are listed at the end. */
const MOST_LISTED = 500;

/** Where reports go. */
export function reviewFolderOf({ reviewFolder }: { readonly reviewFolder: string }): string {
  return reviewFolder.trim() === '' ? 'Reviews' : reviewFolder.trim();
}

/** The note of a review: what was found, with links to the entries. It is no lore. */
export function reviewNote(job: Job, ports: GrowthPorts): Patch {
  const date = dateOf(ports);
  const question = job.request.tool === 'review' ? job.request.question.trim() : '';
  const link = (number: number): string => ports.proposals.linkTo(job.paths[number] ?? '');
  const count = `${String(job.paths.length)} ${job.paths.length === 1 ? 'entry' : 'entries'}`;
  const found = merged(job.findings);
  const lines = [
    ...(question === '' ? [] : [`> ${question.replace(/\s*\n\s*/g, '\n> ')}`, '']),
    ...(job.overview === '' ? [] : [job.overview, '']),
    ...(found.length === 0 ? [`Nothing was found in ${count}.`, ''] : []),
    ...findingKinds.flatMap((kind) =>
      section(
        headings[kind],
        found.filter((one) => one.kind === kind),
        link,
      ),
    ),
    ...notLookedAt(job),
    '## Entries',
    '',
    ...job.paths.slice(0, MOST_LISTED).map((_, number) => `- ${link(number)}`),
    ...(job.paths.length > MOST_LISTED ? [`- and ${String(job.paths.length - MOST_LISTED)} more`] : []),
  ];
  return {
    kind: 'create',
    folder: reviewFolderOf(ports.settings()),
    title: `Review ${date}`,
    tags: ['lorehearth-review'],
    properties: { date, entries: job.paths.length, findings: found.length },
    body: `${lines.join('\n').trimEnd()}\n`,
  };
}

function section(heading: string, findings: readonly Finding[], link: (number: number) => string): readonly string[] {
  if (findings.length === 0) return [];
  const items = findings.map(({ entries, text, advice }) => {
    const said = `- ${entries.map(link).join(', ')}: ${flat(text)}`;
    return advice === '' ? said : `${said}\n  - ${flat(advice)}`;
  });
  return [`## ${heading}`, '', ...items, ''];
}

function notLookedAt({ results }: Job): readonly string[] {
  const failed = results.flatMap((one) => (one.kind === 'failed' ? [`- ${flat(one.title)}: ${one.sentence}`] : []));
  return failed.length === 0 ? [] : ['## Not looked at', '', ...failed, ''];
}

/** A finding that several questions told is one. */
function merged(findings: readonly Finding[]): readonly Finding[] {
  const byText = new Map(findings.map((one) => [`${one.kind}\n${[...one.entries].sort().join()}\n${one.text}`, one]));
  return [...byText.values()];
}

function flat(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

function dateOf({ clock, minutesEast }: GrowthPorts): string {
  return new Date(clock.now() + minutesEast() * MINUTE).toISOString().slice(0, 10);
}
