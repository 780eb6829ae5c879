import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseSelection } from './parse-selection';

const TITLES = ['Mill', 'Quay', 'Silver Key', 'The Old Harbour', 'Blackwood Keep', 'Élodie’s Inn', '1984', 'Mara'];
const [MILL, QUAY, KEY, HARBOUR, KEEP, INN, YEAR, MARA] = [1, 2, 3, 4, 5, 6, 7, 8];

function numbersOf(answer: unknown, titles: readonly string[] = TITLES): unknown {
  const reading = parseSelection(answer, titles);
  return reading.kind === 'read' ? reading.picks.map(({ number }) => number) : reading.why;
}

describe('the items of a selection', () => {
  test.each<[string, unknown]>([
    ['numbers', '{"selected":[{"id":1,"confidence":"high","reason":"x"},{"id":2,"confidence":"low","reason":""}]}'],
    ['numbers alone', '[1,2]'],
    ['numbers as texts', '["1"," #2 "]'],
    ['numbers in brackets or with a word', '["[1]","No. 2"]'],
    ['numbers with titles', '["1. Mill","2: Quay"]'],
    ['numbers with titles behind a dash', '["1 - Mill","2 – Quay"]'],
    ['titles', '["Mill","Quay"]'],
    ['titles in another case', '["MILL"," quay "]'],
    ['objects with titles', '[{"title":"Mill"},{"name":"Quay"}]'],
    ['objects with other cases of names', '[{"Title":"Mill"},{"ID":"2"}]'],
    ['objects with both', '[{"id":1,"title":"Mill"},{"number":2,"name":"quay"}]'],
    ['lines of the list', '["Mill [84 tokens] → Quay","Quay (place)"]'],
    ['links and file names', '["[[Mill]]","Quay.md"]'],
    ['any wrapper', '{"my_list":[1,2]}'],
    ['wrappers in wrappers', '{"data":{"output":{"picks":[1,2]}}}'],
    ['a wrapper in a list', '[{"selected":[1,2]}]'],
    ['a wrapper beside other lists', '{"reasoning":["a","b"],"rejected":[3,4,5],"chosen":[1,2]}'],
    ['an unknown wrapper beside reasons', '{"thoughts":["a"],"lore":[1,2]}'],
    ['what a host has parsed', { selected: [{ id: 1 }, { id: 2 }] }],
    ['duplicates once', '[1,"Mill",{"id":1},2,"2. Quay"]'],
  ])('may be %s', (_, answer) => {
    expect(numbersOf(answer)).toEqual([MILL, QUAY]);
  });

  test('may be one object', () => {
    expect(numbersOf('{"id":2,"links":["Mill"],"confidence":"high"}')).toEqual([QUAY]);
  });

  test.each<[unknown, string]>([
    ['HIGH', 'high'],
    ['Very high', 'high'],
    ['low-ish', 'low'],
    [0.9, 'high'],
    [0.5, 'medium'],
    [0.1, 'low'],
    [9, 'high'],
    [20, 'low'],
    ['85%', 'high'],
    ['0.5', 'medium'],
    [undefined, 'medium'],
    ['sure', 'medium'],
    [-1, 'medium'],
    [null, 'medium'],
    [{}, 'medium'],
  ])('may be as sure as %j, which is %s', (confidence, expected) => {
    const reading = parseSelection(JSON.stringify([{ id: 1, confidence }]), TITLES);
    expect(reading).toMatchObject({ kind: 'read', picks: [{ number: 1, confidence: expected }] });
  });

  test('keep the reason as one short line', () => {
    const reason = `a\n${'b'.repeat(5_000)}`;
    const reading = parseSelection([{ id: 1, why: reason }], TITLES);
    const picked = reading.kind === 'read' ? (reading.picks[0]?.reason ?? '') : '';
    expect(picked).toMatch(/^a b+…$/);
    expect(picked).toHaveLength(500);
  });

  test('that say nothing are passed over', () => {
    expect(numbersOf('[1, "", {}, null, [2], {"confidence":"high"}]')).toEqual([MILL]);
  });
});

describe('titles', () => {
  test.each<[string, number | undefined]>([
    ['silver key', KEY],
    ['“Silver Key”', KEY],
    ['**Silver  Key**', KEY],
    ['old harbour', HARBOUR],
    ['The Old Harbor', undefined],
    ['The Old Harbuor', HARBOUR],
    ['The Old Harbbour', HARBOUR],
    ['Blackwod Keep', KEEP],
    ["Elodie's Inn", INN],
    ['1984', YEAR],
    ['The Mill', MILL],
    ['Mill, the', undefined],
    ['Silver Keep', undefined],
    ['Silver Keys', undefined],
    ['Silver', undefined],
    ['Blackwood', undefined],
    ['Blackwoods Keep', undefined],
    ['Marah', undefined],
    ['Mora', undefined],
    ['Quayle', undefined],
    ['', undefined],
    ['...', undefined],
    ['constructor', undefined],
  ])('%j means %s', (written, number) => {
    expect(numbersOf([written, MARA])).toEqual(number === undefined ? [MARA] : [number, MARA]);
  });

  test('"Silver Keep" never becomes "Silver Key", nor the other way round', () => {
    expect(numbersOf('["Silver Keep"]', ['Silver Key'])).toBe('nothing-known');
    expect(numbersOf('["Silver Key"]', ['Silver Keep'])).toBe('nothing-known');
    expect(numbersOf('["Silver Keep"]', ['Silver Key', 'Silver Keep'])).toEqual([2]);
  });

  test('that two candidates bear are refused by name, and told apart by number', () => {
    const titles = ['Mill', 'mill', 'Quay'];
    expect(parseSelection(['Mill', 'Quay'], titles)).toMatchObject({ picks: [{ number: 3 }], ambiguous: ['Mill'] });
    expect(numbersOf(['2. Mill'], titles)).toEqual([2]);
    expect(numbersOf([{ id: 1, title: 'MILL' }], titles)).toEqual([1]);
  });

  test('near to two candidates are refused', () => {
    const titles = ['The Watchtower', 'A Watchtower'];
    expect(parseSelection(['Watchtower', 1], titles)).toMatchObject({
      picks: [{ number: 1 }],
      ambiguous: ['Watchtower'],
    });
    expect(numbersOf(['The Watchtower'], titles)).toEqual([1]);
  });

  test('that contradict their number are refused', () => {
    const reading = parseSelection([{ id: 1, title: 'Quay' }, '2. Mill', { id: 3, title: 'The Lost City' }, 8], TITLES);
    expect(reading).toMatchObject({
      picks: [{ number: MARA }],
      ambiguous: ['Quay', '2. Mill'],
      unknown: ['The Lost City'],
    });
  });

  test('are believed where the number is out of range', () => {
    expect(
      numbersOf([
        { id: 99, title: 'Quay' },
        { id: 'lorebook_1', title: 'Mill' },
      ]),
    ).toEqual([QUAY, MILL]);
  });

  test('that are numbers mean the title or the number, but not when both exist', () => {
    expect(numbersOf(['1984'])).toEqual([YEAR]);
    const reading = parseSelection(['2', 3], ['2', 'Mill', 'Quay']);
    expect(reading).toMatchObject({ picks: [{ number: 3 }], ambiguous: ['2'] });
    expect(numbersOf(['2. Mill'], ['2. Mill', 'Mill'])).toEqual([1]);
  });
});

describe('BR-176 what the model was not given', () => {
  test('is listed and never picked', () => {
    expect(parseSelection('["Mill","The Lost City","lorebook_1"]', ['Mill'])).toEqual({
      kind: 'read',
      picks: [{ number: 1, confidence: 'medium', reason: '' }],
      unknown: ['The Lost City', 'lorebook_1'],
      ambiguous: [],
      isCutOff: false,
    });
  });

  test.each(['[0]', '[9]', '[-1]', '[1.5]', '["0"]', '[1e9]', '["99. Nothing"]'])(
    'is a number out of range: %s',
    (answer) => {
      expect(numbersOf(answer)).toBe('nothing-known');
    },
  );
});

describe('an answer without a selection', () => {
  test.each<[unknown, string]>([
    ['', 'empty'],
    ['null', 'empty'],
    [null, 'empty'],
    ['<think>["Mill"]', 'empty'],
    ['[{"title":"Mi', 'cut-off'],
    ['{"selected":[{"id":1', 'cut-off'],
    ['{"id":1,"reason":"becau', 'cut-off'],
    ['I think the Mill fits best.', 'no-list'],
    ['{}', 'no-list'],
    ['{"answer":"Mill"}', 'no-list'],
    ['{"yes":[1],"no":[2]}', 'no-list'],
    ['{"rejected":[1]}', 'no-list'],
    ['["The Lost City"]', 'nothing-known'],
    ['[[],{}]', 'nothing-known'],
  ])('is told: %j is %s', (answer, why) => {
    expect(numbersOf(answer)).toBe(why);
  });

  test.each(['[]', '{"selected":[]}', 'None of them fits: []', '```json\n{"selected": []}\n```'])(
    'BR-175 is not one that selects nothing: %j',
    (answer) => {
      expect(parseSelection(answer, TITLES)).toMatchObject({ kind: 'read', picks: [], isCutOff: false });
    },
  );

  test('the first list that names somebody counts', () => {
    expect(numbersOf('Form: ["Title A","Title B","Title C"]. My answer: ["Mill"]')).toEqual([MILL]);
    expect(numbersOf('```json\n[]\n```\nI looked at [1] and [2].')).toEqual([]);
  });
});

test('BR-174 two hundred thousand items are read without going through them all', () => {
  expect(numbersOf(`[${'"Nobody at all",'.repeat(20_000)}1]`)).toBe('nothing-known');
});

describe('whatever happens to a valid answer', () => {
  const confidence = fc.constantFrom('high', 'medium', 'low');
  const reason = fc.string({ unit: fc.constantFrom(...Array.from('abc []{}",\':\\\n<é')), maxLength: 12 });
  const items = fc
    .uniqueArray(fc.nat(TITLES.length - 1), { maxLength: TITLES.length })
    .chain((places) =>
      fc
        .tuple(
          ...places.map((at) =>
            fc.oneof(
              fc.record({ id: fc.constant(at + 1), confidence, reason }),
              fc.record({ title: fc.constant(TITLES[at] ?? ''), confidence, reason }),
              fc.constant(TITLES[at] ?? ''),
              fc.constant(at + 1),
            ),
          ),
        )
        .map((list) => ({ numbers: places.map((at) => at + 1), list })),
    );
  const wrappers: readonly ((list: unknown) => unknown)[] = [
    (list) => list,
    (list) => ({ selected: list }),
    (list) => ({ anything: list }),
    (list) => ({ result: { entries: list } }),
  ];
  const envelopes: readonly ((text: string) => string)[] = [
    (text) => text,
    (text) => JSON.stringify({ choices: [{ message: { role: 'assistant', content: text } }] }),
    (text) => JSON.stringify({ candidates: [{ content: { parts: [{ text: '[3]', thought: true }, { text }] } }] }),
    (text) => JSON.stringify({ content: [{ type: 'text', text }] }),
    (text) => JSON.stringify(text),
  ];
  const frames: readonly ((text: string) => string)[] = [
    (text) => text,
    (text) => `\`\`\`json\n${text}\n\`\`\``,
    (text) => `Here it is:\n\`\`\`\n${text}\n\`\`\`\nDone.`,
    (text) => `My choice: ${text}`,
    (text) => `${text}\nThat is all.`,
    (text) => `<think>Maybe [3] or ["Quay"]? {"selected":[</think>${text}`,
    (text) => `Maybe ["Quay"]</think>\n\n${text}`,
    (text) => text.replace(/\]/g, ',]'),
  ];
  const of = <Value>(list: readonly Value[]) => fc.constantFrom(...list);

  test('all of its items come back, in order', () => {
    fc.assert(
      fc.property(
        items,
        of(wrappers),
        of(envelopes),
        of(frames),
        fc.boolean(),
        ({ numbers, list }, wrap, seal, frame, wide) => {
          // Changing brackets is only fair where no text holds one.
          fc.pre(frame !== frames.at(-1) || !JSON.stringify(list).slice(1, -1).includes(']'));
          const text = seal(frame(JSON.stringify(wrap(list), undefined, wide ? 2 : 0)));
          expect(numbersOf(text)).toEqual(numbers);
        },
      ),
      { numRuns: 500 },
    );
  });

  test('cut anywhere it keeps its complete items, and invents none', () => {
    fc.assert(
      fc.property(
        items,
        of(wrappers.slice(0, 3)),
        of(frames.slice(0, 4)),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (made, wrap, frame, share) => {
          const text = JSON.stringify(wrap(made.list));
          const cut = text.slice(0, Math.floor(text.length * share));
          const complete = made.list.filter((_, at) => isComplete(cut, text, made.list.slice(0, at + 1)));
          const read = numbersOf(frame(cut));
          const picked = Array.isArray(read) ? read : [];
          expect(picked).toEqual(made.numbers.slice(0, picked.length));
          if (cut !== text) expect(picked.length).toBe(complete.length);
        },
      ),
      { numRuns: 500 },
    );
  });

  test('with any letters lost or swapped it never picks what is not there', () => {
    const titles = ['Silver Key', 'Mill'];
    const answer = JSON.stringify({ selected: [{ title: 'Silver Keep' }, { title: 'Mills' }] });
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(answer.length), fc.constantFrom('', '"', ']', '}', ',', "'", '\\', ' ')), {
          maxLength: 4,
        }),
        (changes) => {
          let text = answer;
          for (const [at, piece] of changes) text = text.slice(0, at) + piece + text.slice(at + 1);
          // A name may be made right by the change itself.
          fc.pre(!/Silver Key\W*"|Mill\W*"|'Mill'/.test(text));
          const read = numbersOf(text, titles);
          expect(Array.isArray(read) ? read : []).toEqual([]);
        },
      ),
      { numRuns: 1_000 },
    );
  });
});

/** Whether the cut text still holds the last of these items with the sign behind it that tells where it ends. */
function isComplete(cut: string, text: string, list: readonly unknown[]): boolean {
  const start = text.indexOf('[');
  const end = start + JSON.stringify(list).length - 1;
  // A number goes on until something else comes.
  return cut.length >= (typeof list.at(-1) === 'number' ? end + 1 : end);
}
