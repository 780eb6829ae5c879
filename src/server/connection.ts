/** Why a listener could not take a request in as it was sent. */
export type Refusal = 'body-too-large' | 'busy' | 'stopping' | 'bad-target' | 'bad-method';

/**
 * What a listener knows about where a request comes from. `Host`, `Origin` and the headers of a preflight are read here
 * and never from the `Request`: in a browser's realm, which Obsidian's is, `new Request` drops them without a word, and
 * every guard that looked there would let everyone in.
 */
export interface NetworkConnection {
  readonly kind: 'network';
  /** The port that took the request in. */
  readonly port: number;
  /** Address of the other side, to tell clients apart. */
  readonly remoteAddress: string;
  /** A header as it was received, by its lower-case name. */
  readonly header: (name: string) => string | undefined;
  /** Set when the request is to be turned away; its body was not read then. */
  readonly refusal?: Refusal;
}

/** Where a request comes from. Calls from inside the process are trusted: only the holder of the app can make them. */
export type Connection = NetworkConnection | { readonly kind: 'in-process' };

/** What the app is given with each request. */
export interface AppEnv {
  Bindings: { connection: Connection };
}
