import type { Component } from 'obsidian';
import type { EngineStatus } from '../../core/engine/lore-engine';
import type { Host } from './host';
import type { HostSlot } from './host-slot';
import { makePressable } from './pressable';
import { serverSentence } from './server-words';

/** What the status bar says. */
export interface StatusWords {
  /** Shape and state of the dot; the shape alone tells them apart. */
  readonly dot: '●' | '○' | '◐' | '▲';
  readonly text: string;
  /** The whole state in sentences. */
  readonly label: string;
}

/** How often the status bar is written anew at most, in milliseconds. */
const PACE = 200;

/** Keeps the status bar item true until the component is unloaded. */
export function showStatus(item: HTMLElement, slot: HostSlot, owner: Component, open: () => void): void {
  item.addClass('mod-clickable', 'lh-status');
  makePressable(item, owner, open);
  let waiting: number | undefined;
  const write = (): void => {
    waiting = undefined;
    writeStatus(item, statusWords(slot.host));
  };
  owner.register(slot.onChange(() => (waiting ??= window.setTimeout(write, PACE))));
  owner.register(() => window.clearTimeout(waiting));
  write();
}

function writeStatus(item: HTMLElement, { dot, text, label }: StatusWords): void {
  item.setText(`${dot} ${text}`);
  item.setAttribute('aria-label', label);
  item.setAttribute('data-tooltip-position', 'top');
}

/** The state of the host in words. */
export function statusWords(host: Host | undefined): StatusWords {
  if (host === undefined) return { dot: '◐', text: 'Lorehearth', label: 'Lorehearth starts.' };
  const status = host.engine.status();
  const red = host.engine.lab.tests.lamp?.failed ?? 0;
  const sentences = [serverSentence(host.server), indexSentence(status), lastTurnSentence(status), redSentence(red)];
  const text = red === 0 ? shortText(status) : `${shortText(status)} · ${counted(red, 'red test', 'red tests')}`;
  return { dot: dotOf(host, status), text, label: sentences.filter((one) => one !== '').join(' ') };
}

function dotOf(host: Host, status: EngineStatus): StatusWords['dot'] {
  if (host.server.kind === 'failed' || status.index.kind === 'unreachable') return '▲';
  if (host.server.kind === 'starting' || status.index.kind === 'indexing') return '◐';
  return host.server.kind === 'listening' ? '●' : '○';
}

function shortText({ index, entries, lastTurn }: EngineStatus): string {
  if (index.kind === 'indexing' && index.total > 0) return `Lore ${percent(index.done, index.total)}`;
  if (lastTurn === undefined) return counted(entries, 'entry', 'entries');
  const { injected, tokens } = lastTurn.summary;
  return `${counted(injected, 'entry', 'entries')} · ${counted(tokens, 'token', 'tokens')}`;
}

function indexSentence({ index, entries }: EngineStatus): string {
  switch (index.kind) {
    case 'indexing':
      return `Reading the vault: ${String(index.done)} of ${String(index.total)} notes.`;
    case 'unreachable':
      return `The vault could not be read (${index.reason}); the last good index is used.`;
    case 'ready':
      return `${counted(entries, 'entry', 'entries')} in the index.`;
  }
}

function lastTurnSentence({ lastTurn }: EngineStatus): string {
  if (lastTurn === undefined) return '';
  const { injected, tokens } = lastTurn.summary;
  return `Last turn: ${counted(injected, 'entry', 'entries')}, ${counted(tokens, 'token', 'tokens')}.`;
}

function redSentence(red: number): string {
  return red === 0 ? '' : `${counted(red, 'lore test does', 'lore tests do')} not pass.`;
}

function percent(done: number, total: number): string {
  return `${String(Math.floor((done / total) * 100))} %`;
}

function counted(count: number, one: string, many: string): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`;
}
