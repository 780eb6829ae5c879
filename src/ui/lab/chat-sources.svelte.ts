import type { LorehearthClient } from '../../server/client';
import type { WireLabChats } from '../../server/contract/wire-lab';
import { bodyOf } from '../failure';
import { Loaded } from '../loaded.svelte';

/** A chat that was pasted or opened. */
export interface PastedChat {
  readonly name: string;
  readonly text: string;
}

/** The chats over which something is counted: stored ones, and those that the user pastes. */
export class ChatSources {
  readonly chats = new Loaded<WireLabChats['items']>();
  /** Ids of the stored chats that are left out. */
  left = $state.raw<ReadonlySet<string>>(new Set());
  pasted = $state.raw<readonly PastedChat[]>([]);

  constructor(private readonly client: LorehearthClient) {}

  async load(): Promise<void> {
    await this.chats.load(
      async (signal) => (await bodyOf(await this.client.v1.lab.chats.$get({}, { init: { signal } }))).items,
    );
  }

  isIn(id: string): boolean {
    return !this.left.has(id);
  }

  /** Takes a stored chat in or leaves it out. */
  toggle(id: string): void {
    const left = new Set(this.left);
    if (!left.delete(id)) left.add(id);
    this.left = left;
  }

  /** Takes in all stored chats, or none. */
  takeAll(isIn: boolean): void {
    this.left = new Set(isIn ? [] : (this.chats.value ?? []).map(({ id }) => id));
  }

  add(chat: PastedChat): void {
    this.pasted = [...this.pasted, chat];
  }

  remove(at: number): void {
    this.pasted = this.pasted.filter((_, place) => place !== at);
  }

  /** How many chats are meant. */
  get count(): number {
    return (this.chats.value ?? []).filter(({ id }) => this.isIn(id)).length + this.pasted.length;
  }

  /** The chats as a request names them. */
  get request(): { readonly chats: 'all' | string[]; readonly pasted: PastedChat[] } {
    const ids = (this.chats.value ?? []).map(({ id }) => id).filter((id) => this.isIn(id));
    return { chats: this.left.size === 0 ? 'all' : ids, pasted: [...this.pasted] };
  }

  clear(): void {
    this.chats.clear();
    this.left = new Set();
    this.pasted = [];
  }
}
