import { describe, expect, test } from 'vitest';
import { readCall } from './command-call';

const named = { named: () => [{ name: 'depth', description: '', suggestions: [] }] };

describe('a call', () => {
  test('has a text and the values that the command takes', () => {
    const call = readCall(named, { _scope: {}, depth: '2', quiet: 'true' }, ' Ilse waits. ');
    expect(call).toEqual({ text: 'Ilse waits.', isPiped: false, values: new Map([['depth', '2']]) });
  });

  test('gets values of other names back into its text', () => {
    expect(readCall(named, { _scope: {}, a: 'b' }, 'and c')).toMatchObject({ text: 'a=b and c', values: new Map() });
    expect(readCall(named, { _scope: { pipe: 'piped' }, a: 'b' }, 'piped')).toMatchObject({
      text: 'a=b',
      isPiped: false,
    });
  });

  test('keeps every value where any name is taken', () => {
    const call = readCall({ ...named, takesAnyName: true }, { _scope: {}, era: 'present' }, '');
    expect(call).toEqual({ text: '', isPiped: false, values: new Map([['era', 'present']]) });
  });

  test('knows what the command before has handed on', () => {
    expect(readCall(named, { _scope: { pipe: 'Keep' } }, 'Keep').isPiped).toBe(true);
    expect(readCall(named, { _scope: { pipe: 'Keep' } }, 'Sea').isPiped).toBe(false);
  });

  test('makes one text of parts and none of closures', () => {
    expect(readCall(named, {}, ['Silver', 'Keep', { execute: 1 }]).text).toBe('Silver Keep');
    expect(readCall(named, {}, { execute: 1 }).text).toBe('');
    expect(readCall({ takesAnyName: true }, { era: undefined }, undefined).values).toEqual(new Map([['era', '']]));
  });
});
