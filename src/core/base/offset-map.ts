/** A piece of an original text: `start` inclusive, `end` exclusive, in UTF-16 code units. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

const FOLDED_START = 0;
const FOLDED_END = 1;
const ORIGINAL_START = 2;
const ORIGINAL_END = 3;
const COLUMNS = 4;

/**
 * Leads from offsets of a folded text back to the original. It holds only the irregular spots (four numbers each), where
 * one character became another number of code units; between them both texts run side by side.
 */
export class OffsetMap {
  private readonly spots: number[] = [];

  /** Adds an irregular spot; spots come in ascending order. */
  addSpot(folded: TextRange, original: TextRange): void {
    this.spots.push(folded.start, folded.end, original.start, original.end);
  }

  /** Where in the original the folded code unit at `folded` begins. */
  startOf(folded: number): number {
    const spot = this.lastSpotUpTo(folded);
    if (spot < 0) return folded;
    const end = this.at(spot, FOLDED_END);
    return folded < end ? this.at(spot, ORIGINAL_START) : this.at(spot, ORIGINAL_END) + folded - end;
  }

  /** Where in the original the folded code unit before `folded` ends. */
  endOf(folded: number): number {
    const spot = this.lastSpotUpTo(folded - 1);
    if (spot < 0) return folded;
    const end = this.at(spot, FOLDED_END);
    return folded <= end ? this.at(spot, ORIGINAL_END) : this.at(spot, ORIGINAL_END) + folded - end;
  }

  private at(spot: number, column: number): number {
    return this.spots[spot * COLUMNS + column] ?? 0;
  }

  private lastSpotUpTo(folded: number): number {
    let low = 0;
    let high = this.spots.length / COLUMNS;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.at(middle, FOLDED_START) <= folded) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }
}
