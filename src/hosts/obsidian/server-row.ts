import type { ButtonComponent, SettingDefinitionRender } from 'obsidian';
import type { Host } from './host';
import type { HostSlot } from './host-slot';
import { serverSentence } from './server-words';

/** A row with the true state of the server and the one thing to do about it. */
export function serverRow(slot: HostSlot, openConsole: () => void): SettingDefinitionRender {
  return {
    name: 'Server',
    desc: 'Whether this vault is served to SillyTavern.',
    aliases: ['status', 'listening', 'console', 'retry'],
    render: (setting) => {
      let act: (() => void) | undefined;
      let button: ButtonComponent | undefined;
      setting.addButton((added) => {
        button = added.onClick(() => act?.());
      });
      const write = (): void => {
        const action = actionFor(slot.host, openConsole);
        act = action.act;
        setting.setDesc(slot.host === undefined ? 'Lorehearth starts.' : serverSentence(slot.host.server));
        button?.setButtonText(action.text).setDisabled(act === undefined);
      };
      const stop = slot.onChange(write);
      write();
      return stop;
    },
  };
}

interface RowAction {
  readonly text: string;
  /** Undefined while there is nothing to do but wait. */
  readonly act: (() => void) | undefined;
}

function actionFor(host: Host | undefined, openConsole: () => void): RowAction {
  switch (host?.server.kind) {
    case 'off':
      return { text: 'Start', act: () => void host.changeSettings({ serve: true }) };
    case 'failed':
      return { text: 'Try again', act: () => void host.retryServer() };
    case 'listening':
      return { text: 'Open web console', act: openConsole };
    case 'starting':
    case undefined:
      return { text: 'Start', act: undefined };
  }
}
