/**
 * Words that begin sentences and are no names, by language: function words, adverbs and interjections, as stories use
 * them. Languages are those of the code ISO 639-1. What is missing here costs a suggestion that the user dismisses once.
 */
const wordsByLanguage: Readonly<Record<string, string>> = {
  en: `a about above across after again against ago ah aha ahead alas all almost alone along already alright also although always am amid
    among an and another any anybody anyone anything anyway anywhere apart are around as aside ask at away aye back be because been before
    behind being below beneath beside besides better between beyond both bring but by bye call can cannot careful certainly clearly close come could
    curious damn dear despite did do does doing done down during each either else enough especially even eventually ever every everybody
    everyone everything everywhere except far few finally fine first fool follow for forgive forward fourth from fuck further get give go god
    gods goddess good goodbye great greetings ha had half hardly has have having he heavens hello help hence her here hers herself hey hi
    him himself his hm hmm how however hundred i if in indeed inside instead into is it its itself just keep kill know last lately later
    least leave left less let like likely listen little long look lord many may maybe me mean meanwhile might mine moments more moreover
    most mostly much must my myself nah near nearby nearly neither never nevertheless new next nice no nobody none nonetheless nor not
    nothing now nowhere of off oh ok okay old on once one only onto or other others otherwise ought our ours ourselves out outside over
    own part past perhaps please pray put quick quickly quiet quite rather ready really remember right run said same save say second see
    seems several shall she shit should shut silence simply since six sir so some somebody somehow someone something sometimes somewhere
    soon sorry speak stand stay still stop strange such suddenly sure surely take tell ten than thank thanks that the their theirs them
    themselves then there therefore these they thing think third this those though three through throughout thus till time to today
    together tomorrow tonight too toward towards true truly trust try turn twice two uh ugh um under underneath understood unless
    unlike until unto up upon us very wait was watch we welcome well were what whatever when whenever where wherever whether which
    whichever while who whoever whom whose why will wish with within without wonder wonderful would wow ye yea yeah years yep yes yesterday
    yet you young your yours yourself zero don doesn didn isn aren wasn weren won wouldn couldn shouldn hasn haven hadn ain let's
    chapter scene part prologue epilogue act note ooc narrator character user assistant system summary setting location name age role
    status mood inventory goal goals day night morning evening afternoon dawn dusk noon midnight spring summer autumn winter north south
    east west`,
  de: `aber ach ah alle allem allen aller alles als also am an andere anderen anders ansonsten auch auf aus außer außerdem bald bei beide
    beiden beim bereits bevor bis bitte bloß da dabei dadurch dafür dagegen daher dahin damals damit danach dann daran darauf daraufhin
    darin darum das dass davon davor dazu dein deine dem den denn dennoch der deren des deshalb dessen deswegen dich die dies diese diesem
    diesen dieser dieses dir doch dort draußen drei drinnen du durch eben eigentlich ein eine einem einen einer eines einige einmal endlich
    er erst es etwas euch euer eure fast fertig für ganz gar geh gegen genau genug gerade gern gestern gewiss gleich gut guten hab haben hallo
    hast hat hatte heute hey hier hinter ich ihm ihn ihnen ihr ihre ihrem ihren ihrer im immer in indem ins inzwischen irgendwann irgendwie
    irgendwo ist ja jede jedem jeden jeder jedes jedoch jemand jene jener jetzt kann kaum kein keine keinem keinen keiner komm können langsam
    lass leise links los mal man manche manchmal mehr mein meine meinem meinen meiner mich mir mit morgen muss nach nachdem nächste natürlich
    neben nein nicht nichts nie niemals niemand noch nun nur ob obwohl oder oh ohne okay plötzlich rechts schließlich schnell schon sehr sein
    seine seinem seinen seiner seit seitdem selbst sich sicher sie sieh sind so sobald sofort sogar solange solche soll somit sondern sonst
    sowie statt still stimmt tatsächlich trotz trotzdem über überall um und uns unser unsere unter vielleicht viel viele vier vom von vor
    vorher vorsichtig wahrscheinlich während wann war warte warum was weder wegen weil weit weiter weitere welche welcher wenig wenn wer
    werde wessen wie wieder will willkommen wir wird wo woher wohin wohl worauf wurde zu zuerst zuletzt zum zunächst zur zurück zusammen zwar
    zwei zwischen angst zeit wasser blut menschen leute stille dunkelheit licht feuer luft hilfe gott götter herr frau danke`,
  fr: `à ah ai ainsi alors après assez au aucun aucune aussi autour autre autres aux avant avec beaucoup bien bientôt bon bonjour bonsoir
    car ce ceci cela celle celui cependant ces cet cette chaque chez comme comment d'accord dans de debout déjà demain depuis derrière des
    désolé deux devant dieu donc du durant eh elle elles en encore enfin ensuite entre est et être eux finalement grâce hé hier hmm ici il ils
    jamais je jusque juste l'autre la là laisse le lentement les leur leurs lorsque lui ma mais malgré me même merci mes mieux moi moins mon
    monsieur madame ne ni non nos notre nous nul on or ou où oui par parce parfois parmi pas pendant personne petit peu peut-être plus plusieurs
    plutôt pour pourquoi pourtant près presque puis puisque qu'est quand quant que quel quelle quelque quelqu'un quelques qui quoi rien sa
    sans sauf se selon ses seul seulement si sinon soudain sous souvent suis sur surtout ta tandis tant te tes toi ton toujours tous tout toute
    toutes très trois trop tu un une vers vite voici voilà vos votre vous vraiment y attends écoute regarde viens`,
  es: `a acá además ah ahora al algo alguien algún alguna algunos allí alrededor ambos ante antes apenas aquel aquella aquello aquí así aún aunque
    ayer bajo bien bueno buenos cada casi cerca claro como cómo con contra cosa cual cuál cualquier cuando cuándo cuanto de debajo del delante
    demasiado dentro desde después detrás dios dónde donde dos durante e el él ella ellas ellos en encima entonces entre era eres es esa esas
    ese eso esos espera esta está estas este esto estos fue fuera gracias ha había hacia hasta hay hola hoy incluso jamás junto la las le lejos
    les lo los luego más mañana mas me mejor menos mi mí mientras mira mis mismo mucho muchos muy nada nadie ni ningún ninguna no nos nosotros
    nuestra nuestro nunca o oh otra otro otros para parece pero poco por porque primero pronto pues que qué quien quién quizá quizás se según
    señor señora ser si sí siempre sin sino sobre solo sólo son su sus tal también tampoco tan tanto te tiene toda todas todavía todo todos tras
    tres tu tú tus un una unas uno unos usted ustedes vale vamos ven vez vosotros y ya yo de repente`,
  it: `a ad adesso ah ai al alla alle allo allora altra altri altro anche ancora appena aspetta attento attraverso avanti basta bene certo che chi
    ci ciao ciò come con contro così cosa cui da dai dal dalla davanti davvero degli dei del della delle dello dentro di dietro dio domani dopo
    dove due dunque durante e è ecco ed egli era eri essa essi fino finalmente forse fra fuori già gli grazie guarda ha hai hanno ho i ieri il
    improvvisamente in infine insieme intanto invece io la là le lei lentamente lì lo lontano loro lui ma mai me meglio meno mentre mi mia mie
    mio molto ne nel nella nessuno niente no noi non nostra nostro nulla o oggi ogni oh oppure ora per perché però pian piano più poco poi
    prima proprio qua qualche qualcosa qualcuno quale quando quanto quel quella quelle quelli quello questa queste questi questo qui quindi
    scusa se sei sempre senza si sì sia solo sono sopra sotto sta stai su sua subito sue sugli sul sulla suo suoi tanto te ti tra tre troppo tu
    tua tuo tutta tutte tutti tutto un una uno va vai verso vi via vicino vieni voi vostra vostro signore signora`,
  pt: `a à agora ah ainda além algo alguém algum alguma ali ao aos apenas apesar após aquela aquele aquilo aqui as assim até atrás através bem boa bom
    cada calma certo claro com como contra cuidado da daqui das de debaixo dela dele deles dentro depois desde deus devagar diante dois do dos
    durante e é ei ela elas ele eles em embora então entre era és essa esse esta está estas este estou eu exato finalmente foi fora há hoje
    isso isto já jamais junto lá lentamente logo longe mais mas me melhor menos meu meus mesmo meu minha muito na nada não nas nem nenhum
    nenhuma ninguém no nos nós nossa nosso nunca o obrigado oh olá olha onde ontem os ou outra outro para parece pela pelo perto pois por porque
    porém pouco primeiro quais qual qualquer quando quanto quase que quê quem querido se sem sempre senhor senhora ser será seu seus si sim sob
    sobre somente sou sua suas talvez também tanto tão te tem tenho teu toda todas todo todos três tu tua tudo um uma uns vamos você vocês volta`,
  nl: `aan achter ah al alle alleen alles als alsof altijd anders beide ben beneden bij bijna binnen boven buiten daar daarna daarom dan dank dat de
    deze die dit doch door drie dus echt een eens eerst eigenlijk eindelijk elk elke en er even ga ge geen genoeg goed haar had hallo heb hebben
    heel heeft heer helaas hem hen het hier hij hoe hoewel hun ik in inderdaad is ja jaren je jij jou jouw jullie kan kijk kom kon langzaam later
    links maar mag men met mevrouw mij mijn misschien moet na naar naast natuurlijk nee net niemand niet niets nog nooit nu of om omdat onder
    ondanks ons onze ook op opeens over plotseling rechts rond sinds slechts sommige soms steeds stil straks te tegen terug terwijl toch toen
    tot totdat tussen twee uit uiteindelijk van vanavond vandaag vanuit veel verder vlug voor voordat voorzichtig wacht want waar waarom wanneer
    was wat we weer weg wel welke welkom wie wij wil zag ze zeg zeker zelf zelfs zes zich zie zij zijn zo zodra zoals zonder zou`,
  pl: `a aby ach ale albo ani aż bardzo bez będzie bo bowiem był była było byli by chce choć chociaż chodź chyba ci cicho co coś czasem czekaj czy czyli
    daj dalej dla dlaczego do dobrze dobry dopiero dość drugi dwa dziękuję dziś gdy gdyby gdzie go hej i ich ile im inny ja jak jaka jaki jako
    jakby jako je jeden jednak jego jej jest jeszcze jeśli już kiedy każda każdy kto która które który ku ledwo lecz lub ma mam mi mimo mnie moja
    moje może mój musi my na nad nagle nawet nam nas nic nie niech niestety nigdy nikt nim nimi no o obok od on ona one oni oraz oto pan pani pod
    podczas pomimo ponad ponieważ potem powoli po poza prawie przed przede przez przy sam się skąd są stój spokojnie swój ta tak także tam te
    tego tej ten teraz to tobie trzeba trzy tu tutaj twoja twój ty tych tylko tym u uważaj w we wcale według wiele wiem witaj więc wokół wszyscy
    wszystko wtedy wy z za zanim zaraz zawsze ze zresztą znów żaden że`,
  sv: `aldrig all alla allt alltid all att av bakom bara bra både borde dag dag de dem den denna deras dess det detta dig din ditt då där därför du där eller
    en er ett efter eftersom fast fem fram från för före ganska genom god gott ha han hans har hej hennes henne hon hur här i ibland igen ikväll
    in ingen ingenting inget inne innan inte ja jag jo kanske kom kunde lite långsamt man med medan mellan men mer mest mig min mitt mot mycket
    många måste ner nej ni nog nu nu när någon något några nästan och ofta om oss på plötsligt redan sade samt sedan sin sitt sig ska snart som
    stanna så sådan tack till tills titta trots tre två under upp ut utan utanför vad var vara varför varje vem vi vid vänta vår är även över`,
  tr: `acaba ah ama an artık aslında az azıcık bana bazen bazı bekle belki ben bence beni benim bir biraz birkaç biri birlikte biz bize bizim böyle bu
    bugün bunlar bunu burada büyük çok çünkü da daha de değil demek dikkat dün eğer elbette en evet fakat geçen gel gerçekten gibi hala hayır
    hem hemen henüz hep hepsi her herkes hey hiç hiçbir için içinde ile ilk işte iyi kadar karşı kim kimse lütfen merhaba mi ne neden nerede
    nasıl niye o olan olarak on ona onlar onu onun orada oysa önce öyle rağmen sadece sana sanki sen seni senin siz sizin sonra sonunda sus
    şey şimdi şu tabii tam tamam tanrım tek tüm üç üzerine uzun var ve veya ya yavaşça yani yarın yeni yine yok yoksa zaten`,
  ru: `а ах без более больше будет будто бы был была были было быстро быть в вам вами вас ваш ваша вдруг ведь верно весь вечером взгляните видимо видишь
    вижу во возможно вокруг вон вообще вот впереди впрочем все всё всегда всего всех всю вы где говори господи господин госпожа да давай давайте даже
    два для до добро довольно должно другой его ее её если есть еще ещё ж же жди за завтра зачем затем здесь здравствуй здравствуйте знаешь знаю и
    из или им именно иногда ито их к каждый кажется как какая какой когда конечно кроме кто куда ладно ли либо лишь лучше меж мне много мной
    может можно мои мой моя мы на навсегда над надо наконец нам нами нас наш не него нее неё нет неужели ни никогда никто ним них ничего но ну
    о об обычно один однажды однако ой он она они оно опять от ответ отец очень первый перед по под пожалуйста пока помни после посмотри потом
    потому похоже почему почти правда прежде при просто прости против прошу пусть раз разве с сам сама сейчас сегодня сквозь сколько скорее слишком
    слушай смотри снова со собой совсем спасибо среди стой стойте сюда та так также такая такой там твой твоя те тебе тебя тем теперь тихо то
    тогда того тоже той только тот тут ты у увы уж уже утром хватит хорошо хоть хотя чем через что чтобы чуть эй эта эти это этот этого я бог боги`,
  uk: `а або але авжеж без би бо був буде була було були в вам вас ваш вже ви він вона вони воно все всі всього від говори головне да давай дай два де для
    до добре дякую е є ж же за завжди завтра зараз звичайно звідки знаю знову і із інколи інший іноді її їй їм їх й його йому коли кого краще крім
    ледве ледь лише мабуть майже мене мені ми може можна мій моя на навіть навколо навіщо над нам нарешті нас наш не невже немає ні ніби ніколи ніхто
    нічого ну о об ой один однак от ось перед під після по поки помалу потім проте просто про раптом раз разом сам саме свій себе слухай собі стій
    сьогодні та так також там твій твоя те тебе тепер ти тиша тільки то тобі тоді той треба три трохи тут у усе усі хай хіба хоч хоча хто це цей
    ці через чи чого чому ще що щоб щось я як яка який якщо бог пан пані`,
  el: `α αλλά αλλιώς αν ανάμεσα αντίθετα απλά απλώς από απόψε απότομα αργά αργότερα άρα αυτά αυτή αυτό αυτοί αυτός αύριο αφού βέβαια γεια για γιατί γύρω
    δε δεν δες δηλαδή δίπλα δύο εάν εγώ εδώ είμαι είναι εις είχε εκεί εκείνη εκείνο εκείνος ελα έλα εμείς ένα ένας ένω ενώ εντάξει επειδή έπειτα
    επίσης εσείς εσύ ευχαριστώ έχει η ή ήδη ήταν θα θεέ ίσως κάθε και καλά καλημέρα καλησπέρα κάποια κάποιος κάπου κάτι κάτω κι κοίτα κοντά κύριε
    κυρία λίγο λοιπόν μα μαζί μακριά μάλλον με μετά μέχρι μέσα μη μην μήπως μια μία μόλις μόνο μου μπροστά να ναι ξαφνικά ξανά ο οι όλα όλοι όμως
    όπως όπου όπως όταν ότι όχι ούτε πάλι πάνω πάντα παρά περίμενε περίπου πια πίσω πιο ποιος πολύ πού που πότε ποτέ πριν προς πρώτα πώς πως σαν
    σας σε σήμερα σιγά σου στα στη στην στο στον στους συνήθως σχεδόν τα τελικά τέλος τη την της τι τίποτα τις το τον του τους τότε τρεις των τώρα
    φυσικά χθες χωρίς ως ώστε`,
};

/** Names of days and months, and of languages and feasts that are written like names. */
const calendar = `monday tuesday wednesday thursday friday saturday sunday january february march april june july august september
  october november december montag dienstag mittwoch donnerstag freitag samstag sonnabend sonntag januar februar märz mai juni juli
  oktober dezember lundi mardi mercredi jeudi vendredi samedi dimanche janvier février mars avril juin juillet août septembre octobre
  novembre décembre lunes martes miércoles jueves viernes sábado domingo enero febrero marzo abril mayo junio julio agosto septiembre
  octubre noviembre diciembre lunedì martedì mercoledì giovedì venerdì sabato domenica gennaio febbraio aprile maggio giugno luglio
  settembre ottobre dicembre segunda terça quarta quinta sexta janeiro fevereiro março maio junho julho setembro outubro novembro dezembro
  maandag dinsdag woensdag donderdag vrijdag zaterdag zondag januari februari maart juli augustus
  понедельник вторник среда четверг пятница суббота воскресенье январь февраль март апрель май июнь июль август сентябрь октябрь ноябрь декабрь
  понеділок вівторок середа четвер п'ятниця субота неділя δευτέρα τρίτη τετάρτη πέμπτη παρασκευή σάββατο κυριακή
  ιανουάριος φεβρουάριος μάρτιος απρίλιος μάιος ιούνιος ιούλιος αύγουστος σεπτέμβριος οκτώβριος νοέμβριος δεκέμβριος
  christmas easter halloween god jesus christ english french german spanish italian latin greek russian chinese japanese american british
  ai ok tv id npc dm gm ooc hp xp mp`;

const listed = (words: string): readonly string[] => words.split(/\s+/).filter((word) => word !== '');

const stopWords: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries(wordsByLanguage).map(([language, words]) => [language, new Set(listed(words))]),
);
const calendarWords: ReadonlySet<string> = new Set(listed(calendar));

/** A language counts from so large a share of the words of the most frequent one. */
const LEAST_SHARE = 0.25;

/** The languages of a text, the most frequent first, by its words without a capital; English where nothing is told. */
export function languagesOf(words: ReadonlyMap<string, number>): readonly string[] {
  const hits = [...stopWords].map(([language, known]) => {
    let count = 0;
    for (const [word, times] of words) if (known.has(word)) count += times;
    return { language, count };
  });
  const most = Math.max(1, ...hits.map(({ count }) => count));
  const found = hits.filter(({ count }) => count >= LEAST_SHARE * most).sort((a, b) => b.count - a.count);
  return found.length === 0 ? ['en'] : found.map(({ language }) => language);
}

/** Whether a folded word, or what stands before its apostrophe, is none that a name could consist of alone. */
export function isStopWord(word: string, languages: readonly string[]): boolean {
  const head = /^(\p{L}+)'/u.exec(word)?.[1];
  const isStop = (one: string): boolean => languages.some((language) => stopWords.get(language)?.has(one) === true);
  return calendarWords.has(word) || isStop(word) || (head !== undefined && isStop(head));
}
