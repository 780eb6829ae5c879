import { describe, expect, it } from 'vitest';
import { bareHost, isHost, isLocalAddress, isPublicAddress, isThisComputer } from './local-address';
import { leadsToLocal, localLookup, NOT_LOCAL } from './local-lookup';

describe('a local address', () => {
  it.each([
    '127.0.0.1',
    '127.9.9.9',
    '10.1.2.3',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.20',
    '169.254.1.1',
    '100.64.0.1',
    '::1',
    'fd12:3456::1',
    'fe80::1%eth0',
    '::ffff:192.168.1.20',
  ])('is %s', (address) => {
    expect(isLocalAddress(address)).toBe(true);
    expect(isPublicAddress(address)).toBe(false);
  });

  it.each(['8.8.8.8', '172.32.0.1', '192.169.0.1', '100.128.0.1', '2001:db8::1', '::ffff:8.8.8.8', '0.0.0.0'])(
    'is not %s',
    (address) => {
      expect(isLocalAddress(address)).toBe(false);
      expect(isPublicAddress(address)).toBe(true);
    },
  );

  it('is no name', () => {
    expect(isLocalAddress('localhost')).toBe(false);
    expect(isPublicAddress('localhost')).toBe(false);
  });
});

describe('a host', () => {
  it.each(['nas', 'nas.local', 'NAS-2.example.org.', '10.0.0.1', '::1'])('may be %s', (host) => {
    expect(isHost(host)).toBe(true);
  });

  it.each(['', ' ', 'a b', 'a/b', 'http://nas', 'nas:80', 'user@nas', '-nas', 'a..b', `${'a'.repeat(64)}.b`])(
    'is not %j',
    (host) => {
      expect(isHost(host)).toBe(false);
    },
  );

  it('stands without blanks and brackets', () => {
    expect(bareHost(' [::1] ')).toBe('::1');
  });

  it('is this computer by its loopback addresses and its usual name', () => {
    expect(['localhost', 'LocalHost', '127.0.0.1', '127.1.1.1', '::1'].map(isThisComputer)).not.toContain(false);
    expect(['nas', '10.0.0.1', '127.example.org'].map(isThisComputer)).not.toContain(true);
  });
});

describe('a name', () => {
  const look = (name: string, all: boolean): Promise<unknown> =>
    new Promise((resolve) => {
      localLookup(name, { all }, (error, address) => resolve(error?.code ?? address));
    });

  it('leads to this computer', async () => {
    expect(await look('localhost', false)).toMatch(/^(127\.0\.0\.1|::1)$/);
    expect(await look('localhost', true)).toContainEqual({
      address: expect.any(String) as string,
      family: expect.any(Number) as number,
    });
    expect(await leadsToLocal('localhost')).toBe(true);
  });

  it('that leads elsewhere is not followed', async () => {
    expect(await look('8.8.8.8', false)).toBe(NOT_LOCAL);
    expect(await look('8.8.8.8', true)).toBe(NOT_LOCAL);
    expect(await leadsToLocal('8.8.8.8')).toBe(false);
  });
});
