import { beforeEach, expect, it } from 'vitest';
import { bookOf, FakeBooks } from '../testing/fake-books';
import { FakeTavern, withContext } from '../testing/fake-tavern';
import { TavernBooks } from './tavern-books';

let tavern: FakeTavern;
let fake: FakeBooks;

const books = (fetch = fake.fetch): TavernBooks =>
  new TavernBooks(withContext(tavern.context, fake.contextPart), fetch);

beforeEach(async () => {
  tavern = new FakeTavern();
  fake = new FakeBooks(tavern);
  await fake.save('Valley', bookOf('Lit.'));
});

it('reads the file and not what the page holds', async () => {
  fake.loaded();
  fake.writeFile('Valley', bookOf('Dark.'));
  expect(await books().read('Valley')).toMatchObject({ kind: 'book', data: bookOf('Dark.') });
});

it('reads a book that the page does not know of yet', async () => {
  fake.writeFile('Elsewhere', bookOf('Made by another page.'));
  expect(await books().read('Elsewhere')).toMatchObject({ kind: 'book' });
});

it('tells an empty book from one that is not there', async () => {
  await fake.save('Empty', bookOf());
  expect(await books().read('Empty')).toMatchObject({ kind: 'book', data: { entries: {} } });
  fake.files.delete('Empty');
  expect(await books().read('Empty')).toEqual({ kind: 'absent' });
  expect(await books().read('Never')).toEqual({ kind: 'absent' });
});

it('takes nothing for absent when SillyTavern does not answer, or says something else', async () => {
  fake.answers = false;
  expect(await books().read('Valley')).toEqual({ kind: 'failed' });
  expect(await books().read('Never')).toEqual({ kind: 'failed' });
  const broken = books(() => Promise.resolve(new Response('<html>', { status: 200 })));
  expect(await broken.read('Valley')).toEqual({ kind: 'failed' });
  expect(await broken.list()).toBeUndefined();
});

it('asks a version that has no list for the one of the page', async () => {
  const old = books((input, init) =>
    (input instanceof Request ? input.url : String(input)).endsWith('/list')
      ? Promise.resolve(new Response('', { status: 404 }))
      : fake.fetch(input, init),
  );
  fake.writeFile('New', bookOf('New.'));
  expect(await old.list()).toEqual(['Valley', 'New']);
});

it('gives whether a book was kept', async () => {
  expect(await books().write('Valley', bookOf('Dark.'))).toBe(true);
  fake.keeps = false;
  expect(await books().write('Valley', bookOf('Lit.'))).toBe(false);
});
