import type { OpenAPIHono } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { sendProblem } from './http-problem';

const contentTypes: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  json: 'application/json',
  svg: 'image/svg+xml',
  webmanifest: 'application/manifest+json',
};

/** What the console's page may do: run its own files and ask its own server. `origins` are the pages that may frame it. */
function consolePolicy(origins: readonly string[]): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    // Svelte writes the widths of bars into style attributes.
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    ["frame-ancestors 'self'", ...origins].join(' '),
  ].join('; ');
}

/** Serves the web console out of memory: a name that is not among the files is not found, whatever it looks like. */
export function serveConsole(
  app: OpenAPIHono,
  files: Readonly<Record<string, string>>,
  framingOrigins: () => readonly string[],
): void {
  const policy = (): Record<string, string> => ({ 'Content-Security-Policy': consolePolicy(framingOrigins()) });
  const send = (context: Context, name: string): Response => {
    const text = Object.hasOwn(files, name) ? files[name] : undefined;
    const type = contentTypes[name.split('.').at(-1) ?? ''];
    if (text === undefined || type === undefined) return sendProblem(context, 'not_found', 'There is no such file.');
    return context.body(text, 200, { 'Content-Type': type, ...policy() });
  };
  // With the slash the page's own relative addresses lead to its files; browsers keep the fragment.
  app.get('/', (context) => context.body(null, 302, { Location: 'console/', ...policy() }));
  app.get('/console', (context) => context.body(null, 302, { Location: 'console/', ...policy() }));
  app.get('/console/', (context) => send(context, 'index.html'));
  app.get('/console/:name{.+}', (context) => send(context, context.req.param('name')));
}
