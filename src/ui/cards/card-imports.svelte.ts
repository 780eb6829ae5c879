import { SvelteMap } from 'svelte/reactivity';
import type { LorehearthClient } from '../../server/client';
import type { WireTurnBook } from '../../server/contract/wire-cards';
import type { WireImportAnswer } from '../../server/contract/wire-imports';
import { ask } from '../ask';
import { bodyOf, type Failure } from '../failure';
import { counted } from '../figures';

/** The lorebook of a card, as far as a turn names it. */
export type NamedBook = Pick<WireTurnBook, 'card' | 'digest'>;

/** How it stands with the import of a card's lorebook. */
export type CardImportState =
  | { readonly kind: 'working' }
  /** `id` undoes it; undefined where nothing had to be written. */
  | { readonly kind: 'done'; readonly sentence: string; readonly id: string | undefined }
  | { readonly kind: 'undone' }
  | { readonly kind: 'failed'; readonly failure: Failure };

/** Makes notes of lorebooks in cards that turns drew on, and takes that back. */
export class CardImports {
  /** By digest. */
  readonly #states = new SvelteMap<string, CardImportState>();

  constructor(private readonly client: LorehearthClient) {}

  of({ digest }: NamedBook): CardImportState | undefined {
    return this.#states.get(digest);
  }

  async import(book: NamedBook): Promise<void> {
    if (this.of(book)?.kind === 'working') return;
    this.#set(book, { kind: 'working' });
    const json = { files: [{ name: `${book.card}.json`, bookDigest: book.digest }] };
    const asked = await ask(
      async (signal) => bodyOf(await this.client.v1.imports.$post({ json }, { init: { signal } })),
      new AbortController().signal,
    );
    if (asked.kind === 'dropped') return;
    this.#set(book, asked.kind === 'answer' ? outcome(asked.value) : { kind: 'failed', failure: asked.failure });
  }

  async undo(book: NamedBook): Promise<void> {
    const before = this.of(book);
    if (before?.kind !== 'done' || before.id === undefined) return;
    const { id } = before;
    this.#set(book, { kind: 'working' });
    const asked = await ask(
      async () => bodyOf(await this.client.v1.imports[':id'].undo.$post({ param: { id } })),
      new AbortController().signal,
    );
    if (asked.kind === 'dropped') return;
    this.#set(book, asked.kind === 'answer' ? { kind: 'undone' } : { kind: 'failed', failure: asked.failure });
  }

  /** Forgets what an earlier token did. */
  clear(): void {
    this.#states.clear();
  }

  #set({ digest }: NamedBook, state: CardImportState): void {
    this.#states.set(digest, state);
  }
}

function outcome({ report }: WireImportAnswer): CardImportState {
  if (report === undefined) return { kind: 'failed', failure: { kind: 'unreadable' } };
  const { id, created, updated, failed, problem } = report;
  const parts = [
    created.length > 0 ? `${counted(created.length, 'note', 'notes')} made.` : '',
    updated.length > 0 ? `${counted(updated.length, 'note', 'notes')} brought up to date.` : '',
    failed.length > 0
      ? `${counted(failed.length, 'note', 'notes')} could not be written: ${failed[0]?.sentence ?? ''}`
      : '',
    problem ?? '',
  ].filter((part) => part !== '');
  const sentence = parts.length === 0 ? 'The notes are there already.' : parts.join(' ');
  return { kind: 'done', sentence, id };
}
