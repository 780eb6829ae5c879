/** The page that sent a request. `none`: no page did (a program, a call in the process, a page's own plain GET). */
export type PageOrigin =
  | { readonly kind: 'none' }
  | { readonly kind: 'own' }
  | { readonly kind: 'listed'; readonly origin: string }
  | { readonly kind: 'unlisted'; readonly origin: string };

declare module 'hono' {
  interface ContextVariableMap {
    page: PageOrigin;
  }
}

/** SillyTavern on its usual port. */
const usualOrigins = ['http://127.0.0.1:8000', 'http://localhost:8000', 'http://[::1]:8000'];

// Anything else could break out of a header or a content security policy that names the origin.
const ORIGIN = /^[a-z][a-z0-9+.-]*:\/\/[a-z0-9._~:[\]-]+$/i;

/** Whether the text of an Origin header names a page's origin (`null` and lists do not). */
export function isOriginName(text: string): boolean {
  return ORIGIN.test(text);
}

/** Whose page a request comes from. `host` is the request's own Host header, `listed` holds the allowed origins. */
export function pageOrigin(origin: string | undefined, host: string, listed: readonly string[]): PageOrigin {
  if (origin === undefined) return { kind: 'none' };
  const name = origin.toLowerCase();
  if (name === `http://${host.toLowerCase()}` || name === `https://${host.toLowerCase()}`) return { kind: 'own' };
  const isListed = isOriginName(name) && [...usualOrigins, ...listed].some((one) => asSent(one) === name);
  return { kind: isListed ? 'listed' : 'unlisted', origin };
}

/** The origin in the form in which browsers send it: lower case, without the scheme's own port. */
function asSent(origin: string): string {
  return origin.toLowerCase().replace(/^(http:.*):80$|^(https:.*):443$/, '$1$2');
}
