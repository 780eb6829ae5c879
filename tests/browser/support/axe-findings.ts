import axe from 'axe-core';
import type { Page } from 'playwright-core';

/** Only what keeps somebody from using a panel; advice is left out. */
const grave: readonly (string | null | undefined)[] = ['serious', 'critical'];

/**
 * What axe finds serious or critical on a page, with the elements; empty when there is nothing. `rules` narrows it to
 * these.
 */
export async function axeFindings(page: Page, rules: readonly string[] = []): Promise<readonly string[]> {
  // Not by a script element, which the policy of the page refuses.
  const isThere = await page.evaluate('"axe" in globalThis');
  if (isThere !== true) await page.evaluate(axe.source);
  const options = { resultTypes: ['violations'], ...(rules.length > 0 && { runOnly: [...rules] }) };
  const { violations } = await page.evaluate<axe.AxeResults>(`axe.run(document, ${JSON.stringify(options)})`);
  return violations
    .filter(({ impact }) => grave.includes(impact))
    .flatMap(({ id, nodes }) => nodes.map(({ html, target }) => `${id}: ${target.join(' ')} ${html.slice(0, 160)}`));
}
