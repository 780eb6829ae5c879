import type { LorehearthClient } from '../../server/client';
import { ask } from '../ask';
import { bodyOf, failureWords, type Failure } from '../failure';
import { Loaded } from '../loaded.svelte';
import type { Connection, ProviderPreset } from './ai-types';
import type { ChannelOverview } from './channel-overview.svelte';
import { draftOf, freeId, type ConnectionDraft } from './connection-draft';

/** What is wrong about a draft: sentences by field, and one for the whole. */
export interface DraftProblems {
  /** Id of the connection. */
  readonly connection: string;
  readonly fields: Readonly<Record<string, string>>;
  /** Empty when the fields say it all. */
  readonly sentence: string;
}

const NOTHING_WRONG: DraftProblems = { connection: '', fields: {}, sentence: '' };

/** The providers that are set up, and what is done with them. */
export class ConnectionsModel {
  /** The connection that is being set up. */
  draft = $state.raw<ConnectionDraft>();
  /** The preset that the new connection began with. */
  preset = $state.raw<ProviderPreset>();
  #problems = $state.raw<DraftProblems>(NOTHING_WRONG);
  isBusy = $state(false);
  /** What was just done, as a sentence; empty before. */
  outcome = $state('');
  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- It is filled while drawing, where nothing reactive may change; its members are reactive.
  readonly #models = new Map<string, Loaded<readonly string[]>>();

  constructor(
    private readonly client: LorehearthClient,
    private readonly overview: ChannelOverview,
  ) {}

  get all(): readonly Connection[] {
    return this.overview.value?.connections ?? [];
  }

  /** What was wrong about the last draft of a connection. */
  problemsOf(id: string): DraftProblems {
    return this.#problems.connection === id ? this.#problems : NOTHING_WRONG;
  }

  /** Forgets what was wrong, because a form opens anew. */
  forgetProblems(): void {
    this.#problems = NOTHING_WRONG;
  }

  /** Begins a new connection. */
  begin(preset: ProviderPreset): void {
    this.forgetProblems();
    this.preset = preset;
    this.draft = {
      ...draftOf({ ...preset, hasKey: false }),
      id: freeId(
        preset.id,
        this.all.map(({ id }) => id),
      ),
    };
  }

  stop(): void {
    this.draft = undefined;
    this.preset = undefined;
  }

  /** Adds the new connection, and keeps its key. False when something is wrong; then the draft stays. */
  async add(draft: ConnectionDraft, key: string): Promise<boolean> {
    if (!(await this.#replace([...this.all.map(draftOf), draft], draft.id))) return false;
    this.stop();
    this.#say(`${draft.name} was added.`);
    if (key.trim() === '') return true;
    const failure = await this.keepKey(draft.id, key);
    if (failure) this.#say(`${draft.name} was added, but its key could not be kept. ${failureWords(failure).detail}`);
    return true;
  }

  /** Changes a connection. False when something is wrong. */
  async save(draft: ConnectionDraft): Promise<boolean> {
    const list = this.all.map((one) => (one.id === draft.id ? draft : draftOf(one)));
    if (!(await this.#replace(list, draft.id))) return false;
    this.#models.get(draft.id)?.clear();
    this.#say(`${draft.name} was saved.`);
    return true;
  }

  /** Removes a connection and its key. */
  async remove({ id, name }: Connection): Promise<void> {
    const isGone = await this.#replace(this.all.filter((one) => one.id !== id).map(draftOf), id);
    this.#say(isGone ? `${name} and its key were removed.` : this.#problems.sentence);
  }

  /** Keeps a key on the server's device, or forgets it when it is empty. */
  async keepKey(id: string, key: string): Promise<Failure | undefined> {
    const asked = await ask(async (signal) => {
      const reply = await this.client.v1.connections[':id'].key.$put(
        { param: { id }, json: { key } },
        { init: { signal } },
      );
      return bodyOf(reply);
    }, new AbortController().signal);
    this.#models.get(id)?.clear();
    await this.overview.refresh();
    return asked.kind === 'failure' ? asked.failure : undefined;
  }

  /** Has a paused connection tried again now. */
  async reset(id: string): Promise<void> {
    const failure = await this.overview.reset(id);
    this.#say(failure ? failureWords(failure).detail : 'It is asked again from now on.');
  }

  /** The names of the models of a connection, once they were looked up. */
  modelsOf(id: string): Loaded<readonly string[]> {
    const known = this.#models.get(id);
    if (known) return known;
    const models = new Loaded<readonly string[]>();
    this.#models.set(id, models);
    return models;
  }

  /** Asks the provider for its models. */
  async lookUp(id: string): Promise<void> {
    await this.modelsOf(id).load(async (signal) => {
      const reply = await this.client.v1.connections[':id'].models.$get({ param: { id } }, { init: { signal } });
      const { items } = await bodyOf(reply);
      return [...items].sort((a, b) => a.localeCompare(b));
    });
  }

  clear(): void {
    this.stop();
    this.outcome = '';
    this.#models.clear();
  }

  #say(sentence: string): void {
    this.outcome = sentence;
  }

  /** `id` is the connection that changes. */
  async #replace(connections: readonly ConnectionDraft[], id: string): Promise<boolean> {
    this.isBusy = true;
    const failure = await this.overview.change({ connections: connections.map((one) => ({ ...one })) });
    this.isBusy = false;
    const at = connections.findIndex((one) => one.id === id);
    this.#problems = failure === undefined ? NOTHING_WRONG : { ...draftProblems(failure, at), connection: id };
    return failure === undefined;
  }
}

/** `at` is the place of the connection in the list; -1 when it is not there any more. */
function draftProblems(failure: Failure, at: number): Omit<DraftProblems, 'connection'> {
  const place = `connections.${String(at)}.`;
  const wrong = failure.kind === 'refused' ? (failure.fields ?? []) : [];
  const own = wrong.filter(({ path }) => path.startsWith(place));
  const fields = Object.fromEntries(own.map(({ path, message }) => [path.slice(place.length), message]));
  const other = wrong.find(({ path }) => !path.startsWith(place))?.message;
  return { fields, sentence: own.length > 0 && other === undefined ? '' : (other ?? failureWords(failure).detail) };
}
