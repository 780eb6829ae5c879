import { lookup, type LookupAddress, type LookupOptions } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { isLocalAddress } from './local-address';

/** The code of the error for a name that leads out of the local network. */
export const NOT_LOCAL = 'NOT_LOCAL';

/** Looks a name up for a socket, and fails when it leads anywhere but to this computer or a private network. */
export const localLookup: LookupFunction = (name, options, done) => {
  const wanted: LookupOptions & { readonly all: true } = { ...options, all: true };
  lookup(name, wanted, (error, addresses) => {
    const [first]: readonly (LookupAddress | undefined)[] = error === null ? addresses : [];
    if (error !== null || first === undefined) done(error ?? notLocal(), '', 4);
    else if (!addresses.every(({ address }) => isLocalAddress(address))) done(notLocal(), '', 4);
    else if (options.all === true) done(null, [...addresses]);
    else done(null, first.address, first.family);
  });
};

/** Whether a name, or an address, leads nowhere but to this computer or a private network. Never rejects. */
export function leadsToLocal(host: string): Promise<boolean> {
  return new Promise((resolve) => {
    lookup(host, { all: true }, (error, addresses: readonly LookupAddress[]) => {
      resolve(error === null && addresses.length > 0 && addresses.every(({ address }) => isLocalAddress(address)));
    });
  });
}

function notLocal(): NodeJS.ErrnoException {
  return Object.assign(new Error('The name leads out of the local network.'), { code: NOT_LOCAL });
}
