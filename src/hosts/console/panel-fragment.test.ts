import { expect, test } from 'vitest';
import { fragmentOfTarget, targetOfFragment } from './panel-fragment';

test.each([
  [{ panel: 'home' }, '#home'],
  [{ panel: 'why' }, '#why'],
  [{ panel: 'why', generation: 'a/b c#d%' }, '#why/a%2Fb%20c%23d%25'],
  [{ panel: 'why', generation: 'g', entry: 'e/1' }, '#why/g/e%2F1'],
  [{ panel: 'why', entry: 'e' }, '#why//e'],
  [{ panel: 'librarian' }, '#librarian'],
  [{ panel: 'librarian', session: 's/1' }, '#librarian/s%2F1'],
] as const)('a link to a place leads there: %j', (target, fragment) => {
  expect(fragmentOfTarget(target)).toBe(fragment);
  expect(targetOfFragment(fragment)).toEqual(target);
});

test.each(['', '#', '#nowhere', '#token=secret', '#why2/g'])('%j leads nowhere', (fragment) => {
  expect(targetOfFragment(fragment)).toBeUndefined();
});

test('a link that somebody cut in the middle still leads to its panel', () => {
  expect(targetOfFragment('#why/a%2')).toEqual({ panel: 'why', generation: 'a%2' });
});
