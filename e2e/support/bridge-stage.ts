import { builtBridge, LorehearthServer, type VaultNotes } from './lorehearth-server';
import type { TavernSetup } from './tavern-data';
import { openStage, type TavernStage } from './tavern-stage';

/** A stage with the bridge in SillyTavern and a server for it. */
export interface BridgeStage extends TavernStage {
  readonly server: LorehearthServer;
}

/** What the stored record of a reply says. */
export interface StoredRecord {
  readonly g: string;
  readonly e: readonly (readonly [string, number, string])[];
}

/**
 * Starts everything, with the page paired already unless `settings` say otherwise.
 *
 * @param otherSettings stored settings of other extensions
 */
export async function openBridgeStage(
  notes: VaultNotes,
  settings: Readonly<Record<string, unknown>> = {},
  setup: Partial<Omit<TavernSetup, 'modelUrl' | 'extensions' | 'extensionSettings'>> = {},
  otherSettings: Readonly<Record<string, unknown>> = {},
): Promise<BridgeStage> {
  const server = await LorehearthServer.prepare({ notes });
  try {
    const stage = await openStage({
      ...setup,
      extensions: [{ name: 'lorehearth', folder: builtBridge }],
      extensionSettings: { ...otherSettings, lorehearth: { address: server.url, token: server.token, ...settings } },
    });
    const close = async (): Promise<void> => {
      await stage.close();
      await server.close();
    };
    await server.start([stage.tavern.url]);
    return { ...stage, server, close };
  } catch (error) {
    await server.close();
    throw error;
  }
}

/** The record in the `extra` of a message or of one of its versions; `undefined` when it has none. */
export function recordIn(
  holder: { readonly extra?: Readonly<Record<string, unknown>> } | undefined,
): StoredRecord | undefined {
  const note = holder?.extra?.['lorehearth'];
  if (typeof note !== 'object' || note === null || !('record' in note)) return undefined;
  // Written by the bridge itself a moment ago; a test that reads a missing field fails by itself.
  return note.record as StoredRecord;
}
