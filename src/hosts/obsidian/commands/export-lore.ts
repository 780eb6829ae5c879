import type { App } from 'obsidian';
import { attempt } from '../attempt';
import type { CalmNotices } from '../calm-notices';
import type { Host } from '../host';
import { ChoiceModal } from './choose';

const WHOLE_VAULT = '';
/** Where exported lorebooks are put. */
const FOLDER = 'Lorebook exports';

/** Asks for folder and format, and writes the entries as a file into the vault. */
export function exportLorebook(app: App, host: Host, notices: CalmNotices): void {
  const { engine } = host;
  const folders = [WHOLE_VAULT, ...engine.entryFacets().folders.map(({ value }) => value)];
  const write = (folder: string, format: string): void =>
    void attempt(() => writeExport(app, host, folder, format, notices), notices);
  const chooseFormat = (folder: string): void =>
    new ChoiceModal(
      app,
      engine.imports.writtenFormats,
      (format) => format,
      (format) => write(folder, format),
      'Format of the file',
    ).open();
  const shown = (folder: string): string => (folder === WHOLE_VAULT ? 'The whole vault' : folder);
  new ChoiceModal(app, folders, shown, chooseFormat, 'Entries of which folder').open();
}

async function writeExport(
  app: App,
  { engine }: Host,
  folder: string,
  format: string,
  notices: CalmNotices,
): Promise<void> {
  const exported = await engine.imports.export(format, folder);
  if (exported === undefined) return;
  const name = folder.split('/').at(-1) ?? '';
  const path = await freePath(app, `${FOLDER}/${name === '' ? app.vault.getName() : name} (${format})`);
  await app.vault.create(path, `${JSON.stringify(exported.value, null, 2)}\n`);
  const lost = exported.remarks.length + exported.problems.length;
  const rest = lost === 0 ? '' : ` ${String(lost)} details could not be carried over.`;
  notices.say('export', `Wrote ${String(exported.entries)} entries to ${path}.${rest}`, 'long');
}

async function freePath(app: App, wished: string): Promise<string> {
  const { vault } = app;
  if (vault.getFolderByPath(FOLDER) === null) await vault.createFolder(FOLDER);
  for (let number = 1; ; number += 1) {
    const path = `${wished}${number === 1 ? '' : ` ${String(number)}`}.json`;
    if (vault.getAbstractFileByPath(path) === null) return path;
  }
}
