import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findNames } from './find-names';
import { readMessageNames } from './message-names';

const read = (texts: readonly string[]) =>
  texts.map((text, at) => ({ index: at, name: 'Narrator', text, names: readMessageNames(text) }));

const namesIn = (texts: readonly string[], participants: readonly string[] = [], least = 3): readonly string[] =>
  findNames(read(texts), participants, least).map(({ title }) => title);

describe('names in languages with capitals', () => {
  const cases: Readonly<Record<string, readonly [texts: readonly string[], names: readonly string[]]>> = {
    'English, in the middle of sentences': [
      ['They said that Vesk had left.', 'I saw Vesk at the gate.', 'Ask Vesk about it. The gate was shut.'],
      ['Vesk'],
    ],
    'English, only at the beginning': [
      ['Vesk nods.', 'Vesk turns away.', 'Vesk laughs.', '*Vesk looks up.*'],
      ['Vesk'],
    ],
    'no words that only begin sentences': [
      [
        'Slowly, she rises.',
        'Slowly it opens. Lanterns burn.',
        'Slowly now. Lanterns again.',
        'Slowly. She lit the lanterns.',
        'Lanterns. Lanterns.',
      ],
      [],
    ],
    'several words with particles': [
      ['He came from the Order of the Tide.', 'The Order of the Tide is old. Then the Order of the Tide fell.'],
      ['Order of the Tide'],
    ],
    'a name with and without its title': [
      ['Captain Brakk waits. I know Brakk.', 'We told Captain Brakk.', '"Brakk," he said.'],
      ['Brakk'],
    ],
    'a full name and its last word alone': [
      ['Then Mara Vell came.', 'She saw Vell again.', 'And Vell was gone. So Vell had won. Ask Mara Vell.'],
      ['Mara Vell'],
    ],
    'two names that are joined by a word are two': [
      ['We met Brakk and Ossa.', 'So Brakk and Ossa went on.', 'But Brakk and Ossa were tired.'],
      ['Brakk', 'Ossa'],
    ],
    'a short form with a point ends no sentence': [
      ['We saw Mr. Thorne.', 'And then Mr. Thorne left.', 'It was Mr. Thorne.'],
      ['Mr Thorne'],
    ],
    'the mark of possession': [["Take Ossa's hand.", 'It was Ossa’s house.', 'Only Ossa knows.'], ['Ossa']],
    'apostrophes and hyphens inside': [
      ["We call him T'Vel.", "So T'Vel came. With T'Vel was Jean-Luc.", 'And Jean-Luc? Here is Jean-Luc.'],
      ['Jean-Luc', "T'Vel"],
    ],
    'no shouting': [['NO! STOP! RUN NOW!', 'STOP! RUN! NO!', 'RUN! NO! STOP RIGHT THERE!'], []],
    'no code, tags, macros or addresses': [
      ['`Foo Bar`', '<Foo Bar="Foo Bar">', '{{Foo Bar}} https://Foo.Bar/Foo', '```\nFoo Bar Foo Bar\n```'],
      [],
    ],
    'no headings': [['# The Fall Of Old Kings\nit began.', '**The Fall Of Old Kings**', 'The Fall Of Old Kings'], []],
    'no days, months and languages': [
      ['On Monday in June we spoke English.', 'That Monday, in June, English again.', 'Every Monday of June: English!'],
      [],
    ],
    'German, where nouns have capitals': [
      [
        'Der Wald war still, und Roderich ging durch den Wald. Die Burg lag vor ihm.',
        'Er sah, dass Roderich die Burg nicht kannte. Das Schwert war in der Burg.',
        'Und dann nahm Roderich das Schwert aus dem Wald mit in die Burg. Ein Schwert ist ein Schwert.',
        'Auch Roderich war ihm nicht mehr fremd.',
      ],
      ['Roderich'],
    ],
    'German with “von”': [
      [
        'Es war Karl von Salz.',
        'Und Karl von Salz ist nicht der König.',
        'Dann ging Karl von Salz mit sich auf die Burg.',
      ],
      ['Karl von Salz'],
    ],
    French: [
      ['Alors Aurélie de Brume entra.', 'Il vit Aurélie de Brume.', 'Mais Aurélie de Brume était partie.'],
      ['Aurélie de Brume'],
    ],
    Spanish: [['Luego llegó Ximena.', 'Dijo que Ximena no estaba.', 'Vio a Ximena.'], ['Ximena']],
    'Russian, in all cases of a name': [
      ['Потом пришла Ариадна.', 'Он увидел Ариадну и ушёл.', 'Без Ариадны было тихо. Он думал об Ариадне.'],
      ['Ариадна'],
    ],
    Greek: [['Τότε ήρθε ο Ορέστης.', 'Είδε τον Ορέστη.', 'Μίλησε με τον Ορέστη για το κάστρο.'], ['Ορέστη']],
  };

  test.each(Object.entries(cases))('%s', (_, [texts, names]) => {
    expect(namesIn(texts)).toEqual(names);
  });
});

describe('names in scripts without capitals', () => {
  const cases: Readonly<Record<string, readonly [texts: readonly string[], names: readonly string[]]>> = {
    'Chinese, before speech': [
      ['艾莉亚说道：“走吧。”', '艾莉亚笑道：“好。”', '他看着门。艾莉亚问：“谁？”'],
      ['艾莉亚'],
    ],
    'Chinese, before a title': [['他见到了李将军。', '李将军很生气。', '门外站着李将军。'], ['李将军']],
    'Chinese, in marks': [['他打开《潮汐之书》。', '《潮汐之书》很旧。', '谁写了《潮汐之书》？'], ['潮汐之书']],
    'Chinese, with a dot': [['托尼·斯塔克来了。', '这是托尼·斯塔克。', '我认识托尼·斯塔克。'], ['托尼·斯塔克']],
    'no Chinese words that are frequent': [
      ['马路上有人。', '马路很长。', '他走在马路上。', '马路。', '马路。', '马路。'],
      [],
    ],
    'no pronouns before speech': [['他说道：“走吧。”', '她笑道：“好。”', '他们说：“谁？”', '有人问：“谁？”'], []],
    'Japanese, in Katakana': [
      ['アリアは走った。', 'そしてアリアが笑う。', 'アリアの剣。', '「アリア！」', 'アリアだ。'],
      ['アリア'],
    ],
    'Japanese, before a title': [['田中さんは言った。', '田中さんが来た。', 'それは田中さんだ。'], ['田中']],
    'no things in Katakana': [['ドアを開けた。', 'ドアが閉まる。', 'ドアの前。', 'ドア。', 'ドア。'], []],
    'Korean, before a title': [['민준 씨가 왔다.', '나는 민준 씨를 봤다.', '민준 씨는 웃었다.'], ['민준']],
    'Thai, behind a title': [['คุณสมชายยิ้ม', 'แล้วคุณสมชายก็เดินออกไป', 'เขาเห็นคุณสมชายที่ประตู'], ['สมชาย']],
    'Arabic, behind a title': [
      ['جاء الملك سليمان إلى المدينة.', 'قال الملك سليمان شيئا.', 'رأيت الملك سليمان.'],
      ['سليمان'],
    ],
  };

  test.each(Object.entries(cases))('%s', (_, [texts, names]) => {
    expect(namesIn(texts)).toEqual(names);
  });
});

test('those who take part are no finds, in whatever form', () => {
  const texts = [
    'Then Mara Vell saw Captain Vesk.',
    'And Mara met Vesk, but Vell did not.',
    'So Mara said to Vesk: no, Vesk.',
  ];
  expect(namesIn(texts, ['Mara Vell', 'Vesk'])).toEqual([]);
});

test('a name is quoted with its sentence and counted over all messages', () => {
  const [found] = findNames(
    read(['It rained. Then Ossa came in. She was wet.', 'Nobody.', 'I asked Ossa: "Why?" And Ossa laughed.']),
    [],
    3,
  );
  expect(found).toMatchObject({ title: 'Ossa', mentions: 3, shape: 'word' });
  expect(found?.quotes).toEqual([
    { quote: 'Then Ossa came in.', message: 0, name: 'Narrator' },
    { quote: 'I asked Ossa: "Why?"', message: 2, name: 'Narrator' },
  ]);
});

test('a name that is used too seldom is left out until it is used more', () => {
  const texts = ['I met Ossa.', 'And Ossa left.'];
  expect(namesIn(texts)).toEqual([]);
  expect(namesIn([...texts, 'Where is Ossa?'])).toEqual(['Ossa']);
  expect(namesIn(texts, [], 2)).toEqual(['Ossa']);
});

test('any text is read without failing, and quotes stay short', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'grapheme', maxLength: 200 }), { maxLength: 5 }), (texts) => {
      for (const { quotes, mentions } of findNames(read(texts), [], 1)) {
        expect(mentions).toBeGreaterThan(0);
        for (const { quote } of quotes) expect(quote.length).toBeLessThan(500);
      }
    }),
    { numRuns: 200 },
  );
});

test('the order of messages decides nothing but the quotes', () => {
  const texts = [
    'They said that Vesk had left.',
    'I saw Vesk at the Order of the Tide.',
    'Ask Vesk about the Order of the Tide.',
  ];
  fc.assert(
    fc.property(fc.shuffledSubarray(texts, { minLength: 3 }), (shuffled) => {
      expect(namesIn(shuffled)).toEqual(namesIn(texts));
    }),
  );
});
