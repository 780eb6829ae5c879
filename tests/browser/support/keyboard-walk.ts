import type { Page } from 'playwright-core';

/** Enough to come through the controls of any panel's beginning. */
const STOPS = 30;

/**
 * Goes through the first controls of the panel with Tab alone: what is not reached in reading order, and what does not
 * show that it has the keyboard. Leaves the focus at the beginning.
 */
export async function keyboardFindings(page: Page): Promise<readonly string[]> {
  const expected = await page.evaluate(firstStops, STOPS);
  const findings: string[] = [];
  await page.evaluate(beginBeforePanel);
  for (const wanted of expected) {
    await page.keyboard.press('Tab');
    const { stop, hasRing } = await page.evaluate(focusedStop);
    if (stop !== wanted) return [...findings, `Tab goes to “${stop}” instead of “${wanted}”`];
    if (!hasRing) findings.push(`“${stop}” has no ring of focus`);
  }
  return findings;
}

/** Runs in the page: marks and names the controls that Tab should reach, in the order of the document. */
function firstStops(most: number): string[] {
  const controls = 'a[href], button, input, select, textarea, summary, [tabindex]';
  const main = document.querySelector('.lh-shell-main');
  // Of a group of radio buttons the chosen one is the stop; arrow keys go on from there.
  const stops = [...(main?.querySelectorAll<HTMLElement>(controls) ?? [])].filter(
    (one) =>
      one.tabIndex >= 0 &&
      !one.matches(':disabled, [type=radio]:not(:checked)') &&
      one.checkVisibility({ visibilityProperty: true }),
  );
  return stops.slice(0, most).map((stop, at) => {
    stop.dataset['stop'] = `${String(at)} ${stop.getAttribute('aria-label') ?? stop.textContent.trim().slice(0, 40)}`;
    return stop.dataset['stop'];
  });
}

/** Runs in the page: the last link of the navigation stands before the panel. */
function beginBeforePanel(): void {
  [...document.querySelectorAll<HTMLElement>('.lh-tab')].at(-1)?.focus();
}

/** Runs in the page: what has the keyboard, and whether that is seen. */
function focusedStop(): { stop: string; hasRing: boolean } {
  const focused = document.activeElement;
  if (!(focused instanceof HTMLElement)) return { stop: 'nothing', hasRing: true };
  const isRinged = (one: Element): boolean => {
    const { outlineStyle, boxShadow } = getComputedStyle(one);
    return outlineStyle !== 'none' || boxShadow !== 'none';
  };
  // A field may show it at a box around it.
  const around = [focused, focused.parentElement, focused.parentElement?.parentElement];
  const hasRing = around.some((one) => one && isRinged(one));
  return { stop: focused.dataset['stop'] ?? focused.outerHTML.slice(0, 80), hasRing };
}
