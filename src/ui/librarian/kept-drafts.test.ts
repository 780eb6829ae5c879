import { describe, expect, it } from 'vitest';
import { KeptDrafts, type TextPlace } from './kept-drafts';

function memory(text?: string): TextPlace & { text: string | undefined } {
  return {
    text,
    read() {
      return this.text;
    },
    write(next) {
      this.text = next;
    },
  };
}

describe('KeptDrafts', () => {
  it('has a text again after the page was left, and nothing of what was sent', () => {
    const place = memory();
    const drafts = new KeptDrafts(place);
    drafts.put('a', 'Who is Mira?');
    drafts.put('b', 'And Brakk?');
    drafts.put('a', '');

    const after = new KeptDrafts(place);
    expect([after.of('a'), after.of('b')]).toEqual(['', 'And Brakk?']);
    after.put('b', ' ');
    expect(place.text).toBeUndefined();
  });

  it('keeps what another window wrote meanwhile', () => {
    const place = memory();
    const [one, other] = [new KeptDrafts(place), new KeptDrafts(place)];
    one.put('a', 'One.');
    other.put('b', 'Other.');
    expect([one.of('a'), one.of('b')]).toEqual(['One.', 'Other.']);
  });

  it('keeps the twenty that were written last, and no text without bounds', () => {
    const drafts = new KeptDrafts(memory());
    for (let at = 0; at < 21; at += 1) drafts.put(`c${String(at)}`, 'x');
    expect([drafts.of('c0'), drafts.of('c1')]).toEqual(['', 'x']);
    drafts.put('c1', 'x'.repeat(100_001));
    expect(drafts.of('c1')).toBe('');
  });

  it.each(['{', '{"a":1}', '[1,["a"],["a",2]]'])('takes %s for nothing', (text) => {
    expect(new KeptDrafts(memory(text)).of('a')).toBe('');
  });
});
