import { expect, test } from 'vitest';
import type { VaultPlace } from '../ports/vault-opener';
import { VaultBreakers } from './vault-breakers';

function place(host: string, port: number): VaultPlace {
  return { id: 'a-1', name: 'A', kind: 'lorehearth', folder: '', host, port, https: false, selfSigned: false };
}

test('vaults of one server share a breaker, and those of another port or folder do not', () => {
  const breakers = new VaultBreakers(() => 0);
  const coast = breakers.of(place('coast', 1));
  expect(breakers.of({ ...place('Coast', 1), id: 'b-2', kind: 'local-rest-api' })).toBe(coast);
  expect(breakers.of(place('coast', 2))).not.toBe(coast);
  expect(breakers.of({ ...place('', 0), kind: 'folder', folder: '/a' })).not.toBe(coast);
  expect(breakers.size).toBe(3);
});

test('a breaker is forgotten with the last vault that uses it, and with it its failures', () => {
  const breakers = new VaultBreakers(() => 0);
  breakers.of(place('coast', 1)).enter(1_000)?.fail();
  breakers.of(place('coast', 2));
  breakers.keepOnly([place('coast', 1)]);
  expect(breakers.size).toBe(1);
  expect(breakers.of(place('coast', 1)).isShut).toBe(true);
  breakers.keepOnly([]);
  expect(breakers.of(place('coast', 1)).isShut).toBe(false);
});
