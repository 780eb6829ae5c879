import { beforeEach, expect, it } from 'vitest';
import type { CardImport } from '../cards/card-import';
import { noteOf } from '../message-note';
import { SettingsStore } from '../settings';
import { answer } from '../testing/answers';
import { FakeTavern } from '../testing/fake-tavern';
import { CardsPanel } from './cards-panel';
import { loreDetails } from './lore-details';

let names: string[];
let outcome: Awaited<ReturnType<CardImport['import']>>;
let asked: string[];

const cards = {
  get names() {
    return names;
  },
  has: (name: string) => names.includes(name),
  import: (name: string) => {
    asked.push(name);
    return Promise.resolve(outcome);
  },
} as unknown as CardImport;

const buttonsIn = (shown: HTMLElement): HTMLButtonElement[] => [...shown.querySelectorAll('button')];

beforeEach(() => {
  names = ['Ilse'];
  outcome = { isDone: true, sentence: '3 notes made in Lore/Ilse.' };
  asked = [];
});

it('has the lorebooks in cards read when the player says so, and not before', () => {
  const settings = new SettingsStore(new FakeTavern().context);
  const panel = new CardsPanel(settings, cards);
  document.body.replaceChildren(panel.element);
  panel.refresh();
  const box = panel.element.querySelector('input');
  expect(box?.checked).toBe(false);
  box?.click();
  expect(settings.get().cardBooks).toBe(true);
  panel.refresh();
  expect(box?.checked).toBe(true);
});

it('makes notes with one click and says what became of it', async () => {
  const panel = new CardsPanel(new SettingsStore(new FakeTavern().context), cards);
  panel.refresh();
  const [button] = buttonsIn(panel.element);
  button?.click();
  expect(button?.disabled).toBe(true);
  await Promise.resolve();
  panel.refresh();
  expect(panel.element.querySelector('[role=status]')?.textContent).toBe('3 notes made in Lore/Ilse.');
  expect(asked).toEqual(['Ilse']);
});

it('lets the player try again after a failure', async () => {
  outcome = { isDone: false, sentence: 'Lorehearth is not connected.' };
  const panel = new CardsPanel(new SettingsStore(new FakeTavern().context), cards);
  panel.refresh();
  buttonsIn(panel.element)[0]?.click();
  await Promise.resolve();
  expect(buttonsIn(panel.element)[0]?.disabled).toBe(false);
  expect(panel.element.querySelector('.lorehearth-problem')?.textContent).toBe('Lorehearth is not connected.');
});

it('offers nothing for characters without a lorebook', () => {
  const panel = new CardsPanel(new SettingsStore(new FakeTavern().context), cards);
  panel.refresh();
  names = [];
  panel.refresh();
  expect(buttonsIn(panel.element)).toEqual([]);
});

it('what shaped a reply names the card of each entry that stands in one, and offers its import while the card is there', () => {
  const [note] = answer('g').entries;
  if (note === undefined) throw new Error('No entry.');
  const mill = { ...note, id: 'e2', title: 'Mill', path: '', source: { kind: 'card' as const, card: 'Ilse' } };
  const shown = loreDetails(noteOf(answer('g', { entries: [note, mill] }), []), cards);
  const labels = [...shown.querySelectorAll('.lorehearth-entry-head')].map((head) => head.textContent);
  expect(labels).toEqual(['Keep6 tokens', 'Millcard of Ilse6 tokens']);
  expect(buttonsIn(shown).map((button) => button.textContent)).toEqual(['Import Ilse’s lorebook as notes']);
  names = [];
  expect(buttonsIn(loreDetails(noteOf(answer('g', { entries: [mill] }), []), cards))).toEqual([]);
});
