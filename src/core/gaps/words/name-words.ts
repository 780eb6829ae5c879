const listed = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/).filter((word) => word !== ''));

/** Words inside names that have no capital: “Order of Tides”, “Karl von Salz”. */
const particles = listed(
  `of de del della dello delle dei degli di da do dos du des von vom van zu zum zur af av al el ul bin ibn bint ben ap`,
);

/** Articles that stand behind such a word: “Order of the Tide”, “Ana de la Mar”. Alone they begin something else. */
const articles = listed(`the la le les el los las der den dem die het ten ter`);

/** Titles before names; a name is the same with and without them. */
const titles =
  listed(`mr mrs ms mx miss sir madam madame mister mistress master lord lady dame king queen prince princess emperor empress duke
  duchess count countess earl baron baroness captain commander general colonel major sergeant lieutenant admiral marshal private doctor dr
  professor prof father mother brother sister uncle aunt saint st elder chief magister archmage high herr frau fräulein graf gräfin könig
  königin kaiser kaiserin fürst fürstin prinz prinzessin ritter hauptmann meister monsieur mademoiselle roi reine comte comtesse señor
  señora señorita don doña rey reina conde capitán signor signora re regina conte capitano senhor senhora rei rainha capitão dom heer mevrouw
  koning koningin pan pani król królowa господин госпожа князь княгиня царь царица король королева капитан лорд леди граф графиня сэр барон
  доктор отец мать принц принцесса пан пані король королева κύριος κυρία κύριε βασιλιάς βασίλισσα λόρδος λαίδη`);

/** Words before a common noun of German. */
const determiners =
  listed(`der die das den dem des ein eine einen einem einer eines kein keine keinen keinem keiner mein meine meinen
  meinem meiner dein deine deinen deinem deiner sein seine seinen seinem seiner ihr ihre ihren ihrem ihrer unser unsere unseren euer eure
  dieser diese dieses diesen diesem jener jene jenes jeder jede jedes jeden jedem welcher welche welches im am zum zur vom beim ins ans
  aufs durchs fürs alle allen viele vielen einige einigen manche manchen beide beiden zwei drei vier mehrere keine etwas mehr wenig viel`);

/** Whether a folded word may stand without a capital inside a name, behind the word before it. */
export function isParticle(word: string, before: string): boolean {
  return particles.has(word) || (articles.has(word) && particles.has(before));
}

/** Whether a folded word is a title that stands before names. */
export function isTitle(word: string): boolean {
  return titles.has(word.replace(/\.$/, ''));
}

/** Whether what follows a folded word of German is a common noun. */
export function isDeterminer(word: string): boolean {
  return determiners.has(word);
}
