import { expect, it, vi } from 'vitest';
import { createMockApp } from '../../../tests/support/obsidian-app';
import { PluginSecrets } from './secret-storage';

function secretsOf(app = createMockApp()): { secrets: PluginSecrets; warn: ReturnType<typeof vi.fn> } {
  const warn = vi.fn();
  const storage = app.asOriginalType__().secretStorage;
  return { secrets: new PluginSecrets(storage, 'lorehearth', { warn, debug: () => undefined }), warn };
}

it('keeps a secret in the app’s keychain under the plugin’s name', () => {
  const app = createMockApp();
  secretsOf(app).secrets.write('admin-token', 'abc');
  expect(secretsOf(app).secrets.read('admin-token')).toBe('abc');
  expect(app.secretStorage.listSecrets()).toEqual(['lorehearth-admin-token']);
});

it('knows no secret on a device that has none', () => {
  expect(secretsOf().secrets.read('admin-token')).toBeUndefined();
});

it('takes an emptied secret for none', () => {
  const { secrets } = secretsOf();
  secrets.write('admin-token', '');
  expect(secrets.read('admin-token')).toBeUndefined();
});

it('keeps a secret for the session when the keychain refuses it', () => {
  const app = createMockApp();
  vi.spyOn(app.secretStorage, 'setSecret').mockImplementation(() => {
    throw new Error('no keychain');
  });
  const { secrets, warn } = secretsOf(app);
  secrets.write('admin-token', 'abc');
  expect(secrets.read('admin-token')).toBe('abc');
  expect(warn).toHaveBeenCalledOnce();
});

it('warns without the secret when the keychain cannot be read', () => {
  const app = createMockApp();
  vi.spyOn(app.secretStorage, 'getSecret').mockImplementation(() => {
    throw new Error('locked');
  });
  const { secrets, warn } = secretsOf(app);
  expect(secrets.read('admin-token')).toBeUndefined();
  expect(warn).toHaveBeenCalledOnce();
});
