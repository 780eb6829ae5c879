import type { Admission } from '../admission';
import { plainCandidate, type Candidate } from '../candidate';
import type { TurnContext } from '../turn-context';

/** Pulls in what the selected entries name in their cascade links, and what those name, each entry once. */
export function cascade(admission: Admission, context: TurnContext): void {
  let news = admission.admitted;
  while (news.length > 0) news = admission.wave(news.flatMap((candidate) => cascaded(candidate, context)));
}

function cascaded({ entry }: Candidate, { index }: TurnContext): readonly Candidate[] {
  return (entry.properties.cascadeLinks ?? []).flatMap((name) =>
    index.names.resolve(name).flatMap((id): readonly Candidate[] => {
      const target = index.entries.get(id);
      if (!target || id === entry.id) return [];
      return [plainCandidate(target, 'cascade', 'cascade', `${entry.title} pulls it in.`, entry.id)];
    }),
  );
}
