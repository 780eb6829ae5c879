import { Modal, Setting, type App } from 'obsidian';
import { scopes, type Scope } from '../../server/contract/wire-server';
import type { Host } from './host';

const scopeSentences: Readonly<Record<Scope, string>> = {
  generate: 'Ask for lore, as SillyTavern does for each reply.',
  read: 'Read entries, turns and settings.',
  write: 'Change chats and notes.',
  admin: 'Do everything: settings, keys of models and other tokens too.',
};

/** Makes a token by hand, and shows it once. */
export class MakeTokenModal extends Modal {
  #name = '';
  readonly #chosen = new Set<Scope>(['read']);

  constructor(
    app: App,
    private readonly host: Host,
    private readonly done: () => void,
  ) {
    super(app);
  }

  override onOpen(): void {
    this.setTitle('Make a token');
    new Setting(this.contentEl)
      .setName('Name')
      .setDesc('What uses the token, so that you know which one to take away.')
      .addText((text) => {
        text.inputEl.setAttribute('aria-label', 'Name');
        text.onChange((value) => {
          this.#name = value.trim();
        });
      });
    for (const scope of scopes) this.#addScope(scope);
    const problem = this.contentEl.createEl('p', { attr: { role: 'alert' } });
    new Setting(this.contentEl).addButton((button) =>
      button
        .setButtonText('Make token')
        .setCta()
        .onClick(async () => problem.setText((await this.#make()) ?? '')),
    );
  }

  override onClose(): void {
    this.contentEl.empty();
    this.done();
  }

  #addScope(scope: Scope): void {
    new Setting(this.contentEl).setName(scopeSentences[scope]).addToggle((toggle) =>
      toggle.setValue(this.#chosen.has(scope)).onChange((isOn) => {
        if (isOn) this.#chosen.add(scope);
        else this.#chosen.delete(scope);
      }),
    );
  }

  /** What is wrong, if anything; else the token is shown. */
  async #make(): Promise<string | undefined> {
    const wished = scopes.filter((scope) => this.#chosen.has(scope));
    const reply = await this.host.client.v1.clients.$post({ json: { name: this.#name, scopes: wished } });
    if (reply.status !== 200) {
      const { fields, detail } = await reply.json();
      return fields?.[0]?.message ?? detail;
    }
    const { client, token } = await reply.json();
    this.#show(client.name, token);
    return undefined;
  }

  #show(name: string, token: string): void {
    this.contentEl.empty();
    new Setting(this.contentEl)
      .setName(`Token of ${name}`)
      .setDesc('Copy it now: it cannot be shown again.')
      .addText((text) => {
        text.setValue(token);
        text.inputEl.readOnly = true;
        text.inputEl.setAttribute('aria-label', 'Token');
      })
      .addButton((button) =>
        button
          .setButtonText('Copy')
          .setCta()
          .onClick(() => this.contentEl.win.navigator.clipboard.writeText(token)),
      );
  }
}

/** Gives a client another name. */
export class RenameClientModal extends Modal {
  constructor(
    app: App,
    private readonly name: string,
    private readonly rename: (name: string) => void,
  ) {
    super(app);
  }

  override onOpen(): void {
    this.setTitle('Rename client');
    let name = this.name;
    new Setting(this.contentEl)
      .setName('Name')
      .addText((text) => {
        text.inputEl.setAttribute('aria-label', 'Name');
        text.setValue(name).onChange((value) => {
          name = value.trim();
        });
      })
      .addButton((button) =>
        button
          .setButtonText('Save name')
          .setCta()
          .onClick(() => {
            if (name !== '') this.rename(name);
            this.close();
          }),
      );
  }

  override onClose(): void {
    this.contentEl.empty();
  }
}
