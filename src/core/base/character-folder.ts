import { IGNORED, isSurrogate, JOINS, SPACE, traitsOfUnit } from './char-traits';
import { foldCluster } from './fold-cluster';

/** Says that a code unit cannot be folded by itself. It is a noncharacter: no text folds to it. */
export const IRREGULAR = 0xffff;

const UNKNOWN = 0;
const MAX_KEPT_CLUSTERS = 4096;
const MAX_KEPT_LENGTH = 8;

/**
 * Folds single characters, with or without their case, and remembers the outcome, because texts repeat a few hundred
 * characters all the time. It holds 128 KB and a few thousand short texts at most.
 */
export class CharacterFolder {
  private readonly units = new Uint16Array(0x10000);
  private readonly clusters = new Map<string, string>();

  constructor(private readonly caseSensitive: boolean) {}

  /** The folded code unit of a character that is one code unit before and after, else `IRREGULAR`. */
  unit(unit: number): number {
    const known = this.units[unit] ?? IRREGULAR;
    return known === UNKNOWN ? (this.units[unit] = this.foldUnit(unit)) : known;
  }

  /** The folded form of a character with its marks. */
  cluster(cluster: string): string {
    const known = this.clusters.get(cluster);
    if (known !== undefined) return known;
    const folded = foldCluster(cluster, this.caseSensitive);
    if (this.clusters.size >= MAX_KEPT_CLUSTERS) this.clusters.clear();
    if (cluster.length <= MAX_KEPT_LENGTH) this.clusters.set(cluster, folded);
    return folded;
  }

  private foldUnit(unit: number): number {
    const traits = traitsOfUnit(unit);
    if ((traits & SPACE) !== 0) return 0x20;
    if ((traits & (JOINS | IGNORED)) !== 0 || isSurrogate(unit)) return IRREGULAR;
    const folded = foldCluster(String.fromCharCode(unit), this.caseSensitive);
    return folded.length === 1 && unit !== 0 ? folded.charCodeAt(0) : IRREGULAR;
  }
}
