import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** Where a vault keeps the plugin's own data when Obsidian has the plugin: both hosts then use the same settings. */
const PLUGIN_FOLDER = join('.obsidian', 'plugins', 'lorehearth');

/**
 * The folder for settings and tokens: the wished one, else the plugin's when it holds data, else `.lorehearth` in the
 * vault.
 */
export function dataFolderOf(vault: string, wished: string | undefined): string {
  if (wished !== undefined) return resolve(wished);
  const plugin = join(resolve(vault), PLUGIN_FOLDER);
  return existsSync(join(plugin, 'data.json')) ? plugin : join(resolve(vault), '.lorehearth');
}
