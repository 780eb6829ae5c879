/** The first port Lorehearth listens on; further open vaults take the next ones. */
export const defaultPort = 27_673;
const portCount = 10;

/** Addresses where Lorehearth may listen when the user set none, the likeliest first. */
export function usualAddresses(lastKnown: string): readonly string[] {
  const usual = Array.from({ length: portCount }, (_, step) => `http://127.0.0.1:${String(defaultPort + step)}`);
  return lastKnown === '' ? usual : [lastKnown, ...usual.filter((address) => address !== lastKnown)];
}

/**
 * Reads what a user may write as an address: `28111`, `127.0.0.1:28111`, `http://127.0.0.1:28111/`.
 * Gives it without a slash at its end, empty for an empty text, `undefined` when it is no address.
 */
export function readAddress(written: string): string | undefined {
  const text = written.trim();
  if (text === '') return '';
  const host = /^\d{2,5}$/.test(text) ? `127.0.0.1:${text}` : text;
  const url = parse(/^[a-z]+:\/\//i.test(host) ? host : `http://${host}`);
  // Browsers differ in which odd hosts they take.
  if (url === undefined || !/^https?:$/.test(url.protocol) || !/^([\w.-]+|\[[\da-f:.]+\])$/i.test(url.hostname)) {
    return undefined;
  }
  return `${url.origin}${url.pathname}`.replace(/\/+$/, '');
}

function parse(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}
