import { describe, expect, it } from 'vitest';
import { Session, type TokenStorage } from './session.svelte';
import { tokenOfFragment } from './token-fragment';

function memory(): TokenStorage {
  const kept = new Map<string, string>();
  return {
    getItem: (name) => kept.get(name) ?? null,
    setItem: (name, value) => void kept.set(name, value),
    removeItem: (name) => void kept.delete(name),
  };
}

describe('Session', () => {
  it('keeps a token for the next page of the tab', () => {
    const storage = memory();
    new Session(storage).signIn(' secret ');
    expect(new Session(storage).token).toBe('secret');
  });

  it('forgets a token that the server turns down, and remembers that', () => {
    const storage = memory();
    const session = new Session(storage);
    session.signIn('old');
    session.refuse('old');
    expect([session.token, session.wasRefused, new Session(storage).token]).toEqual(['', true, '']);
  });

  it('keeps a token when the refusal was meant for the one before', () => {
    const session = new Session(memory());
    session.signIn('new');
    session.refuse('old');
    expect([session.token, session.wasRefused]).toEqual(['new', false]);
  });
});

it.each([
  ['#token=abc', 'abc'],
  ['#token=a%2Bb', 'a+b'],
  ['#token=', undefined],
  ['#browse', undefined],
  ['', undefined],
])('reads the token of the fragment %s', (fragment, expected) => {
  expect(tokenOfFragment(fragment)).toBe(expected);
});
