import { expect, it } from 'vitest';
import { readAddress, usualAddresses } from './server-address';

it.each([
  ['', ''],
  ['  ', ''],
  ['28111', 'http://127.0.0.1:28111'],
  ['127.0.0.1:28111', 'http://127.0.0.1:28111'],
  [' http://localhost:27673/ ', 'http://localhost:27673'],
  ['https://lore.example/hearth/', 'https://lore.example/hearth'],
  ['192.168.1.5:27673', 'http://192.168.1.5:27673'],
  ['[::1]:27673', 'http://[::1]:27673'],
])('reads %j as %j', (written, address) => {
  expect(readAddress(written)).toBe(address);
});

it.each(['http://', 'ftp://host', 'two words', 'two%20words', 'host:notaport', 'javascript:alert(1)'])(
  'refuses %j',
  (written) => {
    expect(readAddress(written)).toBeUndefined();
  },
);

it('looks on the usual ports, on the last known address first', () => {
  expect(usualAddresses('')).toHaveLength(10);
  expect(usualAddresses('')[0]).toBe('http://127.0.0.1:27673');
  expect(usualAddresses('').at(-1)).toBe('http://127.0.0.1:27682');
  expect(usualAddresses('http://127.0.0.1:27675').slice(0, 2)).toEqual([
    'http://127.0.0.1:27675',
    'http://127.0.0.1:27673',
  ]);
  expect(usualAddresses('http://127.0.0.1:27675')).toHaveLength(10);
});
