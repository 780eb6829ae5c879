import type { TextPlace } from '../../ui/librarian/kept-drafts';

/** A text in the browser's local storage; browsers that allow none, or have no room, keep nothing. */
export function localText(key: string): TextPlace {
  const tried = <Result>(work: () => Result): Result | undefined => {
    try {
      return work();
    } catch {
      return undefined;
    }
  };
  return {
    read: () => tried(() => localStorage.getItem(key)) ?? undefined,
    write: (text) =>
      tried(() => {
        if (text === undefined) localStorage.removeItem(key);
        else localStorage.setItem(key, text);
      }),
  };
}
