import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { EntryProblem } from './entry-problem';
import type { LoreEntry, NoteReading } from './lore-entry';
import { parseNote } from './parse-note';
import type { ParseOptions } from './parse-options';

const options: ParseOptions = {
  vaultId: 'vault',
  vaultName: 'Vault',
  tags: {
    lore: 'lorebook',
    always: 'lorebook-always',
    never: 'lorebook-never',
    bootstrap: 'lorebook-bootstrap',
    seed: 'lorebook-seed',
    guide: 'lorebook-guide',
    session: 'lorebook-session',
  },
  aliasesAreKeys: true,
  templateFolder: 'Templates',
};

function read(source: string, path = 'Lore/Note.md', changes: Partial<ParseOptions> = {}): NoteReading {
  return parseNote(path, source, { ...options, ...changes });
}

/** The entry that a note must be. */
function entryOf(source: string, path?: string, changes?: Partial<ParseOptions>): LoreEntry {
  const reading = read(source, path, changes);
  if (reading.kind !== 'entry') throw new Error(`The note is ${reading.kind}.`);
  return reading.entry;
}

/** A lore note with more properties. */
function lore(properties: string, body = 'Body'): string {
  return `---\ntags: [lorebook]\n${properties}\n---\n${body}`;
}

const keysOf = (entry: LoreEntry): readonly string[] => entry.keys.map((key) => key.text);
const codesOf = (problems: readonly EntryProblem[]): readonly string[] => problems.map((problem) => problem.code);

function problemsOf(reading: NoteReading): readonly EntryProblem[] {
  return reading.kind === 'entry' ? reading.entry.problems : reading.problems;
}

describe('which notes are entries', () => {
  test.each([
    ['BR-097 a text with commas', '---\ntags: lorebook, npc\n---\nBody'],
    ['BR-097 a list', '---\ntags:\n  - lorebook\n---\nBody'],
    ['BR-098 a text with spaces', '---\ntags: npc lorebook\n---\nBody'],
    ['BR-098 the name tag', '---\ntag: lorebook\n---\nBody'],
    ['BR-098 a name in capitals', '---\nTags: lorebook\n---\nBody'],
    ['BR-099 a hash sign', '---\ntags: "#lorebook"\n---\nBody'],
    ['BR-099 a nested tag', '---\ntags: ["#lorebook/npc"]\n---\nBody'],
    ['BR-100 other letter case', '---\ntags: [Lorebook]\n---\nBody'],
    ['BR-104 a tag in the body alone', 'Body #lorebook'],
    ['BR-104 a tag in the properties alone', '---\ntags: [lorebook]\n---\nBody'],
    ['BR-092 a byte-order mark', '\uFEFF---\ntags: [lorebook]\n---\nBody'],
    ['BR-093 Windows line ends', '---\r\ntags: [lorebook]\r\n---\r\nBody\r\n'],
  ])('an entry is a note with the lore tag: %s', (_, source) => {
    expect(entryOf(source)).toMatchObject({ text: 'Body', problems: [] });
  });

  test.each([
    ['BR-102 a tag in code', 'A\n```\n#lorebook\n```\nand `#lorebook-always`.', 'no-lore-tag'],
    ['no tag', '---\ntags: [npc]\n---\nlorebook', 'no-lore-tag'],
    ['another tag that begins alike', '---\ntags: [lorebooks]\n---\nBody', 'no-lore-tag'],
    ['a marker tag alone', '---\ntags: [lorebook-always]\n---\nBody', 'no-lore-tag'],
    ['a session note', '---\ntags: [lorebook-session]\n---\nBody', 'session-note'],
  ])('is none with %s', (_, source, reason) => {
    expect(read(source)).toEqual({ kind: 'skipped', reason, problems: [] });
  });

  test('a session note that is tagged as lore too is an entry', () => {
    expect(read('---\ntags: [lorebook-session, lorebook]\n---\nBody').kind).toBe('entry');
  });

  test('BR-100 marker tags in other letter case count', () => {
    expect(entryOf('---\ntags: [Lorebook, LOREBOOK-Always]\n---\nBody').constant).toBe(true);
  });

  test.each([
    ['Templates', 'Templates/Npc.md', 'skipped'],
    ['templates/', 'Templates/Deep/Npc.md', 'skipped'],
    ['./Templates', 'Templates/Npc.md', 'skipped'],
    ['Templates', 'Templates 2/Npc.md', 'entry'],
    ['', 'Templates/Npc.md', 'entry'],
    ['/', 'Templates/Npc.md', 'entry'],
    ['Caf\u00e9', 'Cafe\u0301/Npc.md', 'skipped'],
  ])('BR-090 with the template folder "%s" the note %s is %s', (templateFolder, path, kind) => {
    expect(read(lore('keys: ["<% tp.file.title %>"]'), path, { templateFolder }).kind).toBe(kind);
  });

  test('BR-090 outside it a placeholder is reported', () => {
    const entry = entryOf(lore('keys: ["<% tp.file.title %>"]'));
    expect(keysOf(entry)).toEqual(['<% tp.file.title %>']);
    expect(codesOf(entry.problems)).toEqual(['key-placeholder']);
  });

  test('the tag names are settings, with letters of any kind', () => {
    const tags = { ...options.tags, lore: 'caf\u00e9' };
    expect(read('---\ntags: [cafe\u0301]\n---\nBody', 'n.md', { tags }).kind).toBe('entry');
    expect(read('---\ntags: [lorebook]\n---\nBody', 'n.md', { tags }).kind).toBe('skipped');
  });
});

describe('notes that cannot be read', () => {
  const broken = '---\ntags: [lorebook]\nkeys: [Ember\n---\nBody';

  test('BR-083 fail alike every time, and load once they are corrected', () => {
    const first = read(broken);
    expect(first).toMatchObject({ kind: 'quarantined', problems: [{ code: 'frontmatter-broken', line: 3 }] });
    expect(read(broken)).toEqual(first);
    expect(keysOf(entryOf(broken.replace('[Ember', '[Ember]')))).toEqual(['Ember']);
  });

  test('BR-085 a broken note does not keep the others out', () => {
    const notes = [lore('keys: [a]'), lore('allies: [[Vex]] [[Orr]]\nword'), lore('keys: [b]')];
    const readings = notes.map((source, index) => read(source, `Lore/${String(index)}.md`));
    expect(readings.map((reading) => reading.kind)).toEqual(['entry', 'quarantined', 'entry']);
    expect(readings[1]).toMatchObject({ problems: [{ path: 'Lore/1.md', line: 3 }] });
  });

  test.each([
    ['BR-086 stars for dashes', '---\nkeys:\n  * Ember\ntags:\n  * lorebook\n---\nBody', 'frontmatter-broken', 3],
    [
      'BR-087 a property given twice',
      '---\ntags: [lorebook]\nkeys: [A]\nkeys: [B]\n---\nBody',
      'property-duplicate',
      4,
    ],
    ['BR-088 a tab as indentation', '---\ntags: [lorebook]\nkeys:\n\t- Ember\n---\nBody', 'tab-indentation', 4],
    ['a missing second fence', '---\ntags: [lorebook]\nkeys: [A]\n\nBody', 'frontmatter-unclosed', 1],
    ['a list in place of properties', '---\n- tags: lorebook\n---\nBody', 'frontmatter-not-properties', 2],
    ['a text in place of properties', '---\ntags lorebook\n---\nBody', 'frontmatter-not-properties', 2],
    ['a tag in the body', '---\nkeys: [A\n---\nBody #lorebook', 'frontmatter-broken', 2],
    ['a guide tag', '---\ntags: [lorebook-guide]\na: [b\n---\nBody', 'frontmatter-broken', 3],
  ])('are quarantined with %s', (_, source, code, line) => {
    expect(read(source)).toMatchObject({ kind: 'quarantined', problems: [{ code, line, path: 'Lore/Note.md' }] });
  });

  test('are not ours where no tag shows', () => {
    expect(read('---\nkeys: [A\n---\nA plugin called lorebook.')).toMatchObject({ kind: 'skipped', problems: [] });
  });

  test('a block of text between rules is a part of the text', () => {
    const entry = entryOf('---\n\nA quiet scene.\n\n---\n\nAnd another. #lorebook');
    expect(entry.text).toBe('---\n\nA quiet scene.\n\n---\n\nAnd another.');
    expect(codesOf(entry.problems)).toEqual(['frontmatter-is-text']);
  });

  test.each([
    ['BR-099 a tag after a dash', '---\ntags:\n  - #lorebook\n---\nBody', 3],
    ['a tag after the name', '---\nera: x\ntags: #lorebook\n---\nBody', 3],
  ])('%s is a comment to YAML: listed as a likely mistake', (_, source, line) => {
    expect(read(source)).toMatchObject({
      kind: 'skipped',
      reason: 'no-lore-tag',
      problems: [{ code: 'tag-as-comment', line }],
    });
  });

  test('a marker tag that is a comment is reported on the entry', () => {
    const entry = entryOf('---\ntags:\n  - lorebook\n  - #lorebook-always\n---\nBody');
    expect(entry.constant).toBe(false);
    expect(entry.problems).toMatchObject([{ code: 'tag-as-comment', line: 4, text: '- #lorebook-always' }]);
  });

  test('a key that is a comment is reported', () => {
    const entry = entryOf(lore('keys:\n  - #nightwatch\n  - Ember\n  # - Coal\n  - # nothing'));
    expect(keysOf(entry)).toEqual(['Ember']);
    expect(entry.problems).toMatchObject([{ code: 'value-as-comment', line: 4, text: '- #nightwatch' }]);
    expect(entryOf(lore('keys: [Ember] # - #note')).problems).toEqual([]);
    expect(entryOf(lore('summary: |\n  - #a list in a text')).problems).toEqual([]);
  });

  test('properties below a blank line are reported', () => {
    expect(read('\n---\ntags: [lorebook]\n---\nBody')).toMatchObject({
      kind: 'skipped',
      problems: [{ code: 'frontmatter-not-first' }],
    });
    expect(read('\n---\ntags: [npc]\n---\nThe word lorebook.')).toMatchObject({ kind: 'skipped', problems: [] });
  });
});

describe('marks', () => {
  test.each([
    ['constant', 'lorebook-always', 'constant: true'],
    ['bootstrap', 'lorebook-bootstrap', 'bootstrap: true'],
    ['seed', 'lorebook-seed', 'seed: true'],
  ] as const)('%s is said by a tag or by a property', (field, tag, property) => {
    expect(entryOf(lore('era: x'))[field]).toBe(false);
    expect(entryOf(`---\ntags: [lorebook, ${tag}]\n---\nBody`)[field]).toBe(true);
    expect(entryOf(lore(property))[field]).toBe(true);
    expect(entryOf(`---\ntags: [lorebook, ${tag}]\n${property.replace('true', 'false')}\n---\nBody`)[field]).toBe(
      false,
    );
  });

  test('an entry is never injected by its tag, and off by its property', () => {
    expect(entryOf('---\ntags: [lorebook, lorebook-never]\n---\nBody')).toMatchObject({ never: true, enabled: true });
    expect(entryOf(lore('enabled: "false"'))).toMatchObject({ never: false, enabled: false });
  });

  test('BR-082 booleans are read quoted or not, and the rest is reported', () => {
    expect(entryOf(lore('enabled: "false"\nconstant: "yes"'))).toMatchObject({
      enabled: false,
      constant: true,
      problems: [],
    });
    const entry = entryOf(lore('enabled: perhaps'));
    expect(entry.enabled).toBe(true);
    expect(codesOf(entry.problems)).toEqual(['value-not-understood']);
  });

  test.each([
    ['its tag alone', '---\ntags: [lorebook-guide]\n---\n# Voice\nBody %%secret%%'],
    ['both tags', '---\ntags: [lorebook, lorebook-guide, lorebook-always]\n---\n# Voice\nBody'],
    ['the property', '---\ntags: [lorebook]\nguide: true\nconstant: true\n---\n# Voice\nBody'],
  ])('a guide is no entry, with %s', (_, source) => {
    expect(read(source, 'Guides/Voice.md')).toEqual({
      kind: 'guide',
      guide: { path: 'Guides/Voice.md', title: 'Voice', text: 'Body' },
      problems: [],
    });
  });

  test('problems of a guide are told', () => {
    expect(codesOf(problemsOf(read('---\ntags: [lorebook-guide]\npriority: soon\n---\n%% a')))).toEqual([
      'value-not-understood',
      'comment-unclosed',
    ]);
  });

  test('a nested tag gives the type, and the property is stronger', () => {
    expect(entryOf('---\ntags: [lorebook/character/npc]\n---\nBody')).toMatchObject({
      type: 'character/npc',
      tags: ['lorebook/character/npc'],
    });
    expect(entryOf('---\ntags: [lorebook/character, lorebook, town]\ntype: Person\n---\nBody')).toMatchObject({
      type: 'Person',
      tags: ['lorebook/character', 'town'],
    });
    expect(entryOf(lore('era: x')).type).toBeUndefined();
  });
});

describe('keys', () => {
  test.each([
    ['BR-072 a day', 'keys: [2031-04-12]', ['2031-04-12']],
    [
      'BR-073 words that look like booleans',
      'keys: [no, yes, on, off, y, n, "null"]',
      ['no', 'yes', 'on', 'off', 'y', 'n', 'null'],
    ],
    ['BR-075 a number', 'keys: 1984', ['1984']],
    ['BR-077 an empty item', 'keys:\n  -\n  - Ember', ['Ember']],
    [
      'BR-025 a pattern with a comma',
      'keys: "/dragons?{1,3}|wyrms, old/i, ember"',
      ['/dragons?{1,3}|wyrms, old/i', 'ember'],
    ],
    ['BR-032 commas', 'keys: Orrin, the Grey Abbot , abbot', ['Orrin', 'the Grey Abbot', 'abbot']],
    ['BR-089 a tab after the name', 'keys:\t[Ember]\nsummary: text\twith tab', ['Ember']],
    ['keys and aliases', 'keys: [Ember]\naliases: [Cinder, Ember]', ['Ember', 'Cinder']],
    ['title and aliases', 'title: The Ember\naliases: Cinder, Coal', ['The Ember', 'Cinder', 'Coal']],
    ['the title alone', 'era: x', ['Note']],
    ['no keys at all', 'keys: []\naliases: [Cinder]\nconstant: true', []],
  ])('%s', (_, properties, keys) => {
    expect(keysOf(entryOf(lore(properties)))).toEqual(keys);
  });

  test('aliases join written keys only where the setting says so', () => {
    const without = { aliasesAreKeys: false };
    expect(keysOf(entryOf(lore('keys: [Ember]\naliases: [Cinder]'), 'n.md', without))).toEqual(['Ember']);
    expect(keysOf(entryOf(lore('aliases: [Cinder]'), 'n.md', without))).toEqual(['n', 'Cinder']);
  });

  test('BR-026 a slash without flags is a letter', () => {
    const { keys } = entryOf(lore(String.raw`keys: ['/wyr(m|ms)\b/i', AC/DC, /home/user]`));
    expect(keys.map((key) => key.kind)).toEqual(['regex', 'literal', 'literal']);
  });

  test('BR-028 an invalid pattern is told with path and reason, and the other key stays', () => {
    const entry = entryOf(lore('keys: ["/unclosed(/", Lantern]'));
    expect(entry.keys.filter((key) => key.kind === 'literal').map((key) => key.text)).toEqual(['Lantern']);
    expect(entry.problems).toMatchObject([
      { code: 'key-regex-invalid', path: 'Lore/Note.md', line: 3, text: '/unclosed(/' },
    ]);
  });

  test('BR-029 signs in literal keys mean nothing', () => {
    const { keys } = entryOf(lore('keys: ["Vault (lower)?", "Dr. Quill [ret.]", 50% Club, a|b]'));
    expect(keys.every((key) => key.kind === 'literal')).toBe(true);
    expect(keys).toHaveLength(4);
  });

  test('BR-030 a runaway pattern is a key like others: whoever searches must watch it', () => {
    expect(entryOf(lore('keys: "/(a+)+$/"')).keys).toMatchObject([{ kind: 'regex', source: '(a+)+$' }]);
  });

  test('BR-036 keys that show nothing leave the entry without usable keys', () => {
    const entry = entryOf(lore('keys: ["", " ", "\\u200b"]'));
    expect(entry.keys).toEqual([]);
    expect(entry.problems).toMatchObject([{ code: 'keys-blank', line: 3 }]);
    expect(entry.problems[0]?.message).toMatch(/no usable keys/);
    expect(entryOf(lore('keys: []\nconstant: true')).problems).toEqual([]);
  });

  test('BR-078 empty properties are absent, and empty keys are told', () => {
    const entry = entryOf('---\ntags: [lorebook]\nkeys:\npriority:\nrequires: ~\nera: null\n---\nBody');
    expect(entry).toMatchObject({ priority: 100, properties: {} });
    expect(keysOf(entry)).toEqual(['Note']);
    expect(entry.problems.map((problem) => [problem.severity, problem.line, problem.message])).toEqual([
      ['info', 3, '"keys" has no value; title and aliases are the keys. Write [] for no keys at all.'],
    ]);
  });

  test('secondary and exclude keys are read alike', () => {
    const entry = entryOf(lore('refine_keys: [a, /b/]\nexclude_keys: c, d'));
    expect(entry.refineKeys.map((key) => key.kind)).toEqual(['literal', 'regex']);
    expect(entry.excludeKeys.map((key) => key.text)).toEqual(['c', 'd']);
  });
});

describe('lists of entries', () => {
  test.each([
    ['BR-080', 'requires: [[Bell Tower]]', ['Bell Tower']],
    [
      'BR-081',
      'requires:\n  - [[Bell Tower]]\n  - "[[Quay|the quay]]"\n  - "[[Lore/Mill#History]]"\n  - Plain Note',
      ['Bell Tower', 'Quay', 'Lore/Mill', 'Plain Note'],
    ],
  ])('%s links without quotes are links', (_, properties, requires) => {
    expect(entryOf(lore(properties)).properties.requires).toEqual(requires);
  });
});

describe('the text', () => {
  test('BR-092 is free of the byte-order mark', () => {
    expect(entryOf('\uFEFF---\ntags: [lorebook]\nkeys: [Ember]\n---\nBody').text).toBe('Body');
    expect(entryOf('\uFEFFBody #lorebook').text).toBe('Body');
  });

  test('BR-093 has no carriage returns, and no property has', () => {
    const entry = entryOf('---\r\ntags: [lorebook]\r\nsummary: "Beware the tide."\r\n---\r\nBody\r\nmore\r\n');
    expect(entry.text).toBe('Body\nmore');
    expect(JSON.stringify(entry)).not.toContain('\\r');
    expect(entry.properties.summary).toBe('Beware the tide.');
  });

  test('BR-095 keeps its rules', () => {
    expect(entryOf(lore('era: x', 'One\n\n---\n\nTwo\n\n---\n\nThree')).text).toBe('One\n\n---\n\nTwo\n\n---\n\nThree');
  });

  test('BR-105 holds no comment, and neither do the links', () => {
    const body = 'Mira keeps the [[Mill]]. %% she is the [[Killer]] %% She is kind.\n\n%%\nmore\n\nsecret\n%%\n\nEnd.';
    expect(entryOf(lore('era: x', body))).toMatchObject({
      text: 'Mira keeps the Mill. She is kind.\n\nEnd.',
      links: ['Mill'],
    });
  });

  test('a comment that nothing closes is told with its line', () => {
    expect(entryOf(lore('era: x', 'One.\n@@\n%% two')).problems).toMatchObject([
      { code: 'comment-unclosed', line: 7, text: '%%' },
    ]);
    expect(entryOf(lore('era: x', '@@end\nOne.\n<!-- two')).problems).toMatchObject([
      { code: 'comment-unclosed', line: 7, text: '<!' },
    ]);
  });

  test('properties never come into it', () => {
    expect(entryOf(lore('summary: SECRET\nborn: SECRET')).text).toBe('Body');
  });

  test('our tags that made the note an entry are left out at its end', () => {
    expect(entryOf('The pike swims.\n\n#lorebook #fish').text).toBe('The pike swims.\n\n#fish');
  });

  test('no text is told', () => {
    expect(entryOf(lore('era: x', '# Title\n%%a%%'))).toMatchObject({
      text: '',
      title: 'Title',
      problems: [{ code: 'body-empty', line: 5 }],
    });
  });

  test('links are listed in order, each once, without embeds', () => {
    const body = '# The [[Mill]]\n[[Quay|q]] ![[Map]] [[Lore/Tower#Bell]] [[Quay]] [[#Below]]';
    expect(entryOf(lore('era: x', body)).links).toEqual(['Mill', 'Quay', 'Lore/Tower']);
  });
});

describe('identity', () => {
  test('BR-108 two notes of one name are two entries that know their paths', () => {
    const north = entryOf(lore('keys: [north quay]\ncooldown: 2'), 'North/Harbour.md');
    const south = entryOf(lore('keys: [south quay]\ncooldown: 2'), 'South/Harbour.md');
    expect([north.title, south.title]).toEqual(['Harbour', 'Harbour']);
    expect(north.id).not.toBe(south.id);
    expect([north.path, south.path, north.folders]).toEqual(['North/Harbour.md', 'South/Harbour.md', ['North']]);
    expect(north.properties.cooldown).toEqual({ count: 2, unit: 'turns' });
  });

  test('it does not depend on the text, and the hash of the content does', () => {
    const before = entryOf(lore('era: x', 'One'));
    const after = entryOf(lore('era: x', 'Two'));
    expect(after.id).toBe(before.id);
    expect(after.contentHash).not.toBe(before.contentHash);
    expect(entryOf(lore('era: x', 'One'), 'Lore/Note.md', { vaultId: 'other' }).id).not.toBe(before.id);
  });

  test('order is the priority unless it is written', () => {
    expect(entryOf(lore('priority: 20'))).toMatchObject({ priority: 20, order: 20 });
    expect(entryOf(lore('priority: 20\norder: 5'))).toMatchObject({ priority: 20, order: 5 });
    expect(entryOf(lore('era: x'))).toMatchObject({ priority: 100, order: 100 });
  });
});

describe('decorators', () => {
  test('are stronger than properties, leave the text, and tell their lines', () => {
    const entry = entryOf(
      lore(
        'priority: 20\nposition: before\nexclude_keys: [a]',
        '\n@@priority 5\n@@depth 2\n@@exclude_keys b\n@@role nobody\n\nBody',
      ),
    );
    expect(entry).toMatchObject({
      text: 'Body',
      priority: 5,
      order: 5,
      properties: { position: 'in_chat', depth: 2 },
      problems: [{ code: 'decorator-value', line: 11 }],
    });
    expect(entry.excludeKeys.map((key) => key.text)).toEqual(['a', 'b']);
    expect(entry.decorators.block).toBe('@@priority 5\n@@depth 2\n@@exclude_keys b\n@@role nobody\n');
  });

  test('are read with Windows line ends', () => {
    expect(entryOf('---\r\ntags: [lorebook]\r\n---\r\n@@activate\r\nBody')).toMatchObject({
      text: 'Body',
      decorators: { activate: true },
    });
  });

  test('without text emit nothing', () => {
    expect(entryOf(lore('era: x', '@@activate\n')).text).toBe('');
  });

  test('below the title heading count, in the middle of the text they do not', () => {
    expect(entryOf(lore('era: x', '# Mill\n@@activate\nBody'))).toMatchObject({
      title: 'Mill',
      text: 'Body',
      decorators: { activate: true },
    });
    expect(entryOf(lore('era: x', 'Body\n@@activate')).text).toBe('Body\n@@activate');
  });

  test('are text when they are switched off', () => {
    const entry = entryOf(lore('era: x', '@@activate\nBody'), 'n.md', { decorators: 'off' });
    expect(entry).toMatchObject({ text: '@@activate\nBody', decorators: { activate: false, block: '' } });
  });

  test('make an entry constant', () => {
    expect(entryOf(lore('keys: []', '@@constant\nBody'))).toMatchObject({ constant: true, problems: [] });
  });
});

test('an outlet that is not named is told', () => {
  expect(codesOf(entryOf(lore('position: outlet')).problems)).toEqual(['outlet-missing']);
  expect(entryOf(lore('position: outlet\noutlet: maps')).problems).toEqual([]);
});

describe('whatever the text', () => {
  const piece = fc.constantFrom(
    ...[
      '---',
      '\n',
      'tags: [lorebook]',
      'keys: ',
      'requires: ',
      '- ',
      '[',
      ']',
      '[[',
      ']]',
      '"',
      "'",
      ': ',
      '#lorebook',
      '#',
      '%%',
      '`',
      '```',
      '@@depth 2',
      '@@@',
      '@@',
    ],
    ...[
      '/a(/',
      '|',
      '>',
      '\t',
      ' ',
      '\r\n',
      '\uFEFF',
      '\0',
      '\ud83d',
      '{{user}}',
      '{{x',
      '<% %>',
      'sticky: ',
      '3 messages',
      'enabled: ',
      'no',
      '*a',
      '&a ',
    ],
  );
  const valid = lore(
    'keys: [a, "/b/i"]\nrequires: [[Mill]]\nsticky: 3\nposition: in_chat\nsummary: text',
    '# Title\n@@depth 2\n\nText [[a|b]] %%c%% `d`\n\n```x\ny\n```\n#lorebook',
  );
  const mutated = fc
    .array(fc.tuple(fc.nat(valid.length), fc.nat(4), fc.oneof(piece, fc.string({ maxLength: 2 }))), { maxLength: 6 })
    .map((edits) =>
      edits.reduce((text, [at, cut, insert]) => text.slice(0, at) + insert + text.slice(at + cut), valid),
    );

  test.each([
    [
      'of pieces',
      fc.array(piece, { maxLength: 40 }).map((pieces) => `---\ntags: [lorebook]\n${pieces.join('')}\n#lorebook`),
    ],
    ['a valid one, changed', mutated],
    ['at random', fc.string({ unit: 'binary', maxLength: 60 }).map((text) => `${text} #lorebook`)],
  ])(
    'no note makes it throw, and two readings are equal (%s)',
    (_, source) => {
      fc.assert(
        fc.property(source, (text) => {
          const reading = read(text);
          expect(read(text)).toEqual(reading);
          for (const problem of problemsOf(reading)) {
            expect(problem.line).toBeGreaterThan(0);
            expect(problem.line).toBeLessThanOrEqual(text.split(/\r\n?|\n/).length + 1);
          }
          if (reading.kind === 'entry') expect(reading.entry.text).not.toMatch(/\r|\0/);
        }),
        { numRuns: 400 },
      );
    },
    60_000,
  );
});

test.each([
  ['10,000 properties', lore(Array.from({ length: 10_000 }, (_, index) => `p${String(index)}: x`).join('\n'))],
  ['40,000 keys', lore(`keys: [${'key, '.repeat(40_000)}]`)],
  ['keys of a megabyte in one text', lore(`keys: ${'/a,'.repeat(300_000)}`)],
  ['one key of a megabyte', lore(`keys: ${'k'.repeat(1_000_000)}`)],
  ['20,000 links', lore('era: x', '[[Mill]] '.repeat(20_000))],
  ['brackets 5,000 deep', lore(`a: ${'['.repeat(5_000)}`)],
  ['20,000 tags', lore(`x: y`, '#a '.repeat(20_000))],
  ['20,000 tags in code', lore(`x: y`, '\n    #a'.repeat(20_000))],
  ['a megabyte of blanks', lore('era: x', ' '.repeat(1_000_000))],
])(
  'takes time in proportion to %s',
  (_, source) => {
    const started = performance.now();
    expect(['entry', 'quarantined']).toContain(read(source).kind);
    // The square of these lengths would take minutes.
    expect(performance.now() - started).toBeLessThan(20_000);
  },
  60_000,
);
