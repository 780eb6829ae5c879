import type { ButtonComponent, SettingDefinitionRender } from 'obsidian';
import type { WaitingPairing } from '../../server/pairing';
import type { HostSlot } from './host-slot';
import { pairingSentence, spokenCode } from './pairing-notice';

/** A row with the oldest pairing that waits, to be allowed or denied. */
export function pairingRow(slot: HostSlot): SettingDefinitionRender {
  return {
    name: 'Pairing',
    desc: 'Lets a client in that shows the same code.',
    aliases: ['code', 'allow', 'client'],
    render: (setting) => {
      const buttons: ButtonComponent[] = [];
      const addButton = (text: string, decision: 'allow' | 'deny'): void => {
        setting.addButton((button) => {
          buttons.push(button.setButtonText(text));
          button.onClick(() => {
            const [waiting] = slot.host?.waitingPairings ?? [];
            if (waiting !== undefined) slot.host?.decidePairing(waiting.code, decision);
          });
        });
      };
      addButton('Deny', 'deny');
      addButton('Allow', 'allow');
      const write = (): void => {
        const [waiting] = slot.host?.waitingPairings ?? [];
        setting.setDesc(waiting === undefined ? 'No client waits.' : waitingSentence(waiting));
        for (const button of buttons) button.setDisabled(waiting === undefined);
      };
      const stop = slot.onChange(write);
      write();
      return stop;
    },
  };
}

function waitingSentence(waiting: WaitingPairing): string {
  return `${pairingSentence(waiting)} Allow it only if it shows ${spokenCode(waiting.code)}.`;
}
