import { describe, expect, test } from 'vitest';
import { chatOf, injectedTitles, lore, turn } from '../support/lore-vault';

/** Whether a note with these properties is injected where the last message says this. */
async function isFound(properties: string, text: string, request = {}): Promise<boolean> {
  const result = await turn({ 'Note.md': lore(`title: Zzz\n${properties}`) }, chatOf(`Mara: ${text}`), { request });
  return injectedTitles(result).length > 0;
}

const key = (text: string): string => `keys: [${JSON.stringify(text)}]`;

/** What a kind is, the properties of its notes, and rows of a key, a text, and whether it is found. */
type Kind = readonly [about: string, properties: string, rows: readonly (readonly [string, string, boolean])[]];

const kinds: readonly Kind[] = [
  [
    'BR-008 letter case in other scripts',
    'case_sensitive: true',
    [
      ['Ørn', 'ørn', false],
      ['Ørn', 'Ørn', true],
      ['Лис', 'лис', false],
      ['Λύκος', 'ΛΎΚΟΣ', false],
      ['DŽ', 'dž', false],
    ],
  ],
  [
    'BR-008 letter case that does not count',
    'case_sensitive: false',
    [
      ['ΛΎΚΟΣ', 'λύκος', true],
      ['STRASSE', 'straße', true],
      ['Iris', 'IRIS', true],
      ['ﬁre', 'FIRE', true],
      ['ＦＯＸ', 'fox', true],
    ],
  ],
  [
    'BR-009 and BR-016 scripts without spaces',
    '',
    [
      ['ບ້ານ', 'ຢູ່ບ້ານເກົ່າ', true],
      ['ផ្ទះ', 'នៅផ្ទះចាស់', true],
      ['အိမ်', 'ဒီအိမ်ဟောင်း', true],
      ['カタナ', '彼のカタナが光る', true],
      ['かさ', 'そのかさを', true],
      ['부산', '부산으로 간다', true],
      ['東京', '东京', false],
    ],
  ],
  [
    'BR-011 marks of full width',
    '',
    [
      ['灯台', '『灯台』へ', true],
      ['灯台', '灯台、夜。', true],
      ['灯台', '（灯台）！', true],
      ['Nova', '「Nova」です', true],
      ['Nova', '【Nova】', true],
      ['Nova', '「Novae」', false],
    ],
  ],
  [
    'BR-013 and BR-017 words of other alphabets',
    '',
    [
      ['Λύκος', 'ο Λύκος, εδώ', true],
      ['λύκο', 'λύκος', false],
      ['Արև', 'Արև։', true],
      ['მზე', 'მზეო', false],
      ['چراغ', 'آن چراغ است', true],
      ['چراغ', 'چراغها', false],
      ['दीप', 'वह दीप है', true],
      ['दीप', 'दीपक', false],
    ],
  ],
  [
    'BR-018 marks that nobody sees',
    '',
    [
      ['קמר', '\u202bקמר\u202c', true],
      ['קמר', '\u2067קמר\u2069!', true],
      ['bell', 'the \u200ebell\u200f', true],
      ['bell', 'be\u00adll', true],
      ['bell', 'be\u200bll', true],
      ['be\u200bll', 'bell', true],
    ],
  ],
  [
    'BR-021 letters that can be written in two ways',
    '',
    [
      ['한강', '한강'.normalize('NFD'), true],
      ['한강'.normalize('NFD'), '한강', true],
      ['Nguyễn', 'Nguyễn'.normalize('NFD'), true],
      ['が', 'か\u3099', true],
      ['Å', '\u212b', true],
      ['Ω', '\u2126', true],
      ['ệ', 'e\u0302\u0323', true],
    ],
  ],
  [
    'BR-024 a word before a letter with a mark',
    '',
    [
      ['Jo', 'Joe\u0301', false],
      ['Zo', 'Zoë', false],
      ['Zoe', 'Zoe\u0308', false],
      ['мо', 'мой', false],
      ['Ann', 'Ann’s', true],
      ['Zoë', 'Zoë!', true],
    ],
  ],
  [
    'BR-019 pictures of several signs',
    '',
    [
      ['👩‍🚀', 'the 👩‍🚀 waves', true],
      ['🇩🇪', 'from 🇩🇪🇫🇷', true],
      ['👍', 'yes 👍🏽', true],
      ['❤️', 'a ❤ here', true],
    ],
  ],
  [
    'BR-029 signs of patterns',
    '',
    [
      ['a.c', 'abc', false],
      ['[x]', 'an [x] here', true],
      ['\\d+', '12', false],
      ['\\d+', 'write \\d+ here', true],
      ['^bell$', 'bell', false],
      ['$5', 'costs $5', true],
      ['(?i)bell', 'bell', false],
    ],
  ],
];

describe.each(kinds)('%s', (_, properties, rows) => {
  test.each(rows)('the key %j in %j: %s', async (written, text, found) => {
    expect(await isFound(`${key(written)}\n${properties}`, text)).toBe(found);
  });
});

describe('BR-034 names in keys', () => {
  const request = { personaName: 'Wren Ash', character: { name: 'Vesk', texts: {}, tags: [], avatar: '' } };

  test.each([
    ['keys: ["{{USER}}"]', 'Wren Ash waves', true],
    ['keys: ["{{user}}’s lamp"]', "Wren Ash's lamp", true],
    ['keys: ["{{char}} and {{user}}"]', 'vesk and wren ash', true],
    ['keys: ["/^.?{{char}}\\\\b/"]', 'Vesk nods', true],
    ['keys: [lamp]\nrefine_keys: ["{{char}}"]', 'the lamp of Vesk', true],
    ['keys: [lamp]\nrefine_keys: ["{{char}}"]', 'the lamp', false],
    ['keys: [lamp]\nexclude_keys: ["{{user}}"]', 'the lamp of Wren Ash', false],
  ])('%j in %j: %s', async (properties, text, found) => {
    const settings = { speakerNames: false };
    const notes = { 'Note.md': lore(`title: Zzz\n${properties}`) };
    const result = await turn(notes, chatOf(`Someone: ${text}`), { request, settings });
    expect(injectedTitles(result).length > 0).toBe(found);
  });

  test.each(['{{user}}', '{{char}}', 'x {{user}}', '/{{char}}/', '/.*{{user}}/'])(
    'without a name %j finds nothing, and so keeps nothing out',
    async (written) => {
      expect(await isFound(key(written), `x  ${written}, anything`)).toBe(false);
      expect(await isFound(`keys: [lamp]\nexclude_keys: [${JSON.stringify(written)}]`, 'a lamp')).toBe(true);
    },
  );
});

describe('BR-036 keys that show nothing', () => {
  test.each(['\u2060', '\u200d', '\ufe0f', '\u0301', '\u3000', '\u00a0', '\u202e', '\u3164', '\t\n'])(
    '%j finds nothing, in whatever list it stands',
    async (written) => {
      const text = `a lamp ${written} and${written}`;
      expect(await isFound(`${key(written)}\nwhole_words: false`, text)).toBe(false);
      expect(await isFound(`keys: [lamp]\nexclude_keys: [${JSON.stringify(written)}]`, text)).toBe(true);
    },
  );
});
