import { fileURLToPath } from 'node:url';

const fromRepository = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));

/** What may be kept between runs: the program copy and its built browser library. */
export const cacheFolder = fromRepository('.cache/e2e');

/** Screenshots and logs of failed tests. */
export const evidenceFolder = fromRepository('artifacts/e2e');

/** The installed packages of this folder, SillyTavern among them. */
export const installedPackages = fromRepository('e2e/node_modules');
