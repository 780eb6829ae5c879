/** Where a token may be kept; the page's session storage has this shape. */
export interface TokenStorage {
  getItem(name: string): string | null;
  setItem(name: string, value: string): void;
  removeItem(name: string): void;
}

const NAME = 'lorehearth.token';

/** Who the page is for the server: its token, for as long as the tab lives. */
export class Session {
  #token = $state('');
  /** Whether the server turned the token down. */
  wasRefused = $state(false);

  constructor(private readonly storage: TokenStorage) {
    this.#token = storage.getItem(NAME) ?? '';
  }

  /** Empty when there is none. */
  get token(): string {
    return this.#token;
  }

  signIn(token: string): void {
    this.wasRefused = false;
    this.#token = token.trim();
    this.storage.setItem(NAME, this.#token);
  }

  signOut(): void {
    this.#token = '';
    this.storage.removeItem(NAME);
  }

  /** The server does not accept this token; one that was replaced meanwhile is left alone. */
  refuse(token: string): void {
    if (token === '' || token !== this.#token) return;
    this.signOut();
    this.wasRefused = true;
  }
}
