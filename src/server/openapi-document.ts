import type { OpenAPIHono } from '@hono/zod-openapi';
import { routes, routeScopes } from './contract/routes';

const description = `Lorehearth chooses the lore for each reply of an AI story and tells why.
Every answer that is an error is a problem document with a stable \`code\`.`;

/** Serves the description of the whole interface, made from the table of routes. */
export function serveOpenApi(app: OpenAPIHono, version: string): void {
  app.openAPIRegistry.registerComponent('securitySchemes', 'bearer', { type: 'http', scheme: 'bearer' });
  let document: string | undefined;
  app.get('/openapi.json', (context) => {
    document ??= JSON.stringify(openApiDocument(app, version));
    return context.body(document, 200, { 'Content-Type': 'application/json' });
  });
}

function openApiDocument(app: OpenAPIHono, version: string) {
  const document = app.getOpenAPI31Document({
    openapi: '3.1.0',
    info: { title: 'Lorehearth', version, description, license: { name: 'MIT' } },
    servers: [{ url: '/' }],
  });
  for (const name of Object.keys(routes).filter((key): key is keyof typeof routes => key in routes)) {
    const { method, path } = routes[name];
    const operation = document.paths?.[path]?.[method];
    const scope = routeScopes[name];
    if (operation === undefined) continue;
    operation.operationId = name;
    if (scope !== undefined) operation.description = `Needs a token with the scope \`${scope}\`.`;
  }
  return document;
}
