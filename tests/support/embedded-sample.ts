/** Stands in for the built files that are put into the bundles, so that tests need no build. */
export const files: Readonly<Record<string, string>> = {
  'manifest.json': '{ "display_name": "Lorehearth", "js": "index.js", "css": "style.css", "version": "0.0.0" }\n',
  'index.js': 'globalThis.lorehearthSample = true;\n',
  'style.css': '.lorehearth { color: inherit; }\n',
  'index.html': '<!doctype html><title>Lorehearth</title>\n',
  'console.js': 'document.title += " console";\n',
  'console.css': 'body { margin: 0; }\n',
};
