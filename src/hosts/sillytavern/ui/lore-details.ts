import type { CardImport } from '../cards/card-import';
import type { MessageNote, NotedEntry, NoteSummary } from '../message-note';
import { aiText } from './ai-text';
import { element, icon } from './element';
import { importControl } from './import-control';
import { isExplainedByWords, reasonText } from './reason-text';
import { hookText } from './hook-text';
import { countOfEntries, countOfTokens, grouped } from './turn-text';

/** What a reader may learn about the lore of a reply, from what is stored with it. `cards`: makes notes of entries of cards. */
export function loreDetails({ summary }: MessageNote, cards?: CardImport): HTMLElement {
  return element('div', {
    class: 'lorehearth-details',
    children: [
      element('h3', { text: 'Lore in this reply' }),
      element('p', { class: 'lorehearth-figures', text: figures(summary) }),
      summary.ai && element('p', { class: 'lorehearth-ai', text: aiText(summary.ai) }),
      notices(summary),
      hookList(summary),
      entryList(summary),
      ...(cards === undefined ? [] : importControls(summary, cards)),
    ],
  });
}

/** One for each card whose entries shaped the reply, as long as the card is there. */
function importControls({ entries }: NoteSummary, cards: CardImport): readonly HTMLElement[] {
  const names = new Set(entries.flatMap(({ card }) => card ?? []));
  return [...names].filter((name) => cards.has(name)).map((name) => importControl(cards, name));
}

/** The same for a reply without lore. */
export function missDetails(reason: string): HTMLElement {
  return element('div', {
    class: 'lorehearth-details',
    children: [element('h3', { text: 'No lore in this reply' }), element('p', { text: reason })],
  });
}

function figures({ injected, candidates, tokens, budget, milliseconds }: NoteSummary): string {
  const chosen =
    candidates > injected ? `${grouped(injected)} of ${countOfEntries(candidates)}` : countOfEntries(injected);
  const size = budget === undefined ? countOfTokens(tokens) : `${grouped(tokens)} of ${countOfTokens(budget)}`;
  return `${chosen} · ${size} · ${grouped(milliseconds)} ms`;
}

function notices({ undelivered, moved, warnings, degraded, entries, ai }: NoteSummary): HTMLElement | undefined {
  const titles = new Map(entries.map(({ id, title }) => [id, title]));
  // Notebooks and other plugins bring texts that belong to no entry.
  const names = (ids: readonly string[]): string =>
    ids.length === 0 ? 'a text of no entry' : ids.map((id) => titles.get(id) ?? id).join(', ');
  const lost = undelivered.map(({ place, cause, entries: ids }) => `Not delivered (${place}): ${names(ids)}. ${cause}`);
  const elsewhere = moved.map(
    ({ place, to, cause, entries: ids }) => `Moved (from ${place} to ${to}): ${names(ids)}. ${cause}`,
  );
  const texts = [
    ...lost,
    ...elsewhere,
    // What is said about the AI stands above already.
    ...warnings.filter((warning) => warning !== ai?.sentence),
    ...degraded
      .filter((mode) => ai === undefined || !mode.startsWith('ai:'))
      .map((mode) => `Reduced: ${reasonText(mode).toLowerCase()}.`),
  ];
  if (texts.length === 0) return undefined;
  const items = texts.map((text) =>
    element('li', { children: [icon('triangle-exclamation'), element('span', { text })] }),
  );
  return element('ul', { class: 'lorehearth-notices', children: items });
}

function hookList({ hooks }: NoteSummary): HTMLElement | undefined {
  if (hooks.length === 0) return undefined;
  const items = hooks.map((hook) => element('li', { text: hookText(hook) }));
  return element('ul', { class: 'lorehearth-hooks', children: items });
}

function entryList({ entries, injected, undelivered }: NoteSummary): HTMLElement {
  if (entries.length === 0) {
    return element('p', { class: 'lorehearth-none', text: 'No entry was chosen for this reply.' });
  }
  const more = injected - entries.length;
  const rest =
    more > 0 ? element('li', { class: 'lorehearth-more', text: `and ${countOfEntries(more)} more` }) : undefined;
  const lost = new Set(undelivered.flatMap((one) => one.entries));
  const items = entries.map((entry) => entryItem(entry, lost.has(entry.id)));
  return element('ol', { class: 'lorehearth-entries', children: [...items, rest] });
}

function entryItem({ title, tokens, reason, card, matched }: NotedEntry, isLost: boolean): HTMLElement {
  const words = isExplainedByWords(reason) ? matched.map((word) => element('mark', { text: word })) : [];
  return element('li', {
    class: isLost ? 'lorehearth-lost' : undefined,
    children: [
      element('div', {
        class: 'lorehearth-entry-head',
        children: [
          element('span', { class: 'lorehearth-entry-title', text: title }),
          card === undefined ? undefined : element('span', { class: 'lorehearth-entry-card', text: `card of ${card}` }),
          element('span', { class: 'lorehearth-entry-tokens', text: isLost ? 'not delivered' : countOfTokens(tokens) }),
        ],
      }),
      element('div', {
        class: 'lorehearth-entry-why',
        children: [
          element('span', { text: words.length === 0 ? reasonText(reason) : `${reasonText(reason)}:` }),
          ...words,
        ],
      }),
    ],
  });
}
