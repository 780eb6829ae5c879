import { describe, expect, it } from 'vitest';
import { status } from '../testing/answers';
import { linkText } from './link-text';

const base = 'http://127.0.0.1:27673';

describe('the way to the server', () => {
  it('is named where SillyTavern’s server carries the requests, and only there', () => {
    const connected = { kind: 'connected', base, status: status() } as const;
    expect(linkText({ ...connected, way: 'tunnel' }).hint).toContain(`${base} through SillyTavern’s server`);
    expect(linkText({ ...connected, way: 'direct' }).hint).not.toContain('SillyTavern');
  });

  it('has been looked for on both sides, and what to do is said', () => {
    const unreachable = { kind: 'unreachable', base, configured: true } as const;
    expect(linkText({ ...unreachable, askedTavern: true }).hint).toMatch(
      /neither to this browser nor to SillyTavern’s server.*on the computer where SillyTavern runs\.$/,
    );
    expect(linkText(unreachable).hint).not.toContain('SillyTavern');
  });
});
