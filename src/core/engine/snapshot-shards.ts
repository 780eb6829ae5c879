/** Notes that one part of a snapshot holds at most and at least, as long as there is more than one. */
const MOST = 512;
const LEAST = 64;
const WANTED = 256;

/**
 * Into how many parts the snapshot of `notes` notes is divided: a power of two. As it is now, unless parts have become
 * too large or too small: another number means that all of them are written anew.
 */
export function shardCount(notes: number, now: number): number {
  const share = notes / Math.max(1, now);
  if (now > 0 && share <= MOST && (share >= LEAST || now === 1)) return now;
  return 2 ** Math.max(0, Math.ceil(Math.log2(notes / WANTED)));
}

/** The part that holds the note at a path; `shards` is a power of two. */
export function shardOf(path: string, shards: number): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < path.length; at++) hash = Math.imul(hash ^ path.charCodeAt(at), 0x01000193);
  return (hash ^ (hash >>> 15)) & (shards - 1);
}
