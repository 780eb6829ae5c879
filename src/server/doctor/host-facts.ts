import type { WireFix } from '../contract/wire-doctor';

/** How the host listens, as far as it is for it to say. */
export type Listening =
  | { readonly kind: 'off'; /** What starts it. */ readonly start: WireFix }
  | { readonly kind: 'starting' }
  | { readonly kind: 'failed'; /** Names who holds the port, and what to do. */ readonly sentence: string }
  /** `moved`: the wished port had another holder, in a sentence. */
  | { readonly kind: 'listening'; readonly address: string; readonly moved?: string };

/** The SillyTavern extension in a folder of SillyTavern. */
export type BridgeFiles =
  /** Nobody has told the host where SillyTavern is. */
  | { readonly kind: 'unknown' }
  /** It cannot be looked at or is not ours to replace; a sentence for the user. */
  | { readonly kind: 'refused'; readonly sentence: string }
  | { readonly kind: 'absent'; readonly folder: string }
  | { readonly kind: 'installed'; readonly folder: string; readonly version: string | undefined };

/** How a new copy of the extension ended; a sentence for the user in both cases. */
export type BridgeUpdate =
  | { readonly kind: 'done'; readonly sentence: string; readonly version: string | undefined }
  | { readonly kind: 'refused'; readonly sentence: string };

/** What only the program around the server can know or do for the doctor. Nothing here rejects. */
export interface HostFacts {
  listening(): Listening;
  /** Whether the server answers under one of its paths, asked over the network. */
  reaches(path: string): Promise<boolean>;
  bridgeFiles(): Promise<BridgeFiles>;
  /** Copies the extension into the folder that the host was told. */
  updateBridge(): Promise<BridgeUpdate>;
}

/** For a server that nobody listens for: in tests, and in commands that only look. */
export const noHost: HostFacts = {
  listening: () => ({
    kind: 'off',
    start: { kind: 'copy', label: 'Copy the command', text: 'lorehearth serve --vault <folder>' },
  }),
  reaches: () => Promise.resolve(false),
  bridgeFiles: () => Promise.resolve({ kind: 'unknown' }),
  updateBridge: () => Promise.resolve({ kind: 'refused', sentence: 'This host was not told where SillyTavern is.' }),
};
