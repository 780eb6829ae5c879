/** Which colours the page has; `system` follows the browser. */
export type ThemeChoice = 'system' | 'light' | 'dark';

/** Where the choice is kept; the page's local storage has this shape. */
export interface ThemeStorage {
  getItem(name: string): string | null;
  setItem(name: string, value: string): void;
}

const NAME = 'lorehearth.theme';
const next: Readonly<Record<ThemeChoice, ThemeChoice>> = { system: 'light', light: 'dark', dark: 'system' };

/** The colours of the page, kept for the next visit. */
export class Theme {
  #choice = $state<ThemeChoice>('system');

  constructor(
    private readonly body: HTMLElement,
    private readonly storage: ThemeStorage,
  ) {
    const kept = storage.getItem(NAME);
    this.#apply(kept === 'light' || kept === 'dark' ? kept : 'system');
  }

  get choice(): ThemeChoice {
    return this.#choice;
  }

  /** Goes on to the next choice. */
  turn(): void {
    this.#apply(next[this.#choice]);
    this.storage.setItem(NAME, this.#choice);
  }

  #apply(choice: ThemeChoice): void {
    this.#choice = choice;
    // The class names are Obsidian's, so that a style sheet can tell the themes apart in both hosts.
    this.body.classList.toggle('theme-light', choice === 'light');
    this.body.classList.toggle('theme-dark', choice === 'dark');
  }
}
