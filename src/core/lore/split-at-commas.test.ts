import { expect, test } from 'vitest';
import { splitAtCommas } from './split-at-commas';

test.each([
  ['BR-032 trims the parts', 'Orrin, the Grey Abbot , abbot', ['Orrin', 'the Grey Abbot', 'abbot']],
  [
    'BR-025 keeps a pattern with commas whole',
    '/dragons?{1,3}|wyrms, old/i, ember',
    ['/dragons?{1,3}|wyrms, old/i', 'ember'],
  ],
  ['keeps an escaped slash inside a pattern', String.raw`/a\/b,c/, d`, [String.raw`/a\/b,c/`, 'd']],
  ['keeps a pattern at the end whole', 'ember, /a,b/', ['ember', '/a,b/']],
  ['takes a slash that no flags follow for a letter', '/home, /usr', ['/home', '/usr']],
  ['opens no pattern inside an item', 'AC/DC, TNT/a', ['AC/DC', 'TNT/a']],
  [
    'keeps a link with a comma whole',
    '[[Mill, the Old]], [[Quay|the quay, lower]]',
    ['[[Mill, the Old]]', '[[Quay|the quay, lower]]'],
  ],
  ['drops empty parts', ' , a,, b ,', ['a', 'b']],
  ['gives nothing for nothing', '', []],
])('%s', (_, text, items) => {
  expect(splitAtCommas(text)).toEqual(items);
});

test('takes time in proportion to a hostile text', () => {
  for (const piece of ['/a', '/a,', '[[', '[[a,', String.raw`/\,`, ',', ' ']) {
    const text = piece.repeat(1_000_000 / piece.length);
    expect(splitAtCommas(text).length, piece).toBeLessThanOrEqual(text.length);
  }
}, 60_000);
