import { BlockList, isIP } from 'node:net';

const local = new BlockList();
for (const [network, prefix] of [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['169.254.0.0', 16],
  // Networks behind a provider's or a VPN's translation, which no outsider reaches.
  ['100.64.0.0', 10],
] as const) {
  local.addSubnet(network, prefix, 'ipv4');
}
local.addAddress('::1', 'ipv6');
local.addSubnet('fc00::', 7, 'ipv6');
local.addSubnet('fe80::', 10, 'ipv6');

const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;
const NAME = /^(?!-)[a-z\d-]{1,63}(?:\.[a-z\d-]{1,63})*\.?$/i;
const LONGEST_NAME = 253;

/** Whether an IP address is of this computer or of a private network. False for what is no IP address. */
export function isLocalAddress(address: string): boolean {
  const [bare = ''] = address.split('%');
  const plain = MAPPED.exec(bare)?.[1] ?? bare;
  const version = isIP(plain);
  return version !== 0 && local.check(plain, version === 4 ? 'ipv4' : 'ipv6');
}

/** Whether a bare host is this computer, by address or by its usual name. */
export function isThisComputer(host: string): boolean {
  return host.toLowerCase() === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));
}

/** The host as sockets take it: without blanks around it and without the brackets of an IPv6 address. */
export function bareHost(host: string): string {
  return host.trim().replace(/^\[(.*)\]$/, '$1');
}

/** Whether a bare host is an IP address or may be a name of a computer. */
export function isHost(host: string): boolean {
  return isIP(host) !== 0 || (host.length <= LONGEST_NAME && NAME.test(host));
}

/** Whether a bare host is an IP address that is neither of this computer nor of a private network. */
export function isPublicAddress(host: string): boolean {
  return isIP(host) !== 0 && !isLocalAddress(host);
}
