/** A random id of 128 bits as hexadecimal text. Unlike `crypto.randomUUID` it also works on plain HTTP pages. */
export function newId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
