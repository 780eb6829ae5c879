import {
  dottedName,
  honorificsBefore,
  honorificsBehind,
  isThing,
  koreanParticles,
  looksTransliterated,
  speechBehind,
} from '../words/unspaced-words';

/** Words of a script without capitals that may be a name. */
export interface UncasedMention {
  readonly text: string;
  readonly start: number;
  /** Something beside repetition says that it is a name: a title, a dot between its parts, marks around it. */
  readonly isStrong: boolean;
}

const UNCASED =
  /[\p{Script=Han}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Devanagari}]/u;
const KATAKANA = /[\p{Script=Katakana}ー]{2,}(?:[・＝=][\p{Script=Katakana}ー]{2,})*/gu;
const HAN = /\p{Script=Han}{2,}/gu;
const MARKED = /[『《〈]([^『』《》〈〉\s。、，！？!?]{2,12})[』》〉]/gu;
const HANGUL = /\p{Script=Hangul}{2,}/gu;
/** A word behind a title; in Thai, where words are not divided, what follows up to a blank. */
const TITLED = /[\p{Script=Thai}\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Devanagari}\p{M}]{2,40}/gu;

/** Pronouns, kin and people in general, with which no name begins. */
const NOBODY =
  /^[你我他她它您咱这這那哪谁誰有没沒众眾大老小只又再也便却卻就都很但可而皆母父兄姉姐弟妹娘客神仏誰何今其某此]/u;
const MOST_PREFIXES = 3;

/** What may be names in scripts that have no capitals. Few things are proof there, so little is found, and seldom wrongly. */
export function uncasedMentions(text: string): readonly UncasedMention[] {
  if (!UNCASED.test(text)) return [];
  return [...katakana(text), ...dotted(text), ...marked(text), ...han(text), ...korean(text), ...titled(text)];
}

function katakana(text: string): readonly UncasedMention[] {
  return [...text.matchAll(KATAKANA)].flatMap(({ 0: word, index }) => {
    const isTitled = honorificsBehind.test(text.slice(index + word.length, index + word.length + 3));
    if (isThing(word)) return [];
    return [{ text: word, start: index, isStrong: isTitled || /[・＝=]/.test(word) }];
  });
}

function dotted(text: string): readonly UncasedMention[] {
  return [...text.matchAll(dottedName)].map(({ 0: word, index }) => ({ text: word, start: index, isStrong: true }));
}

function marked(text: string): readonly UncasedMention[] {
  return [...text.matchAll(MARKED)].map(({ 1: word = '', index }) => ({
    text: word,
    start: index + 1,
    isStrong: true,
  }));
}

/** Names in Han characters: before a title, before speech, or written by sound. */
function han(text: string): readonly UncasedMention[] {
  return [...text.matchAll(HAN)].flatMap(({ 0: run, index }) => {
    const mentions: UncasedMention[] = [];
    const add = (start: number, end: number, isStrong: boolean): void => {
      const word = run.slice(start, end);
      if (word.length >= 2 && !NOBODY.test(word)) mentions.push({ text: word, start: index + start, isStrong });
    };
    // Whoever speaks stands at the beginning of a sentence.
    const isOpening = index === 0 || /[。！？!?\n”」』"』，,：:\s]$/u.test(text.slice(0, index));
    const speaker = isOpening ? beforeSpeech(run) : 0;
    add(0, speaker, true);
    const bySound = soundingNames(run);
    for (const { start, end } of bySound) add(start, end, false);
    const behind = text.slice(index, index + run.length + 3);
    for (let end = 1; end <= run.length; end++) {
      const title = honorificsBehind.exec(behind.slice(end))?.[0];
      if (title !== undefined) addTitled(run, end, title, add);
    }
    return mentions;
  });
}

/** Length of what stands before a word of speech; 0 where there is none near. */
function beforeSpeech(run: string): number {
  for (let end = 2; end <= Math.min(5, run.length); end++) if (speechBehind.test(run.slice(end))) return end;
  return 0;
}

function addTitled(
  run: string,
  end: number,
  title: string,
  add: (start: number, end: number, isStrong: boolean) => void,
): void {
  const start = lastWordStart(run.slice(0, end));
  // A family name of one character is one only together with its title.
  if (end - start === 1 && /^\p{Script=Han}/u.test(title)) add(start, end + title.length, true);
  else if (end - start <= 4) add(start, end, true);
}

/** Where the last word begins; sounds in a row are one word that the dictionary does not know. */
function lastWordStart(text: string): number {
  const pieces = segmentsOf(text, 'zh');
  let start = text.length;
  for (const piece of [...pieces].reverse()) {
    const isSound = piece.length === 1 && looksTransliterated(piece + piece);
    if (start < text.length && !isSound) break;
    start -= piece.length;
    if (!isSound) break;
  }
  return start;
}

/** Runs of characters that write a foreign sound and that the dictionary does not know as one word. */
function soundingNames(run: string): readonly { readonly start: number; readonly end: number }[] {
  const found: { readonly start: number; readonly end: number }[] = [];
  let start = 0;
  let at = 0;
  const close = (): void => {
    if (at - start >= 2 && looksTransliterated(run.slice(start, at))) found.push({ start, end: at });
  };
  for (const piece of segmentsOf(run, 'zh')) {
    const isSound = piece.length === 1 && looksTransliterated(piece + piece);
    if (!isSound) {
      close();
      start = at + piece.length;
    }
    at += piece.length;
  }
  close();
  return found;
}

function korean(text: string): readonly UncasedMention[] {
  return [...text.matchAll(HANGUL)].flatMap(({ 0: word, index }) => {
    const after = text.slice(index + word.length, index + word.length + 4);
    if (/^ (?:씨|님|군|양|경)(?:[^\p{Script=Hangul}]|[은는이가을를의와과도에]|$)/u.test(after))
      return [{ text: word, start: index, isStrong: true }];
    const bare = word.replace(koreanParticles, '');
    const title = /(?:씨|님|공주|왕자|폐하|선생님?)$/u.exec(bare)?.[0];
    const name = title === undefined ? '' : bare.slice(0, -title.length);
    return name.length >= 2 ? [{ text: name, start: index, isStrong: true }] : [];
  });
}

/** Names behind a title. Where words are not divided, each beginning of what follows may be the name. */
function titled(text: string): readonly UncasedMention[] {
  return [...text.matchAll(TITLED)].flatMap(({ 0: run, index }) => {
    if (/^\p{Script=Thai}/u.test(run)) return thaiNames(run, index);
    return honorificsBefore.test(text.slice(Math.max(0, index - 20), index))
      ? [{ text: run, start: index, isStrong: true }]
      : [];
  });
}

function thaiNames(run: string, index: number): readonly UncasedMention[] {
  const pieces = segmentsOf(run, 'th');
  return pieces.flatMap((_, place) => {
    const before = pieces.slice(0, place).join('');
    if (!honorificsBefore.test(before)) return [];
    const following = pieces.slice(place, place + MOST_PREFIXES);
    const start = index + before.length;
    return following.map((_piece, last) => ({ text: following.slice(0, last + 1).join(''), start, isStrong: true }));
  });
}

const segmenters = {
  zh: new Intl.Segmenter('zh', { granularity: 'word' }),
  th: new Intl.Segmenter('th', { granularity: 'word' }),
};

function segmentsOf(text: string, language: keyof typeof segmenters): readonly string[] {
  return [...segmenters[language].segment(text)].map(({ segment }) => segment);
}
