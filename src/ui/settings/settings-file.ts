/** Names a file as ours. */
const KIND = 'lorehearth-settings';

/** The text of a file that holds these settings. No setting is a secret: keys and tokens are kept elsewhere. */
export function settingsFile(values: Readonly<Record<string, unknown>>): string {
  return `${JSON.stringify({ kind: KIND, settings: values }, null, 2)}\n`;
}

/** What a file holds, or why it cannot be used. */
export type SettingsFileReading =
  | { readonly kind: 'settings'; readonly settings: Readonly<Record<string, unknown>> }
  | { readonly kind: 'refused'; readonly sentence: string };

/** Reads a file of settings; the plugin's own `data.json` will do as well. */
export function readSettingsFile(text: string): SettingsFileReading {
  let content: unknown;
  try {
    content = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    return { kind: 'refused', sentence: 'The file is no JSON, or was cut off.' };
  }
  const settings = isObject(content) ? content['settings'] : undefined;
  if (isObject(settings)) return { kind: 'settings', settings };
  return { kind: 'refused', sentence: 'The file holds no settings of Lorehearth.' };
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
