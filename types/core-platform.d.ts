/**
 * The platform types that core may hold but never make. Only the core compiler configuration includes this file:
 * there the platform itself (DOM, Node) does not exist, so a core file that tries to use it does not compile.
 */
interface AbortSignal {
  readonly aborted: boolean;
  readonly reason: unknown;
  addEventListener(type: 'abort', listener: () => void, options?: { once?: boolean }): void;
  removeEventListener(type: 'abort', listener: () => void): void;
  throwIfAborted(): void;
}
interface URL {
  readonly href: string;
}
interface Buffer extends Uint8Array {}
