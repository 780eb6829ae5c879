import type { LorehearthClient } from '../server/client';
import type { WireTrace } from '../server/contract/wire-generation';
import type { WireStatus } from '../server/contract/wire-server';
import { bodyOf } from './failure';
import { Loaded } from './loaded.svelte';
import { PairingsModel } from './pairings-model.svelte';
import { Poller } from './poller';
import { DoctorModel } from './setup/doctor-model.svelte';
import { SetupModel } from './setup/setup-model.svelte';

const INDEXING_PAUSE_MS = 1_000;
const PAUSE_MS = 4_000;
const OFFLINE_PAUSE_MS = 8_000;

/** The state of the server, kept fresh while somebody looks. */
export class HomeModel {
  readonly status = new Loaded<WireStatus>();
  /** The trace of the last turn that was recorded. */
  readonly lastTurn = new Loaded<WireTrace>();
  readonly pairings: PairingsModel;
  readonly doctor: DoctorModel;
  readonly setup: SetupModel;
  /** When the status was asked last, in milliseconds since 1970. */
  now = $state(Date.now());
  readonly #poller = new Poller(
    () => this.refresh(),
    () => this.#pauseMs(),
  );

  constructor(private readonly client: LorehearthClient) {
    this.pairings = new PairingsModel(client);
    this.doctor = new DoctorModel(client);
    this.setup = new SetupModel(client, this.doctor);
  }

  /** Whether the newest request found no server. */
  get isOffline(): boolean {
    return this.status.failure?.kind === 'offline';
  }

  /** Changes whenever the content of the index may have changed. */
  get indexMark(): string {
    const status = this.status.value;
    if (status === undefined) return '';
    const { entries, guides, quarantined, skipped, problems, index } = status;
    return JSON.stringify([entries, guides, quarantined, skipped, problems, index.kind]);
  }

  /** Asks again and again from now on. */
  resume(): void {
    this.#poller.resume();
  }

  pause(): void {
    this.#poller.pause();
  }

  async refresh(): Promise<void> {
    await this.status.load(async (signal) => {
      const reply = await this.client.v1.status.$get({}, { init: { signal } });
      return bodyOf(reply);
    });
    this.now = Date.now();
    if (this.status.failure !== undefined) return;
    await Promise.all([this.#refreshLastTurn(), this.pairings.refresh()]);
    await this.#followSetup();
  }

  /** Whatever happens may be a part of the state. */
  followEvent(): void {
    void this.refresh();
  }

  recover(): void {
    void this.refresh();
    if (this.doctor.report.failure) void this.doctor.refresh();
  }

  /** Forgets everything that an earlier token showed. */
  clear(): void {
    this.status.clear();
    this.lastTurn.clear();
    this.pairings.clear();
    this.doctor.clear();
    this.setup.clear();
  }

  /** Only who may take the steps needs to know how far they are. */
  async #followSetup(): Promise<void> {
    if (this.pairings.isAllowed !== true) return;
    if (this.doctor.report.phase === 'idle' || (this.setup.isShown && !this.setup.isFinished))
      await this.setup.follow();
  }

  async #refreshLastTurn(): Promise<void> {
    const id = this.status.value?.lastTurn?.id;
    if (id === undefined) this.lastTurn.clear();
    if (id === undefined || this.lastTurn.value?.id === id) return;
    await this.lastTurn.load(async (signal) => {
      const reply = await this.client.v1.generations[':id'].$get({ param: { id } }, { init: { signal } });
      return bodyOf(reply);
    });
  }

  #pauseMs(): number {
    if (this.status.failure !== undefined) return OFFLINE_PAUSE_MS;
    return this.status.value?.index.kind === 'indexing' ? INDEXING_PAUSE_MS : PAUSE_MS;
  }
}
