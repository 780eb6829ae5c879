import { TFile, TFolder, Vault, type EventRef, type TAbstractFile } from 'obsidian';
import type { NoteChange, Stop } from '../../core/ports/note-source';
import { isNotePath } from './note-path';

/**
 * Reports what happens to Markdown notes of a vault, one event at a time, until stopped. An event of a folder is
 * reported for every note below it, since the app is not bound to send an event for each of them.
 */
export function onVaultChanges(vault: Vault, report: (changes: readonly NoteChange[]) => void): Stop {
  const events: readonly EventRef[] = [
    vault.on('create', (file) => {
      report(changed(file));
    }),
    vault.on('modify', (file) => {
      report(changed(file));
    }),
    vault.on('delete', (file) => {
      report(notesBelow(file).map((note) => ({ kind: 'removed', path: note.path })));
    }),
    vault.on('rename', (file, oldPath) => {
      report(file instanceof TFolder ? movedBelow(file, oldPath) : moved(oldPath, file.path));
    }),
  ];
  return () => {
    for (const event of events) vault.offref(event);
  };
}

function changed(file: TAbstractFile): readonly NoteChange[] {
  return isNote(file) ? [{ kind: 'changed', path: file.path }] : [];
}

/** The folder's event may come before or after the paths below it were changed: both are read as the same move. */
function movedBelow(folder: TFolder, oldPath: string): readonly NoteChange[] {
  const [from, to] = [`${oldPath}/`, `${folder.path}/`];
  return notesBelow(folder).flatMap(({ path }) => {
    if (path.startsWith(to)) return moved(from + path.slice(to.length), path);
    return path.startsWith(from) ? moved(path, to + path.slice(from.length)) : [];
  });
}

/** A new ending makes a note of a file, or the other way round. */
function moved(from: string, to: string): readonly NoteChange[] {
  if (!isNotePath(from)) return isNotePath(to) ? [{ kind: 'changed', path: to }] : [];
  return [isNotePath(to) ? { kind: 'renamed', from, to } : { kind: 'removed', path: from }];
}

function notesBelow(file: TAbstractFile): readonly TFile[] {
  if (isNote(file)) return [file];
  const notes: TFile[] = [];
  if (file instanceof TFolder) {
    Vault.recurseChildren(file, (child) => {
      if (isNote(child)) notes.push(child);
    });
  }
  return notes;
}

function isNote(file: TAbstractFile): file is TFile {
  return file instanceof TFile && isNotePath(file.path);
}
