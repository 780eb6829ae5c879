import { fileURLToPath } from 'node:url';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

const alias = [
  { find: /^embedded:(bridge|console)$/, replacement: here('./tests/support/embedded-sample.ts') },
  { find: /^obsidian$/, replacement: 'obsidian-test-mocks/obsidian' },
];
const define = { __LOREHEARTH_VERSION__: '"0.0.0-test"' };

export default defineConfig({
  test: {
    // One fewer than the processors is the default, which leaves half of a small machine idle.
    maxWorkers: '100%',
    projects: [
      {
        resolve: { alias },
        define,
        test: {
          name: 'node',
          environment: 'node',
          testTimeout: 30_000,
          include: ['{src,tests}/**/*.test.ts'],
          exclude: ['**/*.{dom,browser}.test.ts'],
        },
      },
      {
        plugins: [svelte()],
        resolve: { conditions: ['browser'], alias },
        define,
        test: {
          name: 'dom',
          environment: 'happy-dom',
          testTimeout: 30_000,
          include: ['{src,tests}/**/*.dom.test.ts'],
          setupFiles: ['obsidian-test-mocks/vitest-setup'],
        },
      },
      {
        define,
        test: {
          name: 'browser',
          environment: 'node',
          include: ['tests/browser/*.browser.test.ts'],
          globalSetup: ['tests/support/chromium-setup.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
          maxWorkers: 2,
        },
      },
    ],
  },
});
