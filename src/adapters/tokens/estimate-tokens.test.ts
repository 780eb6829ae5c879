import { describe, expect, it } from 'vitest';
import { estimateTokens } from './estimate-tokens';
import { countO200kTokens } from './o200k-tokenizer';

const TEXTS: Readonly<Record<string, string>> = {
  English:
    'The lighthouse at Gull Point has stood dark since the winter of the long storm. Marta Vell, who kept its lamp for thirty years, still climbs the stairs each evening and winds the old clock. Nobody in the harbour speaks of the ship that sank below the rocks, although every family lost someone that night.',
  'English dialog': `"You can't be serious," Korrin said. "It's been ten years!" She shrugged; the bell rang twice. 'We'll see,' he muttered -- and then, nothing.`,
  German:
    'Der Leuchtturm an der Möwenspitze steht seit dem Winter des langen Sturms im Dunkeln. Marta Vell, die dreißig Jahre lang seine Lampe hütete, steigt noch immer jeden Abend die Treppe hinauf und zieht die alte Uhr auf. Niemand im Hafen spricht von dem Schiff, das unterhalb der Felsen gesunken ist.',
  French:
    "Le phare de la pointe aux Mouettes est resté éteint depuis l'hiver de la grande tempête. Marta Vell, qui a gardé sa lampe pendant trente ans, monte encore l'escalier chaque soir et remonte la vieille horloge. Personne dans le port ne parle du navire qui a sombré sous les rochers.",
  Spanish:
    'El faro de la punta de las Gaviotas permanece apagado desde el invierno de la larga tormenta. Marta Vell, que cuidó su lámpara durante treinta años, todavía sube las escaleras cada noche y da cuerda al viejo reloj.',
  Polish:
    'Latarnia na Mewim Cyplu stoi ciemna od zimy długiej burzy. Marta Vell, która przez trzydzieści lat pilnowała jej lampy, wciąż co wieczór wspina się po schodach i nakręca stary zegar. Nikt w porcie nie mówi o statku, który zatonął pod skałami.',
  Turkish:
    "Martı Burnu'ndaki deniz feneri uzun fırtınanın kışından beri karanlık duruyor. Otuz yıl boyunca lambasına bakan Marta Vell hâlâ her akşam merdivenleri çıkıyor ve eski saati kuruyor.",
  Vietnamese:
    'Ngọn hải đăng ở mũi Hải Âu đã tắt từ mùa đông của cơn bão dài. Marta Vell, người giữ ngọn đèn suốt ba mươi năm, vẫn leo cầu thang mỗi buổi tối và lên dây chiếc đồng hồ cũ.',
  Russian:
    'Маяк на мысе Чаек стоит тёмным с зимы долгой бури. Марта Велл, которая тридцать лет хранила его лампу, по-прежнему каждый вечер поднимается по лестнице и заводит старые часы. Никто в гавани не говорит о корабле, который затонул под скалами.',
  Ukrainian:
    'Маяк на мисі Чайок стоїть темним від зими довгої бурі. Марта Велл, яка тридцять років берегла його лампу, досі щовечора піднімається сходами й накручує старий годинник.',
  Greek:
    'Ο φάρος στο ακρωτήριο των Γλάρων μένει σβηστός από τον χειμώνα της μεγάλης καταιγίδας. Η Μάρτα Βελ, που φύλαγε τη λάμπα του για τριάντα χρόνια, ανεβαίνει ακόμα τις σκάλες κάθε βράδυ.',
  Arabic:
    'ظلت المنارة عند رأس النوارس مظلمة منذ شتاء العاصفة الطويلة. مارتا فيل التي حرست مصباحها ثلاثين عاما لا تزال تصعد الدرج كل مساء وتملأ الساعة القديمة.',
  Hebrew:
    'המגדלור בקצה השחפים עומד חשוך מאז החורף של הסערה הארוכה. מרתה ול, ששמרה על המנורה שלושים שנה, עדיין מטפסת במדרגות בכל ערב ומכוונת את השעון הישן.',
  Hindi:
    'गल पॉइंट का प्रकाशस्तंभ लंबे तूफान की सर्दियों के बाद से अंधेरा खड़ा है। मार्ता वेल, जिसने तीस साल तक उसका दीपक संभाला, अब भी हर शाम सीढ़ियाँ चढ़ती है और पुरानी घड़ी में चाबी भरती है।',
  Thai: 'ประภาคารที่แหลมนกนางนวลมืดมาตั้งแต่ฤดูหนาวของพายุที่ยาวนาน มาร์ธา เวล ผู้ดูแลตะเกียงมาสามสิบปียังคงขึ้นบันไดทุกเย็นและไขลานนาฬิกาเก่า',
  Chinese:
    '鸥角的灯塔自那场漫长风暴的冬天起便一直黑暗。守灯三十年的玛尔塔·维尔仍然每晚爬上楼梯，给那座旧钟上发条。港口里没有人提起沉在礁石下的那艘船，虽然那一夜家家都失去了亲人。',
  Japanese:
    'カモメ岬の灯台は、長い嵐の冬からずっと暗いままだ。三十年のあいだ灯を守ってきたマルタ・ヴェルは、今でも毎晩階段を上り、古い時計のねじを巻いている。港の誰も、岩の下に沈んだ船のことを話さない。',
  Korean:
    '갈매기 곶의 등대는 긴 폭풍의 겨울 이후로 줄곧 어둡다. 삼십 년 동안 등불을 지켜 온 마르타 벨은 여전히 매일 저녁 계단을 올라 낡은 시계의 태엽을 감는다. 항구의 누구도 바위 아래로 가라앉은 배에 대해 말하지 않는다.',
  Markdown:
    '## Notes\n\n- **Age:** 43\n- [[Gull Point]] (see *harbour*)\n- keys: [lamp, "old clock"]\n\n| Name | Role |\n| --- | --- |\n| Marta | keeper |\n\n> "Never again."\n',
  JSON: '{"name":"Marta","age":43,"stats":{"str":10,"dex":14,"wis":17},"tags":["keeper","harbour"],"id":"a8f3-22bc"}',
  numbers: '1204 1388 20231 77 3.14159 2024-11-05 18:45:09 1,000,000',
};

describe('estimateTokens', () => {
  it.each(Object.entries(TEXTS))('is within a third of the count for %s', (_, text) => {
    const exact = countO200kTokens(text);
    expect(estimateTokens(text)).toBeGreaterThan(exact * 0.67);
    expect(estimateTokens(text)).toBeLessThan(exact * 1.33);
  });

  it('is within a tenth for all of them together', () => {
    const all = Object.values(TEXTS).join('\n');
    const exact = countO200kTokens(all);
    expect(Math.abs(estimateTokens(all) - exact)).toBeLessThan(exact * 0.1);
  });

  it.each([
    ['', 0],
    ['a', 1],
    [' ', 1],
  ])('is for %j %i', (text, tokens) => {
    expect(estimateTokens(text)).toBe(tokens);
  });
});
