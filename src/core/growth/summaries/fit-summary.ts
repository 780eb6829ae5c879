/** A summary as one line, cut at the end of a sentence, else of a word, where it is too long. In characters. */
export function fitSummary(written: string, longest: number): string {
  const line = written.replace(/\s+/g, ' ').trim();
  if (line.length <= longest) return line;
  const room = line.slice(0, longest);
  const sentence = /^(.*[.!?…。！？])(?:\s|$)/u.exec(room)?.[1] ?? '';
  if (sentence.length >= longest / 2) return sentence;
  const words = room.slice(0, longest - 1).replace(/\s+\S*$/u, '');
  return `${(words === '' ? room.slice(0, longest - 1) : words).replace(/[\ud800-\udbff]$/, '')}…`;
}
