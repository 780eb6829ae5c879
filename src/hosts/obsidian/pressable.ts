import type { Component } from 'obsidian';

/** Lets an element be pressed like a button, with the keyboard too, until the component is unloaded. */
export function makePressable(element: HTMLElement, owner: Component, press: () => void): void {
  element.setAttribute('role', 'button');
  element.setAttribute('tabindex', '0');
  owner.registerDomEvent(element, 'click', press);
  owner.registerDomEvent(element, 'keydown', (event) => {
    if (event.key !== 'Enter' && event.key !== ' ') return;
    event.preventDefault();
    press();
  });
}
