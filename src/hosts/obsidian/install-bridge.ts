import { App, Modal, Setting, type ButtonComponent } from 'obsidian';
import type { BridgeInstallation } from '../../adapters/node/bridge-installer';
import type { HostSlot } from './host-slot';
import { canPickFolder, pickFolder } from './pick-folder';
import { serverSentence } from './server-words';
import { keepTavernFolder, readTavernFolder } from './tavern-folder';

/** Connects SillyTavern: copies the extension into the folder that the user names, and starts the server. */
export class InstallBridgeModal extends Modal {
  readonly #slot: HostSlot;
  #folder: string;
  #user: string;
  #result: HTMLElement | undefined;
  #stopFollowing = (): void => undefined;

  constructor(app: App, slot: HostSlot) {
    super(app);
    this.#slot = slot;
    ({ folder: this.#folder, user: this.#user } = readTavernFolder(app));
  }

  override onOpen(): void {
    this.setTitle('Connect SillyTavern');
    this.contentEl.empty();
    this.#addServer();
    this.#addFolder();
    this.#addUser();
    this.#addInstall();
    this.#result = this.contentEl.createEl('p', { attr: { role: 'status' } });
  }

  override onClose(): void {
    this.#stopFollowing();
    this.contentEl.empty();
  }

  #addServer(): void {
    const setting = new Setting(this.contentEl).setName('Server');
    let button: ButtonComponent | undefined;
    setting.addButton((added) => {
      button = added;
      added.setButtonText('Start').onClick(() => void this.#slot.host?.changeSettings({ serve: true }));
    });
    const write = (): void => {
      const state = this.#slot.host?.server;
      setting.setDesc(state === undefined ? 'Lorehearth starts.' : serverSentence(state));
      button?.setDisabled(state?.kind !== 'off');
    };
    this.#stopFollowing = this.#slot.onChange(write);
    write();
  }

  #addFolder(): void {
    const setting = new Setting(this.contentEl)
      .setName('SillyTavern folder')
      .setDesc('The folder that holds SillyTavern’s server.js, or its data folder.');
    setting.addText((text) => {
      text.setPlaceholder('Path of the folder').setValue(this.#folder);
      text.inputEl.setAttribute('aria-label', 'SillyTavern folder');
      text.onChange((value) => {
        this.#folder = value.trim();
      });
      const window = this.contentEl.win;
      if (!canPickFolder(window)) return;
      setting.addButton((button) =>
        button.setButtonText('Browse').onClick(async () => {
          const picked = await pickFolder(window, 'Select the SillyTavern folder');
          if (picked === undefined) return;
          this.#folder = picked;
          text.setValue(picked);
        }),
      );
    });
  }

  #addUser(): void {
    new Setting(this.contentEl)
      .setName('SillyTavern user')
      .setDesc('Leave it empty unless SillyTavern has accounts.')
      .addText((text) => {
        if (this.#user !== '') text.setValue(this.#user);
        text.setPlaceholder('Name of the user').onChange((value) => {
          this.#user = value.trim();
        });
        text.inputEl.setAttribute('aria-label', 'SillyTavern user');
      });
  }

  #addInstall(): void {
    new Setting(this.contentEl).addButton((button) =>
      button
        .setButtonText('Copy extension')
        .setCta()
        .onClick(async () => {
          button.setDisabled(true);
          this.#result?.setText(await installAndServe(this.app, this.#slot, this.#folder, this.#user));
          button.setDisabled(false);
        }),
    );
  }
}

/** Copies the extension and starts the server; answers what to tell the user. */
export async function installAndServe(app: App, slot: HostSlot, folder: string, user: string): Promise<string> {
  const { host } = slot;
  if (host === undefined) return 'Lorehearth starts. Try again in a moment.';
  if (folder === '') return 'Name the SillyTavern folder first.';
  const done = await host.installBridge(folder, user === '' ? undefined : user);
  if (done.kind === 'installed') {
    keepTavernFolder(app, { folder, user });
    await host.changeSettings({ serve: true });
  }
  return installationSentence(done);
}

function installationSentence(done: BridgeInstallation): string {
  if (done.kind === 'refused') return done.sentence;
  const version = done.version === undefined ? '' : ` ${done.version}`;
  const what =
    done.before.kind === 'new' ? `Copied extension${version}` : `Replaced the extension with version${version}`;
  return `${what} to ${done.folder}. Reload SillyTavern in the browser, select “Pair” there, and compare the code.`;
}
