import { applyPrompts, clearPrompts } from './apply-prompts';
import { lostLore } from './delivery-check';
import { deliveryReport, type ReportDelivery } from './delivery-report';
import type { LorePlan, LostLore } from './lore-plan';
import type { AutomatedEntry } from './quick-replies';
import type { SettingsStore } from './settings';
import type { ReadContext } from './tavern-context';
import type { SilencedBooks } from './watch/silenced-books';
import type { WorldInfoHandover } from './world-info-handover';

/** What a delivery works with. */
export interface DeliveryPorts {
  readonly context: ReadContext;
  readonly settings: SettingsStore;
  readonly worldInfo: WorldInfoHandover;
  readonly silenced: SilencedBooks;
  readonly report: ReportDelivery;
}

/** The lore of one generation. */
export interface HandedLore {
  readonly generation: string;
  readonly plan: LorePlan;
  /** Entries with which Quick Replies run. */
  readonly automated: readonly AutomatedEntry[];
}

/** Hands lore to SillyTavern, looks whether it has arrived, and takes it away again. */
export class LoreDelivery {
  readonly #ports: DeliveryPorts;
  /** The lore of a turn whose request is not put together yet. */
  #open: HandedLore | undefined;
  /** The same of a turn that a background generation has interrupted. */
  #interrupted: HandedLore | undefined;

  constructor(ports: DeliveryPorts) {
    this.#ports = ports;
  }

  /** A generation starts; one in the background may start in the middle of another. */
  generationStarted(inBackground: boolean): void {
    this.#interrupted = inBackground ? this.#open : undefined;
  }

  /** Hands over the lore of the generation under way. */
  hand(lore: HandedLore): void {
    this.#open = lore;
    this.#place(lore.plan, lore.automated);
  }

  /** Hands over lore whose arrival was looked at before, and with which Quick Replies have run. */
  handAgain(plan: LorePlan): void {
    this.#place(plan, []);
  }

  /** Takes all lore away; a turn that was interrupted will get its own back. */
  clear(): void {
    this.#open = undefined;
    clearPrompts(this.#ports.context());
    this.#endScans();
  }

  /** Takes all lore away for good. */
  reset(): void {
    this.#interrupted = undefined;
    this.clear();
  }

  /** The generation was called off; no later scan may bring its lore. */
  stopped(): void {
    this.#open = undefined;
    this.#interrupted = undefined;
    this.#endScans();
  }

  /** SillyTavern has put a real request together: no later scan is its own. Gives what of its lore is not there. */
  assembled(request: unknown): readonly LostLore[] {
    const handed = this.#open;
    const interrupted = this.#interrupted;
    this.stopped();
    if (interrupted !== undefined) this.hand(interrupted);
    if (interrupted !== undefined || handed === undefined) return [];
    const lost = lostLore(request, handed.plan, this.#ports.context());
    if (lost !== undefined) this.#ports.report(handed.generation, deliveryReport(handed.plan, lost));
    return lost ?? [];
  }

  #place({ prompts, slots }: LorePlan, automated: readonly AutomatedEntry[]): void {
    const { context, settings, worldInfo, silenced } = this.#ports;
    clearPrompts(context());
    applyPrompts(context(), prompts, settings.get().allowWorldInfoScan);
    worldInfo.hand(slots, automated);
    silenced.silence();
  }

  /** Scans bring nothing of ours and all of SillyTavern's own. */
  #endScans(): void {
    this.#ports.worldInfo.clear();
    this.#ports.silenced.release();
  }
}
