import type { LorehearthClient } from '../../server/client';
import type { WireVault, WireVaultChange, WireVaults } from '../../server/contract/wire-vaults';
import { ask } from '../ask';
import { bodyOf, type Failure } from '../failure';
import { Loaded } from '../loaded.svelte';
import { changeOf, placeOf, type VaultDraft } from './vault-draft';
import { vaultProblems, nothingWrong, type VaultProblems } from './vault-problems';

/** The vaults that the host reads, and what is done with them. Changes go one after the other, readings beside them. */
export class VaultList {
  readonly loaded = new Loaded<WireVaults>();
  /** What was just done, as a sentence; empty before. */
  said = $state('');
  #problems = $state.raw<VaultProblems>(nothingWrong);
  #failures = $state.raw<Readonly<Record<string, Failure>>>({});
  #reading = $state.raw<readonly string[]>([]);
  #underWay = $state(0);
  #last: Promise<unknown> = Promise.resolve();

  constructor(private readonly client: LorehearthClient) {}

  /** All vaults in the order of precedence, the host's own first. */
  get all(): readonly WireVault[] {
    return this.loaded.value?.items ?? [];
  }
  /** The vaults beside the host's own. */
  get further(): readonly WireVault[] {
    return this.all.filter(({ kind }) => kind !== 'own');
  }
  /** Whether a change is on its way. */
  get isChanging(): boolean {
    return this.#underWay > 0;
  }
  /** Whether the user asked for the vault to be read and it is not done yet. */
  isReading({ id }: WireVault): boolean {
    return this.#reading.includes(id);
  }
  /** Why the last wish about a vault came to nothing. */
  failureOf({ id }: WireVault): Failure | undefined {
    return this.#failures[id];
  }
  /** What was wrong about the last draft of a vault; `''` is the one that is not added yet. */
  problemsOf(id: string): VaultProblems {
    return this.#problems.vault === id ? this.#problems : nothingWrong;
  }
  /** Forgets what was wrong, because a form opens anew. */
  forgetProblems(): void {
    this.#problems = nothingWrong;
  }
  /** What is wrong about a draft was found out elsewhere, by a test. */
  complain(id: string, failure: Failure): void {
    this.#problems = vaultProblems(id, failure);
  }

  async refresh(): Promise<void> {
    // The answer to a change is newer than what a question beside it would bring.
    if (this.isChanging) return;
    await this.loaded.load(async (signal) => bodyOf(await this.client.v1.vaults.$get({}, { init: { signal } })));
  }

  /** Adds a vault with its key. False when something is wrong. */
  async add(draft: VaultDraft, key: string): Promise<boolean> {
    const json = { ...placeOf(draft), ...(key.trim() !== '' && { key: key.trim() }) };
    const failure = await this.#next(async () => this.#take(await bodyOf(await this.client.v1.vaults.$post({ json }))));
    return this.#judged('', failure, `${json.name} was added.`);
  }

  /** Changes a vault. False when something is wrong. */
  async save(vault: WireVault, draft: VaultDraft, key: string): Promise<boolean> {
    const change = changeOf(vault, draft, key);
    if (Object.keys(change).length === 0) return true;
    return this.#judged(vault.id, await this.#change(vault, change), `${draft.name.trim()} was saved.`);
  }

  async forgetKey(vault: WireVault): Promise<void> {
    await this.#wish(vault, `The key of ${vault.name} was forgotten.`, () => this.#change(vault, { key: '' }));
  }

  async turn(vault: WireVault, enabled: boolean): Promise<void> {
    const said = `${vault.name} is ${enabled ? 'on' : 'off'}.`;
    await this.#wish(vault, said, () => this.#change(vault, { enabled }));
  }

  /** Reads a vault no longer, and forgets its key. */
  async remove(vault: WireVault): Promise<void> {
    const param = { id: vault.id };
    await this.#wish(vault, `${vault.name} was removed. Its notes were not touched.`, () =>
      this.#next(async () => this.loaded.put(await bodyOf(await this.client.v1.vaults[':id'].$delete({ param })))),
    );
  }

  /** Moves a further vault up (-1) or down (1) among the others; at the end nothing happens. */
  async move(vault: WireVault, by: -1 | 1): Promise<void> {
    const others = this.further.filter(({ id }) => id !== vault.id);
    const to = this.further.findIndex(({ id }) => id === vault.id) + by;
    if (to < 0 || to > others.length) return;
    const items = [...others.slice(0, to), vault, ...others.slice(to)];
    // It is seen to move at once; the server has the last word.
    this.#show([...this.all.filter(({ kind }) => kind === 'own'), ...items]);
    const json = { ids: items.map(({ id }) => id) };
    const said = `${vault.name} is number ${String(to + 1)} of ${String(items.length)}.`;
    await this.#wish(vault, said, () =>
      this.#next(async () => this.loaded.put(await bodyOf(await this.client.v1.vaults.order.$put({ json })))),
    );
    if (this.#failures[vault.id]) await this.refresh();
  }

  /** Reads a vault now. */
  async read(vault: WireVault): Promise<void> {
    if (this.isReading(vault)) return;
    this.#reading = [...this.#reading, vault.id];
    const param = { id: vault.id };
    await this.#wish(vault, '', () =>
      sent(async () => this.#take(await bodyOf(await this.client.v1.vaults[':id'].read.$post({ param })))),
    );
    this.#reading = this.#reading.filter((id) => id !== vault.id);
  }

  clear(): void {
    this.loaded.clear();
    this.said = '';
    this.#problems = nothingWrong;
    this.#failures = {};
  }

  #change({ id }: WireVault, json: WireVaultChange): Promise<Failure | undefined> {
    return this.#next(async () =>
      this.#take(await bodyOf(await this.client.v1.vaults[':id'].$patch({ param: { id }, json }))),
    );
  }

  #take(vault: WireVault): void {
    const isKnown = this.all.some(({ id }) => id === vault.id);
    this.#show(isKnown ? this.all.map((one) => (one.id === vault.id ? vault : one)) : [...this.all, vault]);
  }

  #show(items: readonly WireVault[]): void {
    const { value } = this.loaded;
    if (value !== undefined) this.loaded.put({ ...value, items });
  }

  #judged(id: string, failure: Failure | undefined, said: string): boolean {
    this.#problems = failure === undefined ? nothingWrong : vaultProblems(id, failure);
    if (failure === undefined) this.said = said;
    return failure === undefined;
  }

  async #wish({ id }: WireVault, said: string, send: () => Promise<Failure | undefined>): Promise<void> {
    const { [id]: _, ...others } = this.#failures;
    this.#failures = others;
    const failure = await send();
    if (failure !== undefined) this.#failures = { ...this.#failures, [id]: failure };
    // What went wrong is said at the vault.
    this.said = failure === undefined ? said : '';
  }

  #next(send: () => Promise<void>): Promise<Failure | undefined> {
    this.#underWay += 1;
    const done = this.#last.then(() => sent(send)).finally(() => (this.#underWay -= 1));
    this.#last = done.catch(() => undefined);
    return done;
  }
}

async function sent(send: () => Promise<void>): Promise<Failure | undefined> {
  const asked = await ask(send, new AbortController().signal);
  return asked.kind === 'failure' ? asked.failure : undefined;
}
