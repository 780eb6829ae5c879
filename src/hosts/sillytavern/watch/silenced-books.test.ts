import { beforeEach, expect, it } from 'vitest';
import { SilencedBooks } from './silenced-books';

const entry = (world: string, uid = 0) => ({ world, uid });
const loaded = () => ({
  globalLore: [entry('Valley'), entry('Coast'), entry('Valley', 1)],
  characterLore: [entry('Valley', 2)],
  chatLore: [entry('Valley', 3)],
  personaLore: [entry('Valley', 4), entry('Coast', 1)],
});
const left = (): readonly string[] => {
  const lists = loaded();
  silenced.entriesLoaded(lists);
  return Object.values(lists).flatMap((list) => list.map(({ world, uid }) => `${world}.${String(uid)}`));
};
const everything = ['Valley.0', 'Coast.0', 'Valley.1', 'Valley.2', 'Valley.3', 'Valley.4', 'Coast.1'];

let silenced: SilencedBooks;

beforeEach(() => {
  silenced = new SilencedBooks();
});

it('takes the entries of a silent book out of every list', () => {
  silenced.add(() => [{ book: 'Valley' }]);
  silenced.silence();
  expect(left()).toEqual(['Coast.0', 'Coast.1']);
});

it('leaves what Lorehearth does not have as it is', () => {
  silenced.add(() => [{ book: 'Valley', covers: ({ uid }) => uid === 1 }]);
  silenced.silence();
  expect(left()).toEqual(everything.filter((name) => name !== 'Valley.1'));
});

it('silences what any source names, as long as it is one', () => {
  const remove = silenced.add(() => [{ book: 'Valley' }]);
  silenced.add(() => [{ book: 'Coast' }]);
  silenced.silence();
  expect(left()).toEqual([]);
  remove();
  silenced.silence();
  expect(left()).toEqual(everything.filter((name) => name.startsWith('Valley')));
});

it('lets everything speak outside of turns that got their lore', () => {
  silenced.add(() => [{ book: 'Valley' }]);
  expect(left()).toEqual(everything);
  silenced.silence();
  silenced.release();
  expect(left()).toEqual(everything);
});

it('shortens a list of any length in place', () => {
  const globalLore = Array.from({ length: 300_000 }, (_, uid) => entry(uid < 5 ? 'Valley' : 'Coast', uid));
  silenced.add(() => [{ book: 'Valley' }]);
  silenced.silence();
  silenced.entriesLoaded({ globalLore });
  expect(globalLore).toHaveLength(299_995);
});

it.each([undefined, null, {}, { globalLore: 'x' }, { globalLore: [null, 1, 'x'] }])('makes nothing of %o', (data) => {
  silenced.add(() => [{ book: 'Valley' }]);
  silenced.silence();
  expect(() => silenced.entriesLoaded(data)).not.toThrow();
});
