import { Modal, Setting, type App } from 'obsidian';
import type { CheckState, WireCheck, WireFix } from '../../server/contract/wire-doctor';
import { isPanelName, type PanelTarget } from '../../ui/panels';
import type { Host } from './host';

/** What the checks can lead to. */
export interface DoctorActions {
  readonly connect: () => void;
  readonly show: (target: PanelTarget) => void;
}

const marks: Readonly<Record<CheckState, string>> = {
  ok: 'In order',
  waiting: 'Not yet',
  warning: 'Warning',
  failed: 'Broken',
};

/** Checks every hop from the vault to the reply, and mends what it can. */
export class DoctorModal extends Modal {
  #status: HTMLElement | undefined;
  #list: HTMLElement | undefined;

  constructor(
    app: App,
    private readonly host: Host,
    private readonly actions: DoctorActions,
  ) {
    super(app);
  }

  override onOpen(): void {
    this.setTitle('Check the connection');
    this.#status = this.contentEl.createEl('p', { attr: { role: 'status' } });
    this.#list = this.contentEl.createDiv();
    new Setting(this.contentEl).addButton((button) =>
      button.setButtonText('Check again').onClick(() => void this.#examine()),
    );
    void this.#examine();
  }

  override onClose(): void {
    this.contentEl.empty();
  }

  async #examine(): Promise<void> {
    this.#status?.setText('Checking …');
    const reply = await this.host.client.v1.doctor.$post();
    if (reply.status !== 200) {
      this.#status?.setText((await reply.json()).detail);
      return;
    }
    const { checks } = await reply.json();
    const bad = checks.filter(({ state }) => state === 'failed' || state === 'warning').length;
    const words = bad === 1 ? '1 check needs a look.' : `${String(bad)} checks need a look.`;
    this.#status?.setText(bad === 0 ? 'Everything that can be judged is in order.' : words);
    this.#list?.empty();
    for (const check of checks) this.#add(check);
  }

  #add({ title, state, sentence, fixes }: WireCheck): void {
    if (this.#list === undefined) return;
    const setting = new Setting(this.#list).setName(`${title}: ${marks[state]}`).setDesc(sentence);
    for (const fix of fixes) {
      setting.addButton((button) =>
        button.setButtonText(fix.label).onClick(async () => {
          button.setDisabled(true);
          await this.#mend(fix);
        }),
      );
    }
  }

  async #mend(fix: WireFix): Promise<void> {
    switch (fix.kind) {
      case 'install-bridge':
        this.close();
        this.actions.connect();
        return;
      case 'panel':
        this.close();
        if (isPanelName(fix.panel))
          this.actions.show({ panel: fix.panel, ...(fix.search !== undefined && { search: fix.search }) });
        return;
      case 'copy':
        await this.contentEl.win.navigator.clipboard.writeText(fix.text);
        return;
      case 'settings':
        await this.host.changeSettings(fix.values);
        break;
      case 'call':
        await this.#call(fix.route);
    }
    await this.#examine();
  }

  async #call(route: Extract<WireFix, { kind: 'call' }>['route']): Promise<void> {
    const { v1 } = this.host.client;
    if (route === 'refresh') await v1.refresh.$post();
    else if (route === 'example') await v1['example-entry'].$post();
    else await v1.bridge.$post();
  }
}
