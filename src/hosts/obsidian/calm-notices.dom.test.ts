import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ShownNotices } from '../../../tests/support/obsidian-plugin';
import { CalmNotices } from './calm-notices';

let shown: ShownNotices;
let notices: CalmNotices;
let time = 0;

beforeEach(() => {
  shown = new ShownNotices();
  time = 0;
  notices = new CalmNotices(() => time);
});
afterEach(() => {
  vi.restoreAllMocks();
});

it('says the same words once within ten seconds', () => {
  notices.say('server', 'Taken.');
  time = 9_999;
  notices.say('server', 'Taken.');
  expect(shown.texts).toEqual(['Taken.']);
  time = 10_000;
  notices.say('server', 'Taken.');
  expect(shown.texts).toEqual(['Taken.', 'Taken.']);
});

it('replaces what it said about a subject', () => {
  notices.say('server', 'Taken.');
  notices.say('index', '3 entries.');
  notices.say('server', 'Listening.');
  expect(shown.open.map((notice) => notice.messageEl.textContent)).toEqual(['3 entries.', 'Listening.']);
});

it('takes back what is no longer true', () => {
  notices.say('server', 'Taken.');
  notices.forget('server');
  notices.forget('never said');
  expect(shown.open).toEqual([]);
});

it('takes everything back in the end', () => {
  notices.say('server', 'Taken.');
  notices.say('index', '3 entries.');
  notices.close();
  expect(shown.open).toEqual([]);
});
