/** What a new element may be given. Text is always text, never markup. */
export interface ElementParts {
  readonly class?: string | undefined;
  readonly text?: string;
  readonly title?: string;
  readonly attributes?: Readonly<Record<string, string>>;
  readonly children?: readonly (Node | undefined)[];
}

/** Makes an element. */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  parts: ElementParts = {},
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag);
  if (parts.class !== undefined) made.className = parts.class;
  if (parts.text !== undefined) made.textContent = parts.text;
  if (parts.title !== undefined) made.title = parts.title;
  for (const [name, value] of Object.entries(parts.attributes ?? {})) made.setAttribute(name, value);
  made.append(...(parts.children ?? []).filter((child) => child !== undefined));
  return made;
}

/** One of the icons that SillyTavern brings along; decoration only. */
export function icon(name: string): HTMLElement {
  return element('i', { class: `fa-solid fa-${name}`, attributes: { 'aria-hidden': 'true' } });
}

/** A button with SillyTavern's look. */
export function menuButton(label: string, onClick: () => void): HTMLButtonElement {
  const button = element('button', {
    class: 'menu_button lorehearth-button',
    text: label,
    attributes: { type: 'button' },
  });
  button.addEventListener('click', onClick);
  return button;
}
