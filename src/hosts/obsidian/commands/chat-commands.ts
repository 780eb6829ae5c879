import type { App, Plugin } from 'obsidian';
import type { FieldDefinition } from '../../../core/lore/field-definitions';
import { attempt } from '../attempt';
import type { CalmNotices } from '../calm-notices';
import type { Host } from '../host';
import type { HostSlot } from '../host-slot';
import { ChoiceModal, WordModal } from './choose';

/** The chat of the last turn, and the host that serves it. */
interface CurrentChat {
  readonly host: Host;
  readonly chat: string;
}

/** Registers the commands for the chat of the last turn. */
export function addChatCommands(plugin: Plugin, slot: HostSlot, notices: CalmNotices): void {
  const add = (id: string, name: string, act: (current: CurrentChat) => void): void => {
    plugin.addCommand({
      id,
      name,
      checkCallback: (isOnlyAsking) => {
        const { host } = slot;
        const chat = host?.engine.status().lastTurn?.chat;
        if (host === undefined || chat === undefined) return false;
        if (!isOnlyAsking) act({ host, chat });
        return true;
      },
    });
  };
  add('set-context', 'Set context field of the current chat', (current) => chooseField(plugin.app, current, notices));
  add(
    'summarize-chat',
    'Summarize the chat now',
    (current) => void attempt(() => summarize(current, notices), notices),
  );
  add('attach-books', 'Attach books to the current chat', (current) => chooseBook(plugin.app, current, notices));
}

async function summarize({ host, chat }: CurrentChat, notices: CalmNotices): Promise<void> {
  const asked = await host.engine.scribe.summarize(chat);
  const begun = 'The Scribe is at work; its summary comes as a note.';
  notices.say('scribe', asked.kind === 'refused' ? asked.sentence : begun);
}

function chooseField(app: App, current: CurrentChat, notices: CalmNotices): void {
  const { context } = current.host.engine.chat(current.chat);
  const shown = ({ label, contextKey }: FieldDefinition): string => {
    const values = context[contextKey] ?? [];
    return values.length === 0 ? label : `${label}: ${values.join(', ')}`;
  };
  const choose = (field: FieldDefinition): void => chooseValue(app, field, current, notices);
  new ChoiceModal(app, current.host.engine.contextFields(), shown, choose, 'Context field').open();
}

function chooseValue(app: App, field: FieldDefinition, current: CurrentChat, notices: CalmNotices): void {
  const set = (word: string): void => void attempt(() => setField(field, word, current, notices), notices);
  new WordModal(app, field.values, set, `Value of ${field.label}; separate several with commas`).open();
}

async function setField(
  { label, contextKey }: FieldDefinition,
  word: string,
  { host, chat }: CurrentChat,
  notices: CalmNotices,
): Promise<void> {
  const values = word
    .split(',')
    .map((value) => value.trim())
    .filter(Boolean);
  const { context } = host.engine.chat(chat);
  const others = Object.entries(context).filter(([key]) => key !== contextKey);
  const written = values.length === 0 ? [] : [[contextKey, values] as const];
  await host.engine.changeChat(chat, { context: Object.fromEntries([...others, ...written]) });
  notices.say('chat', values.length === 0 ? `${label} has no value now.` : `${label}: ${values.join(', ')}.`);
}

function chooseBook(app: App, current: CurrentChat, notices: CalmNotices): void {
  const { engine } = current.host;
  const { books } = engine.chat(current.chat);
  const folders = [...new Set([...books, ...engine.entryFacets().folders.map(({ value }) => value)])].sort();
  if (folders.length === 0) {
    notices.say('chat', 'There are no books: all entries lie in the vault’s own folder.');
    return;
  }
  const shown = (folder: string): string => (books.includes(folder) ? `${folder} (attached)` : folder);
  const toggle = (folder: string): void => void attempt(() => toggleBook(folder, current, notices), notices);
  new ChoiceModal(app, folders, shown, toggle, 'Book to attach, or to take off').open();
}

async function toggleBook(folder: string, { host, chat }: CurrentChat, notices: CalmNotices): Promise<void> {
  const { books } = host.engine.chat(chat);
  const next = books.includes(folder) ? books.filter((book) => book !== folder) : [...books, folder];
  await host.engine.changeChat(chat, { books: next });
  notices.say(
    'chat',
    next.length === 0 ? 'All books are used in this chat.' : `Books of this chat: ${next.join(', ')}.`,
  );
}
