import { untrack } from 'svelte';

/**
 * Tells whether the window around an element can be seen: now, at every change, and `false` when the element goes. The
 * element's own document is asked, since a panel may stand in another window than the program.
 */
export const visibility = (tell: (isVisible: boolean) => void) => (element: Element) => {
  const { ownerDocument } = element;
  const ask = (): void => untrack(() => tell(!ownerDocument.hidden));
  ownerDocument.addEventListener('visibilitychange', ask);
  ask();
  return () => {
    ownerDocument.removeEventListener('visibilitychange', ask);
    untrack(() => tell(false));
  };
};
