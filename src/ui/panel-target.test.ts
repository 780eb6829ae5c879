import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readPanelTarget } from './panel-target';

describe('the target of a panel', () => {
  it('comes back from what was stored', () => {
    const stored: unknown = JSON.parse(JSON.stringify({ entry: 'e1', generation: 'g1', problems: true }));
    expect(readPanelTarget('browse', stored)).toEqual({
      panel: 'browse',
      entry: 'e1',
      generation: 'g1',
      problems: true,
    });
  });

  it('leaves out what is not understood', () => {
    const stored = { entry: 7, generation: 'x'.repeat(201), problems: 'yes', panel: 'home', other: 1 };
    expect(readPanelTarget('browse', stored)).toEqual({ panel: 'browse' });
  });

  it('can be read from anything', () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        expect(readPanelTarget('home', value).panel).toBe('home');
      }),
    );
  });
});
