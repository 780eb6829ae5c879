const APOSTROPHES =
  /[`\u00b4\u02b9\u02bb-\u02bd\u055a\u05f3\u1fbd\u1ffd\u2018-\u201b\u2032\u2035\u2039\u203a\u275b\u275c\uff07\uff40]/gu;
const QUOTES =
  /[\u00ab\u00bb\u02ba\u02ee\u05f4\u201c-\u201f\u2033\u2036\u275d\u275e\u301d-\u301f\uff02\u{1f676}-\u{1f678}]/gu;
const DASHES = /[\u058a\u05be\u1806\u2010-\u2015\u2043\u2212\u2e3a\u2e3b\ufe31\ufe32\ufe58\ufe63\uff0d]/gu;

// Tag characters are kept, see char-traits.
const IGNORED = /(?![\u{e0020}-\u{e007f}])\p{Default_Ignorable_Code_Point}/gu;

function unifyPunctuation(text: string): string {
  return text.replace(APOSTROPHES, "'").replace(QUOTES, '"').replace(DASHES, '-');
}

// Two kinds of signs must not come apart: a spacing accent would put a space into the text, and a sign such as ™ would
// put letters beside the word that it stands at, so that the word would lose its end.
function staysWhole(character: string): boolean {
  const compatible = character.normalize('NFKC');
  return (
    compatible.startsWith(' ') || (/(?!\p{Alphabetic})\p{So}/u.test(character) && /[\p{L}\p{N}]/u.test(compatible))
  );
}

function normalize(cluster: string): string {
  const base = String.fromCodePoint(cluster.codePointAt(0) ?? 0);
  if (!staysWhole(base)) return cluster.normalize('NFKC');
  return (base + cluster.slice(base.length).normalize('NFKC')).normalize('NFC');
}

// Lower, upper, lower is full case folding without a table: ß, ẞ and ss meet, and so do all sigmas.
// The four Turkish i's meet too, because no reader would tell İzmir from izmir.
function foldCase(text: string): string {
  const folded = text.toLowerCase().toUpperCase().toLowerCase().normalize('NFD');
  return folded.replace(/i\p{M}+/gu, (marked) => marked.replaceAll('\u0307', '')).normalize('NFC');
}

/**
 * The folded form of one character with the marks that belong to it (no white space): NFKC, one apostrophe, quote and
 * dash, no invisible characters, and case folded unless `caseSensitive`.
 */
export function foldCluster(cluster: string, caseSensitive: boolean): string {
  const visible = cluster.replace(/\p{Surrogate}/gu, '\ufffd').replace(IGNORED, '');
  const normalized = unifyPunctuation(normalize(unifyPunctuation(visible)));
  return caseSensitive ? normalized : foldCase(normalized);
}
