import { vaultOfPath } from '../../base/mounted-path';
import type { Admission } from '../admission';
import { plainCandidate, type Candidate } from '../candidate';
import type { TurnContext } from '../turn-context';

/** Pulls in what the selected entries name in their cascade links, and what those name, each entry once. */
export function cascade(admission: Admission, context: TurnContext): void {
  const followed = new Set<string>();
  let news = admission.admitted;
  while (news.length > 0) news = admission.wave(news.flatMap((candidate) => cascaded(candidate, followed, context)));
}

/** @param followed Gets the names of the candidate: what they mean is decided by now, whoever names it again. */
function cascaded({ entry }: Candidate, followed: Set<string>, { index }: TurnContext): readonly Candidate[] {
  return (entry.properties.cascadeLinks ?? []).flatMap((name) => {
    // A name may mean something else in another vault.
    const written = `${vaultOfPath(entry.path)}\u0000${name}`;
    if (followed.has(written)) return [];
    followed.add(written);
    return index.resolve(name, entry.path).flatMap((id): readonly Candidate[] => {
      const target = index.entries.get(id);
      if (!target || id === entry.id) return [];
      return [plainCandidate(target, 'cascade', 'cascade', `${entry.title} pulls it in.`, entry.id)];
    });
  });
}
