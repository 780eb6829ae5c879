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
  left = $state.raw<readonly string[]>([]);
  pasted = $state.raw<readonly PastedChat[]>([]);

  constructor(private readonly client: LorehearthClient) {}

  async load(): Promise<void> {
    await this.chats.load(
      async (signal) => (await bodyOf(await this.client.v1.lab.chats.$get({}, { init: { signal } }))).items,
    );
  }

  isIn(id: string): boolean {
    return !this.left.includes(id);
  }

  /** Takes a stored chat in or leaves it out. */
  toggle(id: string): void {
    this.left = this.isIn(id) ? [...this.left, id] : this.left.filter((one) => one !== id);
  }

  /** Takes in all stored chats, or none. */
  takeAll(isIn: boolean): void {
    this.left = isIn ? [] : (this.chats.value ?? []).map(({ id }) => id);
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
    return { chats: this.left.length === 0 ? 'all' : ids, pasted: [...this.pasted] };
  }

  clear(): void {
    this.chats.clear();
    this.left = [];
    this.pasted = [];
  }
}
