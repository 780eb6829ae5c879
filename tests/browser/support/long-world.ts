import type { WireEntryDetail } from '../../../src/server/contract/wire-lore';
import { pictureNow } from './picture-clock';
import { entry, problem } from './scripted-lore';
import type { ScriptedServer } from './scripted-server';

const longWord = 'Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch'.repeat(3);
const longTitle = `The place that everybody calls by its whole name, ${longWord}, although nobody can say it in one breath`;

const paragraphs = Array.from(
  { length: 40 },
  (_, at) =>
    `${String(at + 1)}. The rope is paid out a hand’s breadth at a time, and the one who holds it counts aloud.`,
).join('\n\n');

const longEntries: readonly WireEntryDetail[] = [
  entry({
    id: 'id-long',
    title: longTitle,
    path: `Lore/${'A folder with a long name/'.repeat(5)}${longWord}.md`,
    keys: [longWord, ...Array.from({ length: 120 }, (_, at) => `key number ${String(at)}`)],
    tags: ['lorebook', ...Array.from({ length: 30 }, (_, at) => `tag-${String(at)}`)],
    type: 'a type with quite a long name',
    constant: true,
    tokens: 12_345,
    text: `${longWord}\n\n${paragraphs}`,
    properties: { summary: paragraphs.slice(0, 900), requires: [longTitle, 'Another'] },
    otherProperties: { [longWord]: [longWord] },
    problems: Array.from({ length: 6 }, (_, at) =>
      problem({ path: 'Lore/Long.md', line: at + 2, text: longWord.repeat(3) }),
    ),
  }),
  entry({ title: '潮見の鈴と水の底で鳴るもう一つの鐘の長い長い名前', keys: ['鈴', '鐘'], type: '物' }),
  entry({ title: 'ניגון הפעמון הטבוע', keys: ['פעמון'], type: 'rtl' }),
  ...Array.from({ length: 130 }, (_, at) =>
    entry({
      title: `Ropewalk ${String(at + 1)}`,
      keys: ['rope'],
      refineKeys: at % 3 === 0 ? [] : ['fire'],
      tokens: 30,
    }),
  ),
];

/** A text that wakes a hundred entries. */
export const longScene = `鈴 and פעמון: ${longWord}. ${'The rope went out over the water, and the rope came back. '.repeat(60)}`;

/** Fills a scripted server with whatever is too long, too many or written in another direction. */
export function fillLongWorld(server: ScriptedServer): void {
  server.entries = longEntries;
  server.problems = Array.from({ length: 300 }, (_, at) =>
    problem({
      path: `${'Deep/'.repeat(12)}${at % 5 === 0 ? longWord : `Note ${String(at)}`}.md`,
      line: 1_000 + at,
      text: longWord,
      message: `The value “${longWord.slice(0, 80)}” is too long to be a name. ${'Shorten it. '.repeat(at % 4)}`,
    }),
  );
  server.status = {
    vault: `A vault with a long name ${longWord}`,
    index: { kind: 'unreachable', reason: `The folder /${'deep/'.repeat(20)} does not answer.` },
    tokensExact: false,
    clients: Array.from({ length: 12 }, (_, at) => ({ name: `${longWord} ${String(at)}`, scopes: ['read' as const] })),
  };
  server.pairings = [
    {
      id: 'p',
      code: '000000',
      client: longWord,
      origin: `https://${longWord.toLowerCase()}.example`,
      expiresAt: pictureNow + 90_000,
    },
  ];
}
