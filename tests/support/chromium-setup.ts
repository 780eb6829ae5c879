import type {} from 'vitest';
import type { TestProject } from 'vitest/node';
import { findChromium } from './find-chromium';

declare module 'vitest' {
  interface ProvidedContext {
    /** Path of the browser that tests may drive; null when there is none. */
    chromium: string | null;
  }
}

/** Looks for a browser once. Without one browser tests say so and pass, unless `REQUIRE_CHROMIUM=1`. */
export default function setup(project: TestProject): void {
  const path = findChromium();
  if (path === undefined && process.env['REQUIRE_CHROMIUM'] === '1') {
    throw new Error('No Chromium found, and REQUIRE_CHROMIUM=1. Install one or set CHROMIUM_PATH.');
  }
  if (path === undefined) {
    process.stderr.write('No Chromium found: browser tests are skipped (set CHROMIUM_PATH to run them).\n');
  }
  project.provide('chromium', path ?? null);
}
