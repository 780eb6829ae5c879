import type { Page } from 'playwright-core';
import { panels, type PanelName } from '../../../../src/ui/panels';
import type { GalleryState } from './gallery-plan';

/** A picture of the user guide. */
export interface GuidePicture {
  /** File in docs/guide/pictures, without its ending. */
  readonly name: string;
  readonly panel: PanelName;
  readonly state: Extract<GalleryState, 'sample' | 'empty'>;
  /** What the user did before; the panel as it opens where it is left out. */
  readonly prepare?: (page: Page) => Promise<void>;
}

const scenes: readonly GuidePicture[] = [
  { name: 'first-steps', panel: 'home', state: 'empty' },
  {
    name: 'browse-entry',
    panel: 'browse',
    state: 'sample',
    prepare: async (page) => {
      await page.getByRole('option', { name: /^Lantern Quay/u }).click();
      await page.getByRole('article').waitFor();
    },
  },
  {
    name: 'why-refused',
    panel: 'why',
    state: 'sample',
    prepare: (page) => page.getByRole('tab', { name: 'Refused' }).click(),
  },
  {
    name: 'import-preview',
    panel: 'import',
    state: 'sample',
    prepare: async (page) => {
      const mimeType = 'application/json';
      const chosen = ['Harbor.json', 'Maren.png'].map((name) => ({ name, mimeType, buffer: Buffer.from('{}') }));
      await page.getByLabel('Lorebook files').setInputFiles(chosen);
      await page.getByRole('table').first().waitFor();
    },
  },
];

/** Every picture of the guide: each panel as it opens, and some scenes. */
export const guidePictures: readonly GuidePicture[] = [
  ...panels.map(({ name }) => ({ name, panel: name, state: 'sample' as const })),
  ...scenes,
];
