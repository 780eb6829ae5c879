import type { TAbstractFile, TFile } from 'obsidian';
import type { LoreEntry } from '../../core/lore/lore-entry';
import type { Host } from './host';
import type { HostSlot } from './host-slot';

/** A note that is an entry, and the host that knows it. */
export interface NoteEntry {
  readonly host: Host;
  readonly entry: LoreEntry;
}

/** The entry that a note is; undefined for other notes and while there is no index. */
export function entryOfNote(slot: HostSlot, file: TFile | TAbstractFile | null): NoteEntry | undefined {
  const { host } = slot;
  const entry = file === null ? undefined : host?.engine.entryByPath(file.path);
  return host === undefined || entry === undefined ? undefined : { host, entry };
}
