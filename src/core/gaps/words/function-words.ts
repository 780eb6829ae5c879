/** Words that say nothing about what a title or a question is about. Fewer than begin sentences: a keep is a place. */
const functionWords: ReadonlySet<string> = new Set(
  `a an and are about at be by did do does for from has have how i in into is it its me my of on or our that the their there these this
  those to was we were what when where which who whom whose why with you your tell know anything something
  der die das und ein eine von vom im in zu zum zur den dem des ist wer was wo wie über mit
  le la les un une des du de et à au aux en est qui que quoi où el los las y o un una unos es qué quién dónde
  il lo gli uno del della di e ed chi che cosa dove o os as um uma do da dos das e quem
  de het een en van и в на с о кто что где как про и та у з хто що де`.split(/\s+/),
);

/** Whether a folded word says nothing about what a title or a question is about. */
export function isFunctionWord(word: string): boolean {
  return functionWords.has(word);
}
