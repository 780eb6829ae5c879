import type { PanelName } from '../../../../src/ui/panels';

/** What a panel can be shown in. */
export const galleryStates = ['sample', 'long', 'empty', 'loading', 'error', 'offline'] as const;
export type GalleryState = (typeof galleryStates)[number];

/** Colors and width of a picture. */
export interface Look {
  readonly scheme: 'light' | 'dark';
  readonly width: 280 | 1200;
}

/** A round through all panels in one state and one look. */
export interface Round {
  readonly state: GalleryState;
  readonly look: Look;
}

const looks: readonly Look[] = (['light', 'dark'] as const).flatMap((scheme) =>
  ([1200, 280] as const).map((width) => ({ scheme, width })),
);

/** Every state in every look. */
export const allRounds: readonly Round[] = galleryStates.flatMap((state) => looks.map((look) => ({ state, look })));

/** The share of a usual run: each state once, each look at least once. */
export const usualRounds: readonly Round[] = [
  { state: 'sample', look: { scheme: 'light', width: 1200 } },
  { state: 'long', look: { scheme: 'dark', width: 280 } },
  { state: 'empty', look: { scheme: 'light', width: 280 } },
  { state: 'loading', look: { scheme: 'dark', width: 1200 } },
  { state: 'error', look: { scheme: 'light', width: 280 } },
  { state: 'offline', look: { scheme: 'dark', width: 1200 } },
];

/** The file of a picture. */
export function pictureName(panel: PanelName, { state, look }: Round): string {
  return `${panel}-${state}-${look.scheme}-${String(look.width)}.png`;
}
