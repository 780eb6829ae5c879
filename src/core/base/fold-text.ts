import { IGNORED, isSurrogate, JOINS, SPACE, traitsOfCodePoint, traitsOfUnit } from './char-traits';
import { CharacterFolder, IRREGULAR } from './character-folder';
import { OffsetMap } from './offset-map';
import type { TextRange } from './offset-map';

/** A text made comparable, with the way back to the original. Offsets are UTF-16 code units. */
export interface FoldedText {
  readonly text: string;
  /** Where in the original the folded code unit at `foldedIndex` begins. */
  originalOffset(foldedIndex: number): number;
  /** The whole original characters that the folded range (`end` exclusive, not empty) was made of. */
  originalRange(start: number, end: number): TextRange;
}

/** How to fold: `caseSensitive` keeps the case of letters. */
interface FoldOptions {
  readonly caseSensitive: boolean;
}

// As many code units are made into a string at once: a call takes only so many arguments.
const CHUNK = 1024;
const MAX_SHORT_CLUSTER = 8;
// Normalization takes quadratic time in the marks on one letter. No language needs more (Unicode's Stream-Safe Text Format).
const MAX_MARKS = 30;
const EMPTY_CHUNK = Array.from({ length: CHUNK + MAX_SHORT_CLUSTER }, () => 0);

const folders = { sensitive: new CharacterFolder(true), insensitive: new CharacterFolder(false) };

/**
 * Makes a text comparable: NFKC per combining sequence, full case folding that knows no language (unless
 * `caseSensitive`), one apostrophe, one double quote, one dash, every white space character an ordinary space (runs keep
 * their length), and no zero-width or directional marks, soft hyphens or variation selectors. Lone surrogates become
 * U+FFFD. Signs such as ™ that NFKC would turn into letters stay as they are.
 */
export function foldText(text: string, options: FoldOptions): FoldedText {
  if (/^[\0-\x7f]*$/.test(text)) return foldAscii(text, options.caseSensitive);
  return new TextFolding(text, options.caseSensitive ? folders.sensitive : folders.insensitive).run();
}

function foldAscii(text: string, caseSensitive: boolean): FoldedText {
  const cased = caseSensitive ? text : text.toLowerCase();
  return new MappedText(cased.replace(/[\t-\r]/g, ' ').replaceAll('`', "'"), undefined);
}

class MappedText implements FoldedText {
  constructor(
    readonly text: string,
    private readonly map: OffsetMap | undefined,
  ) {}

  originalOffset(foldedIndex: number): number {
    return this.map?.startOf(foldedIndex) ?? foldedIndex;
  }

  originalRange(start: number, end: number): TextRange {
    return this.map === undefined ? { start, end } : { start: this.map.startOf(start), end: this.map.endOf(end) };
  }
}

/** One run over a text that is not plain ASCII. */
class TextFolding {
  private folded = '';
  private readonly chunk = EMPTY_CHUNK.slice();
  private filled = 0;
  private map: OffsetMap | undefined;

  constructor(
    private readonly text: string,
    private readonly folder: CharacterFolder,
  ) {}

  run(): FoldedText {
    for (let at = 0; at < this.text.length;) {
      at = this.foldRegular(at);
      if (this.filled >= CHUNK - 1) this.flush();
      else if (at < this.text.length) at = this.foldIrregular(at);
    }
    this.flush();
    return new MappedText(this.folded, this.map);
  }

  /** Folds characters one to one as long as that goes well; answers where it ends. */
  private foldRegular(start: number): number {
    const { text, folder, chunk, filled } = this;
    const most = Math.min(text.length, start + CHUNK - filled);
    let at = start;
    for (; at < most; at++) {
      const unit = folder.unit(text.charCodeAt(at));
      if (unit === IRREGULAR) break;
      chunk[filled + at - start] = unit;
    }
    this.filled = filled + at - start;
    if (at === start || at === text.length || !mayBelongToTheLast(text.charCodeAt(at))) return at;
    // A mark follows: its character has to be folded together with it.
    this.filled -= 1;
    return at - 1;
  }

  /** Folds what begins at `start` with all that belongs to it; answers where the next character begins. */
  private foldIrregular(start: number): number {
    const codePoint = this.text.codePointAt(start) ?? 0;
    const next = start + (codePoint > 0xffff ? 2 : 1);
    const traits = traitsOfCodePoint(codePoint);
    if ((traits & IGNORED) !== 0) return this.emit('', start, next);
    // A space takes no marks, or a mark at the start of a word would become part of the gap before it.
    if ((traits & SPACE) !== 0) return this.emit(' ', start, next);
    const end = clusterEnd(this.text, next);
    return this.emit(this.folder.cluster(this.text.slice(start, end)), start, end);
  }

  private emit(folded: string, start: number, end: number): number {
    const at = this.folded.length + this.filled;
    this.append(folded);
    if (end - start === 1 && folded.length === 1) return end;
    this.map ??= new OffsetMap();
    this.map.addSpot({ start: at, end: at + folded.length }, { start, end });
    return end;
  }

  private append(folded: string): void {
    if (folded.length > MAX_SHORT_CLUSTER) {
      // One letter may carry any number of marks.
      this.flush();
      this.folded += folded;
      return;
    }
    for (let index = 0; index < folded.length; index++) this.chunk[this.filled++] = folded.charCodeAt(index);
  }

  private flush(): void {
    this.folded += String.fromCharCode(...this.chunk.slice(0, this.filled));
    this.filled = 0;
  }
}

function mayBelongToTheLast(unit: number): boolean {
  return unit >= 0x80 && ((traitsOfUnit(unit) & (JOINS | IGNORED)) !== 0 || isSurrogate(unit));
}

/** The end of the combining sequence whose first character ends at `at`: trailing invisible characters stay outside. */
function clusterEnd(text: string, at: number): number {
  let end = at;
  let marks = 0;
  for (let next = at; next < text.length && marks < MAX_MARKS;) {
    const codePoint = text.codePointAt(next) ?? 0;
    const traits = traitsOfCodePoint(codePoint);
    if ((traits & (JOINS | IGNORED)) === 0) break;
    next += codePoint > 0xffff ? 2 : 1;
    if ((traits & JOINS) === 0) continue;
    end = next;
    marks += 1;
  }
  return end;
}
