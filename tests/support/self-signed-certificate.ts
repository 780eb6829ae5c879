import { generateKeyPairSync, sign } from 'node:crypto';

/** A certificate and its key, as servers take them. */
export interface Certificate {
  readonly cert: string;
  readonly key: string;
}

const SEQUENCE = 0x30;
const SET = 0x31;
const NOT_BEFORE = '20200101000000Z';
const NOT_AFTER = '20991231235959Z';

/** Makes a certificate for this computer that nobody but itself vouches for, as the plugin Local REST API does. */
export function selfSignedCertificate(): Certificate {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const algorithm = tlv(SEQUENCE, oid(1, 2, 840, 10045, 4, 3, 2));
  const name = tlv(SEQUENCE, tlv(SET, tlv(SEQUENCE, oid(2, 5, 4, 3), tlv(0x0c, Buffer.from('Test only')))));
  const names = tlv(SEQUENCE, tlv(0x82, Buffer.from('localhost')), tlv(0x87, Buffer.from([127, 0, 0, 1])));
  const content = tlv(
    SEQUENCE,
    tlv(0xa0, tlv(0x02, Buffer.from([2]))),
    tlv(0x02, Buffer.from([1])),
    algorithm,
    name,
    tlv(SEQUENCE, tlv(0x18, Buffer.from(NOT_BEFORE)), tlv(0x18, Buffer.from(NOT_AFTER))),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    tlv(0xa3, tlv(SEQUENCE, tlv(SEQUENCE, oid(2, 5, 29, 17), tlv(0x04, names)))),
  );
  const signature = tlv(0x03, Buffer.from([0]), sign('sha256', content, privateKey));
  const body = tlv(SEQUENCE, content, algorithm, signature).toString('base64').replace(/.{64}/g, '$&\n');
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${body}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}

/** A value of DER: what it is, how long, and what is in it. */
function tlv(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

function oid(first: number, second: number, ...rest: readonly number[]): Buffer {
  return tlv(0x06, Buffer.from([first * 40 + second, ...rest.flatMap(base128)]));
}

function base128(value: number): number[] {
  const digits = [value & 0x7f];
  for (let left = value >> 7; left > 0; left >>= 7) digits.unshift((left & 0x7f) | 0x80);
  return digits;
}
