import { deflateSync } from 'node:zlib';

/** A text chunk of a picture. */
export interface TextChunk {
  readonly kind: 'tEXt' | 'zTXt' | 'iTXt' | 'packed iTXt';
  readonly keyword: string;
  readonly text: string | Uint8Array;
}

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** A PNG picture of one dot with these texts. Checksums are left at 0: nobody here looks at them. */
export function pngWith(...texts: readonly TextChunk[]): Uint8Array {
  const header = chunk('IHDR', Buffer.from([0, 0, 0, 1, 0, 0, 0, 1, 8, 0, 0, 0, 0]));
  return Buffer.concat([SIGNATURE, header, ...texts.map(textChunk), chunk('IEND', Buffer.alloc(0))]);
}

function textChunk({ kind, keyword, text }: TextChunk): Buffer {
  const word = Buffer.from(`${keyword}\0`, 'latin1');
  const data = Buffer.from(text);
  switch (kind) {
    case 'tEXt':
      return chunk('tEXt', Buffer.concat([word, data]));
    case 'zTXt':
      return chunk('zTXt', Buffer.concat([word, Buffer.from([0]), deflateSync(data)]));
    case 'iTXt':
      return chunk('iTXt', Buffer.concat([word, Buffer.from([0, 0]), Buffer.from('en\0card\0'), data]));
    case 'packed iTXt':
      return chunk('iTXt', Buffer.concat([word, Buffer.from([1, 0]), Buffer.from('\0\0'), deflateSync(data)]));
  }
}

function chunk(kind: string, data: Buffer): Buffer {
  const size = Buffer.alloc(4);
  size.writeUInt32BE(data.length);
  return Buffer.concat([size, Buffer.from(kind, 'latin1'), data, Buffer.alloc(4)]);
}

/** JSON in base64, as pictures carry it. */
export function base64Json(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64');
}
