import type { BridgeInstallation } from '../../adapters/node/bridge-installer';
import { answersAt } from '../../adapters/node/http-probe';
import type { InstalledBridge } from '../../adapters/node/installed-bridge';
import type { BridgeFiles, BridgeUpdate, HostFacts, Listening } from '../../server/doctor/host-facts';
import type { ServerState } from './local-server';
import { addressOf, movedSentence } from './server-words';

/** What the app lends to the doctor. */
export interface ObsidianFactsParts {
  readonly state: () => ServerState;
  /** The SillyTavern folder that the user picked on this device; empty when none was. */
  readonly folder: () => string;
  readonly find: (folder: string) => Promise<InstalledBridge>;
  readonly install: (folder: string) => Promise<BridgeInstallation>;
}

/** What the app knows for the doctor. */
export function obsidianFacts({ state, folder, find, install }: ObsidianFactsParts): HostFacts {
  const listening = (): Listening => listeningOf(state());
  return {
    listening,
    reaches: (path) => {
      const now = listening();
      return now.kind === 'listening' ? answersAt(`${now.address}${path}`) : Promise.resolve(false);
    },
    bridgeFiles: (): Promise<BridgeFiles> => (folder() === '' ? Promise.resolve({ kind: 'unknown' }) : find(folder())),
    updateBridge: async (): Promise<BridgeUpdate> => {
      if (folder() === '') {
        return { kind: 'refused', sentence: 'No SillyTavern folder was picked yet. Use “Connect SillyTavern” first.' };
      }
      const done = await install(folder());
      if (done.kind === 'refused') return done;
      const sentence = `Copied to ${done.folder}. Reload SillyTavern in the browser.`;
      return { kind: 'done', version: done.version, sentence };
    },
  };
}

function listeningOf(state: ServerState): Listening {
  switch (state.kind) {
    case 'off':
      return { kind: 'off', start: { kind: 'settings', label: 'Start the server', values: { serve: true } } };
    case 'starting':
      return { kind: 'starting' };
    case 'failed':
      return { kind: 'failed', sentence: state.sentence };
    case 'listening': {
      const moved = movedSentence(state)?.trim();
      return { kind: 'listening', address: addressOf(state.port), ...(moved !== undefined && { moved }) };
    }
  }
}
