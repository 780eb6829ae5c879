/** Signs that some file system, or a link to the note, cannot have in a name, and those that nobody sees. */
const RESERVED = /[\\/:*?"<>|#^[\]\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/gu;

/** Names that Windows keeps for devices, with whatever ending. */
const DEVICE =
  /^(?:con|prn|aux|nul|com[\d\u00b9\u00b2\u00b3]|lpt[\d\u00b9\u00b2\u00b3]|conin\$|conout\$)(?= *(?:\.|$))/i;

/** File systems take 255 bytes; the ending and a number need room. */
const LONGEST = 200;

/** What a name is of which nothing is left. */
const NAMELESS = 'Untitled';

/**
 * The name of the file for a new note, without its ending: the title with blanks for the signs that names cannot have.
 * The note keeps its whole title as a property.
 *
 * @param isTaken Whether a file of this name is there already. Names are asked folded (`foldFileName`).
 */
export function noteFileName(title: string, isTaken: (folded: string) => boolean): string {
  const name = usableName(title);
  let free = name;
  for (let number = 2; isTaken(foldFileName(free)); number++) free = `${name} ${String(number)}`;
  return free;
}

/** The form in which names of files are compared: on many systems letter case and composition do not count. */
export function foldFileName(name: string): string {
  return name.normalize('NFC').toLowerCase().normalize('NFC');
}

function usableName(title: string): string {
  const plain = title.replace(RESERVED, ' ').replace(/\s+/g, ' ');
  // A dot in front hides a file, and Windows drops dots and blanks at the end.
  const name = shortened(plain.replace(/^[. ]+/, '')).replace(/[. ]+$/, '');
  if (name === '') return NAMELESS;
  return DEVICE.test(name) ? `_${name}` : name;
}

function shortened(name: string): string {
  let bytes = 0;
  let end = 0;
  for (const sign of name) {
    bytes += bytesOf(sign);
    if (bytes > LONGEST) break;
    end += sign.length;
  }
  // What joins pictures to one is nothing without the second.
  return name.slice(0, end).replace(/\u200d+$/, '');
}

/** Length in UTF-8. */
function bytesOf(sign: string): number {
  const code = sign.codePointAt(0) ?? 0;
  if (code < 0x80) return 1;
  if (code < 0x800) return 2;
  return code < 0x10000 ? 3 : 4;
}
