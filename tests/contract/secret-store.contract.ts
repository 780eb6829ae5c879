import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SecretStore } from '../../src/core/ports/secret-store';

/** A store and a way to look at it as the next start of the program would. */
export interface SecretsUnderTest {
  readonly store: SecretStore;
  /** The same secrets, opened anew. */
  reopen(): SecretStore;
  dispose(): Promise<void>;
}

const BAD_NAMES = ['', 'Key', 'a b', '../a', 'a_b', '-a', 'a-', 'a.b', 'é', '__proto__', 'x'.repeat(61)];

/** What every store of secrets has to do. */
export function describeSecretStore(title: string, open: () => Promise<SecretsUnderTest>): void {
  describe(title, { timeout: 60_000 }, () => {
    let opened: SecretsUnderTest;
    beforeEach(async () => {
      opened = await open();
    });
    afterEach(() => opened.dispose());

    it('has nothing at first', async () => {
      expect(await opened.store.read('key-openai')).toBeUndefined();
      expect(await opened.store.read('constructor')).toBeUndefined();
    });

    it.each(['sk-123', ' with blanks ', 'Маяк 😀', 'x'.repeat(5_000), '{"a":1}'])('gives back %j', async (value) => {
      await opened.store.write('key-openai', value);
      expect(await opened.store.read('key-openai')).toBe(value);
      expect(await opened.reopen().read('key-openai')).toBe(value);
    });

    it('replaces a secret and leaves the others alone', async () => {
      await opened.store.write('key-a', 'one');
      await opened.store.write('key-a-b', 'two');
      await opened.store.write('key-a', 'three');
      expect([await opened.store.read('key-a'), await opened.store.read('key-a-b')]).toEqual(['three', 'two']);
    });

    it('forgets what was removed or emptied', async () => {
      await opened.store.write('key-a', 'one');
      await opened.store.write('key-b', 'two');
      await opened.store.remove('key-a');
      await opened.store.write('key-b', '');
      await opened.store.remove('key-never');
      expect([await opened.store.read('key-a'), await opened.reopen().read('key-b')]).toEqual([undefined, undefined]);
    });

    it('keeps all of many changes that were not waited for', async () => {
      const names = Array.from({ length: 12 }, (_, at) => `key-${String(at)}`);
      await Promise.all(names.map((name) => opened.store.write(name, name)));
      expect(await Promise.all(names.map((name) => opened.reopen().read(name)))).toEqual(names);
    });

    it.each(BAD_NAMES)('refuses the name %j', async (name) => {
      await expect(opened.store.read(name)).rejects.toThrow(RangeError);
      await expect(opened.store.write(name, 'secret')).rejects.toThrow(RangeError);
      await expect(opened.store.remove(name)).rejects.toThrow(RangeError);
    });
  });
}
