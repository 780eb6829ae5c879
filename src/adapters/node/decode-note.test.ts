import { describe, expect, it } from 'vitest';
import { decodeNote } from './decode-note';

describe('decodeNote', () => {
  it.each(['', 'plain', '\ufeffwith a mark', 'line\r\nline', '灯台 😀', '\ufffd \ufffd \ufffd'])(
    'decodes %j',
    (text) => {
      expect(decodeNote(new TextEncoder().encode(text))).toBe(text);
    },
  );

  it('replaces a few bytes in another encoding', () => {
    expect(decodeNote(Buffer.from('The caf\u00e9 is closed.', 'latin1'))).toBe('The caf\ufffd is closed.');
  });

  it.each([
    ['zero bytes', Buffer.from('PNG\0data')],
    ['UTF-16', Buffer.from('\ufeffplain', 'utf16le')],
    ['an image without a zero byte', Buffer.from('ffd8ffe18c4578cc9f8b', 'hex')],
    ['a note in a Cyrillic code page', Buffer.from('cce0ff0a20ede020ecfbf1e5', 'hex')],
  ])('takes %s for no text', (_, bytes) => {
    expect(decodeNote(bytes)).toBeUndefined();
  });
});
