/** Names a file as ours. */
const KIND = 'lorehearth-settings';
/** The form of the file; goes up when the settings in it mean something else than before. */
const VERSION = 1;

/** The text of a file that holds these settings. No setting is a secret: keys and tokens are kept elsewhere. */
export function settingsFile(values: Readonly<Record<string, unknown>>): string {
  return `${JSON.stringify({ kind: KIND, version: VERSION, settings: values }, null, 2)}\n`;
}

/** What a file holds, or why it cannot be used. */
export type SettingsFileReading =
  | {
      readonly kind: 'settings';
      readonly settings: Readonly<Record<string, unknown>>;
      /** A newer version of Lorehearth wrote the file: what this one knows of it can be taken over. */
      readonly isNewer: boolean;
    }
  | { readonly kind: 'refused'; readonly sentence: string };

/**
 * Reads a file of settings, of whichever version; the plugin's own `data.json` will do as well. Files were written without
 * a version at first, which means the first.
 */
export function readSettingsFile(text: string): SettingsFileReading {
  let content: unknown;
  try {
    content = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    return { kind: 'refused', sentence: 'The file is no JSON, or was cut off.' };
  }
  const file: Readonly<Record<string, unknown>> = isObject(content) ? content : {};
  const { settings, version } = file;
  const isNewer = typeof version === 'number' && version > VERSION;
  if (isObject(settings)) return { kind: 'settings', settings, isNewer };
  return { kind: 'refused', sentence: 'The file holds no settings of Lorehearth.' };
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
