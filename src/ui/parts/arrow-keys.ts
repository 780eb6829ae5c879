/**
 * Makes the elements of a list that match `selector` one stop of the Tab key: arrow keys, Page Up and Down, Home and
 * End go through them, over the edges of groups.
 */
export function arrowKeys(selector: string): (node: HTMLElement) => () => void {
  return (node) => {
    const rows = (): readonly HTMLElement[] =>
      [...node.querySelectorAll<HTMLElement>(selector)].filter((row) => row.getClientRects().length > 0);
    const makeStop = (row: HTMLElement | undefined): void => {
      for (const one of node.querySelectorAll<HTMLElement>(selector)) one.tabIndex = one === row ? 0 : -1;
    };
    const keepOneStop = (): void => {
      const all = rows();
      makeStop(all.find((row) => row.tabIndex === 0 && row.hasAttribute('tabindex')) ?? all[0]);
    };
    const onfocus = (event: FocusEvent): void => {
      const row = rows().find((one) => one === event.target);
      if (row !== undefined) makeStop(row);
    };
    const onkey = (event: KeyboardEvent): void => {
      const all = rows();
      const at = all.findIndex((row) => row === event.target);
      const target = at < 0 ? undefined : targetOf(event.key, at, all.length);
      if (target === undefined) return;
      event.preventDefault();
      all[Math.max(0, Math.min(all.length - 1, target))]?.focus();
    };
    const watcher = new MutationObserver(keepOneStop);
    watcher.observe(node, { childList: true, subtree: true });
    node.addEventListener('focusin', onfocus);
    node.addEventListener('keydown', onkey);
    keepOneStop();
    return () => {
      watcher.disconnect();
      node.removeEventListener('focusin', onfocus);
      node.removeEventListener('keydown', onkey);
    };
  };
}

const PAGE = 10;

function targetOf(key: string, at: number, count: number): number | undefined {
  const targets: Readonly<Record<string, number>> = {
    ArrowDown: at + 1,
    ArrowUp: at - 1,
    PageDown: at + PAGE,
    PageUp: at - PAGE,
    Home: 0,
    End: count - 1,
  };
  return targets[key];
}
