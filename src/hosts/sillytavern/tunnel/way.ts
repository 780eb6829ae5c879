/** How requests reach Lorehearth: from this browser, or carried by SillyTavern's own server. */
export type Way = 'direct' | 'tunnel';

/** Remembers in this browser which way has worked; phones and desktops of one account differ in that. */
export interface WayMemory {
  readonly read: () => Way | undefined;
  readonly write: (way: Way) => void;
}

/** What a page that may be elsewhere needs in order to look for the server through SillyTavern. */
export interface TunnelPorts {
  readonly fetch: (input: RequestInfo | URL, init?: RequestInit) => Promise<Response>;
  readonly memory: WayMemory;
  /** The page comes from another computer, so that loopback addresses are not Lorehearth's. */
  readonly isRemotePage: boolean;
}

const memoryKey = 'lorehearth-way';

/** The browser's own storage, which may be switched off. */
export const browserMemory: WayMemory = {
  read: () => {
    try {
      const stored = localStorage.getItem(memoryKey);
      return stored === 'direct' || stored === 'tunnel' ? stored : undefined;
    } catch {
      return undefined;
    }
  },
  write: (way) => {
    try {
      localStorage.setItem(memoryKey, way);
    } catch {
      // Then it is found out anew each time.
    }
  },
};

/** Whether a page of this host name is of another computer than the browser's. */
export function isRemoteHost(hostname: string): boolean {
  return !/^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\])$/i.test(hostname);
}
