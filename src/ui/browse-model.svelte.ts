import type { LorehearthClient } from '../server/client';
import type { WireEntryDetail, WireEntryFacets } from '../server/contract/wire-lore';
import { EntryUseModel } from './analytics/entry-use-model.svelte';
import { Debounced } from './debounced';
import { EntryPages, type EntryQuery } from './entry-pages.svelte';
import { bodyOf } from './failure';
import { Loaded } from './loaded.svelte';
import type { PanelTarget } from './panels';
import { VaultMarks } from './vaults/vault-marks.svelte';

const QUIET_MS = 180;

/** The list of entries, what narrows it, and the entry that is open. */
export class BrowseModel {
  readonly pages: EntryPages;
  readonly detail = new Loaded<WireEntryDetail>();
  /** How the open entry is used. */
  readonly use: EntryUseModel;
  /** From which vaults entries come. */
  readonly vaults: VaultMarks;
  /** Public id of the open entry. */
  selected = $state<string>();
  #text = $state('');
  #tag = $state('');
  #type = $state('');
  #folder = $state('');
  #byUse = $state(false);
  #withProblems = $state(false);
  readonly #reload = new Debounced(() => void this.pages.open(this.#query()), QUIET_MS);

  constructor(private readonly client: LorehearthClient) {
    this.pages = new EntryPages(client);
    this.use = new EntryUseModel(client);
    this.vaults = new VaultMarks(client);
  }

  get text(): string {
    return this.#text;
  }
  set text(value: string) {
    this.#text = value;
    this.#reload.call();
  }

  /** A tag without `#`, or empty for every tag. */
  get tag(): string {
    return this.#tag;
  }
  set tag(value: string) {
    this.#tag = value;
    this.#reload.now();
  }

  /** A type, or empty for every type. */
  get type(): string {
    return this.#type;
  }
  set type(value: string) {
    this.#type = value;
    this.#reload.now();
  }

  /** A folder of the vault, or empty for every folder. */
  get folder(): string {
    return this.#folder;
  }
  set folder(value: string) {
    this.#folder = value;
    this.#reload.now();
  }

  /** Whether the entries that were used most come first. */
  get byUse(): boolean {
    return this.#byUse;
  }
  set byUse(value: boolean) {
    this.#byUse = value;
    this.#reload.now();
  }

  get withProblems(): boolean {
    return this.#withProblems;
  }
  set withProblems(value: boolean) {
    this.#withProblems = value;
    this.#reload.now();
  }

  get isNarrowed(): boolean {
    return [this.#text.trim(), this.#tag, this.#type, this.#folder].some((part) => part !== '') || this.#withProblems;
  }

  /** The tags and types of all entries, to choose from. */
  get tags(): readonly string[] {
    return sortedValues(this.pages.facets?.tags);
  }
  get types(): readonly string[] {
    return sortedValues(this.pages.facets?.types);
  }
  get folders(): readonly string[] {
    return sortedValues(this.pages.facets?.folders);
  }

  /** Opens the entry that a link names, and narrows the list as it says. */
  show({ entry, problems, search }: PanelTarget): void {
    if (search !== undefined) this.#search(search);
    if (problems !== undefined) this.withProblems = problems;
    if (entry !== undefined) void this.select(entry);
  }

  /** Loads the list when it was not loaded yet. */
  async open(): Promise<void> {
    if (this.pages.total === undefined && !this.pages.isLoading) await this.pages.open(this.#query());
  }

  /** Loads list and open entry again. */
  async refresh(): Promise<void> {
    this.vaults.refresh();
    await Promise.all([this.pages.reopen(), this.selected === undefined ? undefined : this.select(this.selected)]);
  }

  get place(): Omit<PanelTarget, 'panel'> {
    return {
      ...(this.selected !== undefined && { entry: this.selected }),
      ...(this.#withProblems && { problems: true }),
    };
  }

  followIndex(): void {
    if (this.pages.total !== undefined) void this.refresh();
  }

  recover(): void {
    if (this.pages.total !== undefined || this.pages.failure) void this.refresh();
  }

  /** Takes the filters away. */
  showAll(): void {
    this.#unfilter();
    this.#reload.now();
  }

  async select(id: string): Promise<void> {
    if (this.selected !== id) {
      this.detail.clear();
      this.use.clear();
    }
    this.selected = id;
    void this.use.load(id);
    await this.detail.load(async (signal) => {
      const reply = await this.client.v1.entries[':id'].$get({ param: { id } }, { init: { signal } });
      return bodyOf(reply);
    });
  }

  close(): void {
    this.selected = undefined;
    this.detail.clear();
    this.use.clear();
  }

  /** Forgets everything that was loaded, and the filters. */
  clear(): void {
    this.close();
    this.#reload.cancel();
    this.#unfilter();
    this.pages.clear();
    this.vaults.clear();
  }

  /** Lists what a link looks for, and nothing that was open before. */
  #search(text: string): void {
    this.close();
    this.#unfilter();
    this.#text = text;
    if (this.pages.total !== undefined) this.#reload.now();
  }

  #unfilter(): void {
    this.#text = '';
    this.#tag = '';
    this.#type = '';
    this.#folder = '';
    this.#withProblems = false;
  }

  #query(): EntryQuery {
    const text = this.#text.trim();
    return {
      ...(text !== '' && { text }),
      ...(this.#tag !== '' && { tag: this.#tag }),
      ...(this.#type !== '' && { type: this.#type }),
      ...(this.#folder !== '' && { folder: this.#folder }),
      ...(this.#withProblems && { problems: 'true' }),
      ...(this.#byUse && { sort: 'use' }),
    };
  }
}

function sortedValues(facet: WireEntryFacets['tags'] = []): readonly string[] {
  return facet.map(({ value }) => value).sort((a, b) => a.localeCompare(b));
}
