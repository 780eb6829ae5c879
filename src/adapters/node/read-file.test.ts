import { rmSync, symlinkSync } from 'node:fs';
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readFile } from './read-file';

/** Stops the whole thread, while the system goes on with what it was asked for. */
function standStill(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}

it('BR-122 does not take one file for another when a link is exchanged while it opens', async () => {
  const base = await realpath(await mkdtemp(join(tmpdir(), 'files-')));
  for (const folder of ['inside', 'outside']) {
    await mkdir(join(base, folder));
    await writeFile(join(base, folder, 'N.md'), folder);
  }
  const way = join(base, 'way');
  symlinkSync(join(base, 'outside'), way);
  const reading = readFile(join(way, 'N.md'), (place) => place.startsWith(join(base, 'inside')));
  // The file outside is open by now; its path leads inside before anyone asks for it.
  standStill(200);
  rmSync(way);
  symlinkSync(join(base, 'inside'), way);
  const { bytes } = await reading;
  expect(bytes === undefined ? 'nothing' : Buffer.from(bytes).toString()).not.toBe('outside');
  await rm(base, { recursive: true });
});
