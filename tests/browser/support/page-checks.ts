import type { Page } from 'playwright-core';

/** Elements that are wider than the place they are in, as class names; empty when everything fits. */
export function overflowing(page: Page): Promise<readonly string[]> {
  return page.evaluate(() =>
    [document.documentElement, ...document.querySelectorAll('.lh-panel, .lh-browse-list, .lh-browse-detail, .lh-card')]
      .filter((element) => element.scrollWidth > element.clientWidth + 1)
      .map((element) => element.className || element.tagName),
  );
}

/** Controls that have no name for who cannot see them. */
export function namelessControls(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const named = (element: Element): boolean => {
      const label = element.getAttribute('aria-label') ?? element.textContent;
      const isLabelled = element.id !== '' && document.querySelector(`label[for="${element.id}"]`) !== null;
      return label.trim() !== '' || isLabelled;
    };
    return [...document.querySelectorAll('a, button, input, select, textarea, [role=listbox], [role=img]')]
      .filter((element) => !named(element))
      .map((element) => element.outerHTML.slice(0, 120));
  });
}

/** Texts whose contrast with their ground is below 4.5 : 1, with the ratio. */
export function paleTexts(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    type Color = readonly [number, number, number, number];
    const canvas = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true })!;
    const read = (color: string): Color => {
      canvas.clearRect(0, 0, 1, 1);
      canvas.fillStyle = color;
      canvas.fillRect(0, 0, 1, 1);
      const [r = 0, g = 0, b = 0, a = 0] = canvas.getImageData(0, 0, 1, 1).data;
      return [r, g, b, a / 255];
    };
    const over = ([r, g, b, a]: Color, [x, y, z]: Color): Color => [
      r * a + x * (1 - a),
      g * a + y * (1 - a),
      b * a + z * (1 - a),
      1,
    ];
    const groundOf = (element: Element): Color => {
      const chain: Element[] = [];
      for (let at: Element | null = element; at; at = at.parentElement) chain.unshift(at);
      return chain.reduce<Color>(
        (ground, at) => over(read(getComputedStyle(at).backgroundColor), ground),
        [255, 255, 255, 1],
      );
    };
    const luminance = ([r, g, b]: Color): number => {
      const [x = 0, y = 0, z = 0] = [r, g, b].map((part) => {
        const share = part / 255;
        return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * x + 0.7152 * y + 0.0722 * z;
    };
    const ratio = (a: Color, b: Color): number => {
      const [high = 0, low = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x);
      return (high + 0.05) / (low + 0.05);
    };
    const hasText = (element: Element): boolean =>
      [...element.childNodes].some(
        (node) => node.nodeType === Node.TEXT_NODE && (node.textContent ?? '').trim() !== '',
      );
    return [...document.querySelectorAll('body *')]
      .filter((element) => hasText(element) && element.checkVisibility({ opacityProperty: true }))
      .filter((element) => !element.closest('[disabled], .lh-editor-mirror, option, title, noscript'))
      .map((element) => {
        const ground = groundOf(element);
        const text = over(read(getComputedStyle(element).color), ground);
        return { element, contrast: ratio(text, ground) };
      })
      .filter(({ contrast }) => contrast < 4.5)
      .map(
        ({ element, contrast }) => `${contrast.toFixed(2)} ${element.className}: ${element.textContent.slice(0, 30)}`,
      );
  });
}
