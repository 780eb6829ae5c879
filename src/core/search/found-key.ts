/** Takes a place in a folded text where a pattern was found (`end` exclusive). */
export type FoundKey = (pattern: number, start: number, end: number) => void;
