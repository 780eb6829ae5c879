import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ShownNotices } from '../../../tests/support/obsidian-plugin';
import type { WaitingPairing } from '../../server/pairing';
import { PairingNotice, type Decide } from './pairing-notice';

const pairing = (id: string, changes: Partial<WaitingPairing> = {}): WaitingPairing => ({
  id,
  code: '012345',
  client: 'SillyTavern',
  origin: 'http://127.0.0.1:8000',
  expiresAt: 0,
  ...changes,
});

let notices: ShownNotices;
let decide: ReturnType<typeof vi.fn<Decide>>;
let notice: PairingNotice;

beforeEach(() => {
  notices = new ShownNotices();
  decide = vi.fn<Decide>();
  notice = new PairingNotice(decide);
});
afterEach(() => {
  vi.restoreAllMocks();
});

const openTexts = (): readonly string[] => notices.open.map((one) => one.messageEl.textContent);
const button = (text: string, at = 0): HTMLButtonElement | undefined =>
  [...(notices.open[0]?.messageEl.querySelectorAll('button') ?? [])].filter((one) => one.textContent === text)[at];

it('shows who asks, from where, and the code in two groups, until it is decided', () => {
  notice.follow([pairing('a')]);
  expect(openTexts()).toHaveLength(1);
  expect(openTexts()[0]).toContain('SillyTavern at http://127.0.0.1:8000 asks to use the lore of this vault.');
  expect(openTexts()[0]).toContain('012 345');
  notice.follow([]);
  expect(openTexts()).toEqual([]);
});

it('names a program as one on this computer', () => {
  const { origin: _, ...program } = pairing('a');
  notice.follow([program]);
  expect(openTexts()[0]).toContain('SillyTavern on this computer asks');
});

it.each([
  ['Allow', 'allow'],
  ['Deny', 'deny'],
])('hands on the answer %s', (text, decision) => {
  notice.follow([pairing('a')]);
  button(text)?.click();
  expect(decide).toHaveBeenCalledExactlyOnceWith('012345', decision);
});

it('keeps a click on a button from the app, which would close the notice', () => {
  notice.follow([pairing('a')]);
  const closing = vi.fn();
  notices.open[0]?.messageEl.addEventListener('click', closing);
  button('Deny')?.click();
  expect(closing).not.toHaveBeenCalled();
});

it('shows several pairings in one notice', () => {
  notice.follow([pairing('a')]);
  notice.follow([pairing('a'), pairing('b', { code: '999888', client: 'Script' })]);
  expect(openTexts()).toHaveLength(1);
  expect(openTexts()[0]).toContain('012 345');
  expect(openTexts()[0]).toContain('999 888');
  button('Allow', 1)?.click();
  expect(decide).toHaveBeenCalledWith('999888', 'allow');
});

it('stays the same notice while nothing new comes', () => {
  notice.follow([pairing('a'), pairing('b')]);
  notice.follow([pairing('a'), pairing('b')]);
  notice.follow([pairing('b')]);
  expect(notices.texts).toHaveLength(1);
  expect(openTexts()[0]?.match(/asks to use/g)).toHaveLength(1);
});

it('does not come back by itself after the user put it off', () => {
  notice.follow([pairing('a')]);
  notices.open[0]?.hide();
  notice.follow([pairing('a')]);
  expect(openTexts()).toEqual([]);
  notice.showAgain([pairing('a')]);
  expect(openTexts()).toHaveLength(1);
});

it('goes when the plugin goes', () => {
  notice.follow([pairing('a')]);
  notice.close();
  expect(openTexts()).toEqual([]);
});
