import fc from 'fast-check';
import { strToU8, zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { base64Json, pngWith, type TextChunk } from '../../../tests/support/container-files';
import { fileLimits } from './limits';
import { openFile } from './open-file';

const book = { name: 'Käste 灯台', entries: {} };
const other = { name: 'Other', entries: {} };

function valuesIn(bytes: Uint8Array): readonly unknown[] {
  const opened = openFile(bytes, 'file.bin');
  if (opened.kind === 'refused') throw new Error(opened.problem);
  return opened.files.map(({ value }) => value);
}

function problemOf(bytes: Uint8Array): string {
  const opened = openFile(bytes, 'file.bin');
  return opened.kind === 'refused' ? opened.problem : 'It was opened.';
}

function noticesOf(bytes: Uint8Array): readonly string[] {
  const opened = openFile(bytes, 'file.bin');
  return opened.kind === 'opened' ? opened.notices : [];
}

function utf16(text: string, isBigEndian: boolean): Uint8Array {
  const bytes = Buffer.from(text, 'utf16le');
  return isBigEndian ? bytes.swap16() : bytes;
}

describe('a text file', () => {
  const json = JSON.stringify(book);

  test.each<[string, Uint8Array]>([
    ['plain', strToU8(json)],
    ['with a mark of its encoding', strToU8(`\uFEFF${json}`)],
    ['in UTF-16', utf16(`\uFEFF${json}`, false)],
    ['in UTF-16 the other way round', utf16(`\uFEFF${json}`, true)],
    ['in UTF-16 without a mark', utf16(json, false)],
    ['in UTF-16 the other way round without a mark', utf16(json, true)],
    ['with blanks and line ends around', strToU8(`\r\n  ${json}\r\n`)],
  ])('%s is the parsed JSON', (_, bytes) => {
    expect(valuesIn(bytes)).toEqual([book]);
  });

  test('with one value a line is a list of them', () => {
    expect(valuesIn(strToU8('{"keys":["a"]}\r\n\r\n{"keys":["b"]}\n'))).toEqual([[{ keys: ['a'] }, { keys: ['b'] }]]);
  });

  test('keeps its name', () => {
    expect(openFile(strToU8('{}'), 'Harbour.JSON')).toMatchObject({ files: [{ name: 'Harbour.JSON' }] });
  });

  test.each<[string, string, RegExp]>([
    ['of prose', 'Once upon a time', /begins with "Once upon a time", which is no JSON\. Expected is a lorebook/],
    ['that is cut off', '{"entries": {"0": ', /begins with "\{\\"entries\\"/],
    ['of markup', '<!DOCTYPE html><html>', /"<!DOCTYPE html><html>"/],
    ['with nothing in it', '', /The file is empty\. Expected is /],
    ['that is nested too deep', `${'['.repeat(33)}${']'.repeat(33)}`, /nested deeper than 32 levels/],
    ['of brackets alone', '['.repeat(3_000_000), /nested deeper than 32 levels/],
  ])('%s is refused with what was found', (_, text, problem) => {
    expect(problemOf(strToU8(text))).toMatch(problem);
  });

  test('may have brackets in its texts', () => {
    const text = `"${'['.repeat(100)}\\"${'{'.repeat(100)}`;
    expect(valuesIn(strToU8(JSON.stringify([text])))).toEqual([[text]]);
  });

  test('that is too large is refused, and so is one of any other kind', () => {
    expect(problemOf(new Uint8Array(fileLimits.fileBytes + 1))).toMatch(/has 51 MB; 50 MB at most/);
  });

  test('loses a text that is too long, and says where', () => {
    const bytes = strToU8(
      JSON.stringify({ entries: [{ content: 'x'.repeat(fileLimits.textLength + 1), keys: ['a'] }] }),
    );
    expect(valuesIn(bytes)).toEqual([{ entries: [{ content: '', keys: ['a'] }] }]);
    expect(noticesOf(bytes)).toEqual([expect.stringMatching(/^entries\.0\.content is a text of 1048577 characters/)]);
  });

  test('loses fields that would change what objects are, and says so', () => {
    const bytes = strToU8('{"a": {"__proto__": {"polluted": true}, "b": 1}}');
    const [value] = valuesIn(bytes);
    expect(Object.getOwnPropertyNames((value as { a: object }).a)).toEqual(['b']);
    expect(noticesOf(bytes)).toEqual(['a.__proto__ is no field of any lorebook and was left out.']);
    expect('polluted' in {}).toBe(false);
  });
});

describe('a picture', () => {
  const chara: TextChunk = { kind: 'tEXt', keyword: 'chara', text: base64Json(other) };

  test.each<[string, TextChunk]>([
    ['tEXt', { kind: 'tEXt', keyword: 'ccv3', text: base64Json(book) }],
    ['zTXt', { kind: 'zTXt', keyword: 'ccv3', text: base64Json(book) }],
    ['iTXt', { kind: 'iTXt', keyword: 'ccv3', text: base64Json(book) }],
    ['packed iTXt', { kind: 'packed iTXt', keyword: 'ccv3', text: base64Json(book) }],
    ['a keyword in capitals', { kind: 'tEXt', keyword: 'CcV3', text: base64Json(book) }],
    ['bare JSON', { kind: 'iTXt', keyword: 'ccv3', text: JSON.stringify(book) }],
    [
      'URL-safe base64',
      { kind: 'tEXt', keyword: 'ccv3', text: Buffer.from(JSON.stringify(book)).toString('base64url') },
    ],
    [
      'broken lines and padding',
      { kind: 'tEXt', keyword: 'ccv3', text: `${base64Json(book).replace(/.{20}/g, '$&\n')}==` },
    ],
  ])('gives its newer card from %s, wherever that stands', (_, newer) => {
    expect(valuesIn(pngWith(chara, newer))).toEqual([book]);
    expect(valuesIn(pngWith(newer, chara))).toEqual([book]);
  });

  test('gives the older card where there is no newer one, or a damaged one', () => {
    expect(valuesIn(pngWith(chara))).toEqual([other]);
    const broken = pngWith(chara, { kind: 'tEXt', keyword: 'ccv3', text: 'no base64!' });
    expect(valuesIn(broken)).toEqual([other]);
    expect(noticesOf(broken)).toEqual([
      'The text ccv3 of the picture is damaged: it is no JSON in base64. Its older form is used.',
    ]);
  });

  test('gives a lorebook of NovelAI, also beside a card', () => {
    const naidata: TextChunk = { kind: 'tEXt', keyword: 'naidata', text: base64Json({ lorebookVersion: 5 }) };
    expect(valuesIn(pngWith(naidata))).toEqual([{ lorebookVersion: 5 }]);
    expect(valuesIn(pngWith(naidata, chara))).toEqual([other, { lorebookVersion: 5 }]);
  });

  test.each<[string, readonly TextChunk[], RegExp]>([
    ['without texts', [], /no card and no lorebook: it has no text named chara, ccv3 or naidata/],
    ['with other texts', [{ kind: 'tEXt', keyword: 'Comment', text: 'Hello' }], /no card and no lorebook/],
    ['that RisuAI locked', [{ kind: 'tEXt', keyword: 'chara', text: 'rcc||abc' }], /locked by RisuAI/],
    ['whose card is damaged', [{ kind: 'tEXt', keyword: 'chara', text: '????' }], /chara of the picture is damaged/],
  ])('%s is refused', (_, texts, problem) => {
    expect(problemOf(pngWith(...texts))).toMatch(problem);
  });

  test('that breaks off gives what stands before the break', () => {
    const whole = pngWith(chara, { kind: 'tEXt', keyword: 'Comment', text: 'x'.repeat(500) });
    expect(valuesIn(whole.subarray(0, whole.length - 300))).toEqual([other]);
  });

  test('whose packed text is a bomb, or damaged, is refused', () => {
    const bomb = pngWith({ kind: 'zTXt', keyword: 'chara', text: new Uint8Array(fileLimits.pictureTextBytes + 1) });
    expect(bomb.length).toBeLessThan(200_000);
    expect(problemOf(bomb)).toMatch(/unpacks to more than 64 MB/);
    const broken = pngWith({ kind: 'zTXt', keyword: 'chara', text: 'abc' });
    broken.fill(0xff, 60, 66);
    expect(problemOf(broken)).toMatch(/damaged/);
  });
});

describe('an archive', () => {
  const card = strToU8(JSON.stringify(book));

  test('gives its card alone, and names a module that is not read', () => {
    const charx = zipSync({ 'card.json': card, 'assets/icon/images/1.json': strToU8('{}'), 'module.risum': card });
    expect(valuesIn(charx)).toEqual([book]);
    expect(noticesOf(charx)).toEqual([expect.stringMatching(/module\.risum\), which is not read/)]);
  });

  test('may stand behind a JPEG picture', () => {
    const jpeg = Buffer.concat([
      Buffer.from([0xff, 0xd8, 0xff, 0xe0]),
      Buffer.from('PK\x03\x04 by chance'),
      zipSync({ 'card.json': card }),
    ]);
    expect(valuesIn(jpeg)).toEqual([book]);
  });

  test('may be packed without compression, and end with a comment', () => {
    expect(valuesIn(zipSync({ 'card.json': card }, { level: 0, comment: 'made by hand' } as object))).toEqual([book]);
  });

  test('without a card gives all lorebooks, under the last part of their names alone', () => {
    const zip = zipSync({
      '../../etc/Coast.json': card,
      'C:\\Windows\\Inland.lorebook': strToU8('{"lorebookVersion":5}'),
      'readme.txt': strToU8('Hello'),
      'broken.json': strToU8('{'),
    });
    const opened = openFile(zip, 'all.zip');
    expect(opened).toMatchObject({
      files: [{ name: 'Coast.json' }, { name: 'Inland.lorebook' }],
      notices: ['broken.json in the archive is no JSON.'],
    });
  });

  test.each<[string, Uint8Array, RegExp]>([
    ['with nothing to read', zipSync({ 'a.txt': card }), /no card\.json and no lorebook/],
    ['whose end is missing', zipSync({ 'card.json': card }).subarray(0, 40), /damaged: its end is missing/],
    ['whose card is no JSON', zipSync({ 'card.json': strToU8('{') }), /card\.json in the archive is no JSON/],
    ['that is a JPEG picture alone', new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 0]), /JPEG picture without a card/],
    [
      'of too many files',
      zipSync(Object.fromEntries(Array.from({ length: 5_001 }, (_, i) => [`${String(i)}.txt`, new Uint8Array()]))),
      /has 5001 files; 5000 at most/,
    ],
  ])('%s is refused', (_, bytes, problem) => {
    expect(problemOf(bytes)).toMatch(problem);
  });

  test('that is a bomb is refused by what it says and by what comes out', () => {
    const honest = zipSync({ 'card.json': new Uint8Array(fileLimits.fileBytes + 1), 'b.json': card });
    expect(honest.length).toBeLessThan(200_000);
    expect(problemOf(honest)).toMatch(/unpacks to more than 50 MB/);
    const declared = Buffer.from(honest);
    declared.writeUInt32LE(0xf0000000, declared.lastIndexOf('PK\x01\x02') + 24);
    expect(problemOf(declared)).toMatch(/The archive unpacks to 3891 MB; 200 MB at most/);
  });

  test('with a password is refused', () => {
    const locked = Buffer.from(zipSync({ 'card.json': card }));
    locked[locked.indexOf('PK\x01\x02') + 8] = 1;
    expect(problemOf(locked)).toMatch(/card\.json in the archive is locked with a password/);
  });
});

test('a RisuAI module is refused with what to do', () => {
  expect(problemOf(new Uint8Array([111, 0, 4, 0, 0, 0, 1, 2, 3, 4]))).toMatch(/export its lorebook as JSON/);
});

test('no file is too broken to be told about', { timeout: 120_000 }, () => {
  const whole = [
    pngWith(
      { kind: 'zTXt', keyword: 'chara', text: base64Json(book) },
      { kind: 'iTXt', keyword: 'ccv3', text: base64Json(book) },
    ),
    zipSync({ 'card.json': strToU8(JSON.stringify(book)), 'a.json': strToU8('{}') }),
    strToU8(JSON.stringify(book)),
  ];
  const changes = fc.array(fc.tuple(fc.nat(), fc.nat(255)), { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(fc.constantFrom(...whole), changes, fc.nat(), (original, bytes, cut) => {
      const broken = original.slice(0, cut % 3 === 0 ? cut % original.length : original.length);
      for (const [at, byte] of bytes) if (broken.length > 0) broken[at % broken.length] = byte;
      const opened = openFile(broken, 'broken');
      if (opened.kind === 'refused' && !opened.problem.endsWith('.')) throw new Error(opened.problem);
    }),
    { numRuns: 10_000 },
  );
});
