/**
 * For what opens in a panel: it gives the keyboard to the first control, closes on Escape, and brings the keyboard back
 * to where it was. Make it once for each component.
 */
export function heldFocus(onescape: () => void): (node: HTMLElement) => () => void {
  return (node) => {
    const page = node.ownerDocument;
    const before = page.activeElement;
    const close = (event: KeyboardEvent): void => {
      if (event.key === 'Escape') onescape();
    };
    node.addEventListener('keydown', close);
    node.querySelector<HTMLElement>('input, select, textarea, button')?.focus();
    return () => {
      node.removeEventListener('keydown', close);
      // What the element hid is shown again only once everything was drawn.
      queueMicrotask(() => giveBack(page, before));
    };
  };
}

/** The user may have gone on to something else meanwhile. */
function giveBack(page: Document, before: Element | null): void {
  const isLost = page.activeElement === null || page.activeElement === page.body;
  const view = page.defaultView;
  if (isLost && view !== null && before instanceof view.HTMLElement) before.focus();
}
