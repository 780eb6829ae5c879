import type { Palette } from './graph-paint';
import { paletteColors } from './graph-types';

/** Roles besides those of `paletteColors` that the picture has. */
export const probeRoles = [...paletteColors, 'text', 'line', 'ground', 'ring'] as const;

/**
 * Reads the colors of a picture from elements that wear them: a canvas knows no variables, and a variable may hold what
 * only a style can work out.
 *
 * @param probes An element for each of `probeRoles`, with the color as its text color.
 */
export function readPalette(probes: HTMLElement): Palette {
  const view = probes.ownerDocument.defaultView ?? window;
  const colors = new Map<string, string>();
  for (const probe of probes.querySelectorAll<HTMLElement>('[data-role]'))
    colors.set(probe.dataset['role'] ?? '', view.getComputedStyle(probe).color);
  const of = (role: string): string => colors.get(role) ?? 'gray';
  const { fontFamily } = view.getComputedStyle(probes);
  return {
    'series-0': of('series-0'),
    'series-1': of('series-1'),
    'series-2': of('series-2'),
    'series-3': of('series-3'),
    'series-4': of('series-4'),
    'series-5': of('series-5'),
    error: of('error'),
    warning: of('warning'),
    info: of('info'),
    good: of('good'),
    accent: of('accent'),
    muted: of('muted'),
    text: of('text'),
    line: of('line'),
    ground: of('ground'),
    ring: of('ring'),
    font: `12px ${fontFamily}`,
  };
}

/** Calls back when theme or color scheme of the element's window change. */
export function followTheme(element: Element, changed: () => void): () => void {
  const { ownerDocument } = element;
  const observer = new MutationObserver(changed);
  for (const root of [ownerDocument.documentElement, ownerDocument.body])
    observer.observe(root, { attributes: true, attributeFilter: ['class', 'style', 'data-theme'] });
  const query = ownerDocument.defaultView?.matchMedia('(prefers-color-scheme: dark)');
  query?.addEventListener('change', changed);
  return () => {
    observer.disconnect();
    query?.removeEventListener('change', changed);
  };
}
