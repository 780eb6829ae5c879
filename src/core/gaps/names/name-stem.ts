const CYRILLIC_ENDING =
  /(?:ами|ями|ого|его|ому|ему|ыми|ими|ией|иям|иях|ою|ею|ой|ей|ом|ем|ам|ям|ах|ях|ов|ев|ых|их|ую|юю|ая|яя|ий|ый|ия|ию|ии|а|я|у|ю|е|ы|и|о|і|ї|ь|й)$/u;
const GREEK_ENDING = /(?:ους|ων|ου|ος|ον|ας|ες|ης|α|η|ο|ι|ς)$/u;

/** In shorter words the ending is a part of the name. */
const SHORTEST_STEM = 3;

/**
 * What the cases of a name have in common, for languages that bend names; elsewhere the name itself. Folded: without
 * letter case and accents.
 */
export function nameStem(word: string): string {
  const folded = word.normalize('NFKC').toLowerCase().replaceAll('’', "'");
  if (/\p{Script=Cyrillic}/u.test(folded)) return cut(folded, CYRILLIC_ENDING);
  const plain = folded.normalize('NFD').replace(/\p{M}/gu, '').normalize('NFC');
  return /\p{Script=Greek}/u.test(plain) ? cut(plain, GREEK_ENDING) : plain;
}

function cut(word: string, ending: RegExp): string {
  const stem = word.replace(ending, '');
  return stem.length >= SHORTEST_STEM ? stem : word;
}
