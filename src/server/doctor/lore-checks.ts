import type { WireFix } from '../contract/wire-doctor';
import type { Check, CheckContext, CheckResult } from './check';
import { counted } from './words';

const MOST_TAGS = 3;
const refresh: WireFix = { kind: 'call', label: 'Read the vault again', route: 'refresh' };
const problems: WireFix = { kind: 'panel', label: 'Show problems', panel: 'health' };
const example: WireFix = { kind: 'call', label: 'Create an example entry', route: 'example' };

/** Whether the vault is read. */
export const vaultCheck: Check = {
  id: 'vault',
  title: 'Vault',
  run: ({ engine }) => {
    const { index, vault } = engine.status();
    if (index.kind === 'indexing')
      return { state: 'waiting', sentence: `${counted(index.done, 'note', 'notes')} of ${String(index.total)} read.` };
    if (index.kind === 'ready') return { state: 'ok', sentence: `“${vault}” is read and watched.` };
    const sentence = `“${vault}” cannot be read, so its last good state is used: ${index.reason}`;
    return { state: 'failed', sentence, fixes: [refresh] };
  },
};

/** Whether there are entries, and why there are none. */
export const loreCheck: Check = {
  id: 'lore',
  title: 'Lore notes',
  run: (context) => {
    const { entries, index } = context.engine.status();
    if (entries > 0) return { state: 'ok', sentence: `${counted(entries, 'entry', 'entries')} found.` };
    if (index.kind === 'indexing') return { state: 'waiting', sentence: 'The vault is still being read.' };
    return whyNoEntries(context);
  },
};

async function whyNoEntries({ engine }: CheckContext): Promise<CheckResult> {
  const { loreTag, templateFolder } = engine.settings();
  const unused = engine.unusedNotes();
  const broken = unused.filter(({ state }) => state === 'quarantined').length;
  if (broken > 0) {
    const sentence = `${counted(broken, 'note carries', 'notes carry')} the tag #${loreTag}, but cannot be read.`;
    return { state: 'failed', sentence, fixes: [problems] };
  }
  const templates = unused.filter(({ reason }) => reason === 'template').length;
  if (templates > 0) {
    const notes = counted(templates, 'note with the tag', 'notes with the tag');
    const sentence = `${notes} #${loreTag} found only in the template folder “${templateFolder}”, which is left out.`;
    const fix: WireFix = { kind: 'panel', label: 'Show the setting', panel: 'settings', search: 'Template folder' };
    return { state: 'failed', sentence, fixes: [fix, example] };
  }
  return nearMisses(await engine.setup.nearTags(), loreTag);
}

function nearMisses(near: readonly { readonly tag: string; readonly notes: number }[], loreTag: string): CheckResult {
  const none = `No note carries the tag #${loreTag} yet. Write it into the tags of a note, and the note becomes an entry.`;
  if (near.length === 0) return { state: 'failed', sentence: none, fixes: [example] };
  const shown = near.slice(0, MOST_TAGS);
  const found = shown.map(({ tag, notes }) => `${counted(notes, 'note carries', 'notes carry')} #${tag}`).join(', ');
  const fixes = shown.map(({ tag }): WireFix => ({
    kind: 'settings',
    label: `Use the tag #${tag}`,
    values: { loreTag: tag },
  }));
  return {
    state: 'failed',
    sentence: `No note carries the tag #${loreTag}, but ${found}.`,
    fixes: [...fixes, example],
  };
}

/** Whether notes are read as they were meant. */
export const notesCheck: Check = {
  id: 'notes',
  title: 'Problems of notes',
  run: ({ engine }) => {
    const { problems: counts } = engine.status();
    if (counts.error > 0) {
      const sentence = `${counted(counts.error, 'error keeps', 'errors keep')} lore out of the story.`;
      return { state: 'warning', sentence, fixes: [problems] };
    }
    if (counts.warning === 0) return { state: 'ok', sentence: 'Every note can be read as it was meant.' };
    const sentence = `No errors; ${counted(counts.warning, 'warning is', 'warnings are')} worth a look.`;
    return { state: 'ok', sentence, fixes: [problems] };
  },
};
