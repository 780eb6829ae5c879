import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readPlainAnswer } from './read-plain-answer';

const tools = ['search_lore', 'get_entry', 'propose_new_entry'];
const isTool = (name: string): boolean => tools.includes(name.replace(/^functions\./, ''));
const read = (answer: string) => readPlainAnswer(answer, isTool);
const mill = [{ tool: 'search_lore', input: { queries: ['mill'] }, isCut: false }];

describe('a call is understood', () => {
  test.each([
    ['as it was asked for', '```tool\n{"tool":"search_lore","arguments":{"queries":["mill"]}}\n```'],
    [
      'with prose around',
      'Let me look.\n```tool\n{"tool":"search_lore","arguments":{"queries":["mill"]}}\n```\nOne moment.',
    ],
    ['in a block of JSON', '```json\n{"tool":"search_lore","arguments":{"queries":["mill"]}}\n```'],
    ['in a block without a word', '```\n{"name":"search_lore","parameters":{"queries":["mill"]}}\n```'],
    ['in a block of tildes', '~~~tool_call\n{"name":"search_lore","args":{"queries":["mill"]}}\n~~~'],
    ['in a block that is named like the tool', '```search_lore\n{"queries":["mill"]}\n```'],
    ['on one line', '```tool {"tool":"search_lore","arguments":{"queries":["mill"]}}```'],
    ['in tags', '<tool_call>\n{"name":"search_lore","arguments":{"queries":["mill"]}}\n</tool_call>'],
    ['in tags without an end', '<tool_call>{"name":"search_lore","arguments":{"queries":["mill"]}}'],
    ['behind a mark of Mistral', '[TOOL_CALLS] [{"name":"search_lore","arguments":{"queries":["mill"]}}]'],
    ['bare', '{"tool":"search_lore","arguments":{"queries":["mill"]}}'],
    ['bare among prose', 'I will search.\n{"tool":"search_lore","arguments":{"queries":["mill"]}}'],
    [
      'as OpenAI writes it',
      '{"tool_calls":[{"id":"1","type":"function","function":{"name":"search_lore","arguments":{"queries":["mill"]}}}]}',
    ],
    ['by its name alone', '```json\n{"search_lore":{"queries":["mill"]}}\n```'],
    ['with the arguments beside the name', '```tool\n{"tool":"search_lore","queries":["mill"]}\n```'],
    ['with the slips of models', "```tool\n{tool: 'search_lore', arguments: {queries: ['mill',],},}\n```"],
    [
      'behind thinking that names another',
      '<think>```tool\n{"tool":"get_entry","arguments":{"entry":"x"}}\n```</think>```tool\n{"tool":"search_lore","arguments":{"queries":["mill"]}}\n```',
    ],
    ['as code', '```tool_code\nprint(search_lore(queries=["mill"]))\n```'],
  ])('%s', (_, answer) => {
    expect(read(answer).calls).toEqual(mill);
  });

  test('as tags with parameters', () => {
    const answer =
      '<tool_call>\n<function=search_lore>\n<parameter=queries>\nmill\n</parameter>\n</function>\n</tool_call>';
    expect(read(answer).calls).toEqual([{ tool: 'search_lore', input: { queries: 'mill' }, isCut: false }]);
    expect(read('<function=get_entry>{"entry":"Mill"}</function> Good.')).toMatchObject({
      calls: [{ tool: 'get_entry', input: '{"entry":"Mill"}' }],
      text: 'Good.',
    });
  });

  test('with texts that hold blocks of code of their own', () => {
    const text = 'Before\n```yaml\nkeys: [a]\n```\nAfter';
    const call = JSON.stringify({ tool: 'propose_new_entry', arguments: { title: 'Oath', text } });
    const loose = call.replaceAll(String.raw`\n`, '\n');
    for (const written of [call, loose]) {
      const answer = read(`Here:\n\`\`\`tool\n${written}\n\`\`\`\nDone.`);
      expect(answer.calls).toEqual([{ tool: 'propose_new_entry', input: { title: 'Oath', text }, isCut: false }]);
      expect(answer.text).toBe('Here:\n\nDone.');
    }
  });

  test('of several blocks, in their order', () => {
    const answer = read(
      '```tool\n{"tool":"search_lore","arguments":{"queries":["mill"]}}\n```\nand\n```tool\n[{"tool":"get_entry","arguments":{"entry":"A"}},{"tool":"get_entry","arguments":{"entry":"B"}}]\n```',
    );
    expect(answer.calls.map(({ tool }) => tool)).toEqual(['search_lore', 'get_entry', 'get_entry']);
    expect(answer.text).toBe('and');
  });

  test('that was cut off says so', () => {
    expect(
      read('```tool\n{"tool":"propose_new_entry","arguments":{"title":"Oath","text":"It binds').calls,
    ).toMatchObject([{ tool: 'propose_new_entry', input: { title: 'Oath' }, isCut: true }]);
  });

  test('of a tool that does not exist, where it is marked as a call', () => {
    expect(read('```tool\n{"tool":"delete_note","arguments":{"path":"x"}}\n```').calls).toMatchObject([
      { tool: 'delete_note' },
    ]);
  });
});

describe('what is no call', () => {
  test.each([
    ['a note', 'Here is a draft:\n\n```markdown\n---\ntags: [lorebook]\n---\nThe mill.\n```\n\nGood?'],
    ['JSON of something else', 'The record is\n```json\n{"title":"Mill","order":3}\n```'],
    ['a list with links', '- [[Silver Keep]]\n- [Mill](https://example.org)\n[1] first'],
    ['braces in prose', 'Use {{user}} and {name: "x"} here.'],
    ['the name of a tool in prose', 'I would call search_lore next.'],
  ])('stays text: %s', (_, text) => {
    expect(read(text)).toEqual({ text, calls: [], isBroken: false });
  });

  test('but was meant as one is told apart from silence', () => {
    expect(read('```tool\nplease search\n```')).toMatchObject({ calls: [], isBroken: true });
    expect(read('```tool\n```')).toMatchObject({ calls: [], isBroken: false });
  });
});

describe('the reader', () => {
  const argument = fc.oneof(fc.string(), fc.integer(), fc.array(fc.string({ maxLength: 20 }), { maxLength: 4 }));
  const call = fc.record({
    tool: fc.constantFrom(...tools),
    arguments: fc.dictionary(fc.stringMatching(/^[a-z]{1,8}$/), argument, { maxKeys: 4 }),
  });
  const prose = fc.stringMatching(/^(?:[A-Za-z .!?\n-]{0,40})$/);
  const wrap = fc.constantFrom<(json: string) => string>(
    (json) => `\n\`\`\`tool\n${json}\n\`\`\`\n`,
    (json) => `\n\`\`\`json\n${json}\n\`\`\`\n`,
    (json) => `\n<tool_call>${json}</tool_call>\n`,
    (json) => `\n${json}\n`,
  );

  test('finds exactly the calls that were written, whatever stands in and around them', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(prose, call, wrap), { maxLength: 4 }), prose, (parts, end) => {
        const answer = parts.map(([before, made, around]) => before + around(JSON.stringify(made))).join('') + end;
        const found = read(answer);
        expect(found.calls.map(({ tool, input }) => ({ tool, arguments: input }))).toEqual(
          parts.map(([, made]) => made),
        );
        expect(found.text.replace(/\s+/g, ' ').trim()).toBe(
          `${parts.map(([before]) => before).join(' ')} ${end}`.replace(/\s+/g, ' ').trim(),
        );
      }),
    );
  });

  test('takes anything without failing', () => {
    const bits = fc.constantFrom(
      '```',
      '```tool',
      '<tool_call>',
      '</tool_call>',
      '<function=',
      '[TOOL_CALLS]',
      '{',
      '}',
      '[',
      ']',
      '"',
      'search_lore',
      ':',
      '\n',
      '<think>',
      '</think>',
      'a',
      '(',
      ')',
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(bits, { maxLength: 60 }).map((all) => all.join('')),
        ),
        (answer) => {
          const { text, calls } = read(answer);
          expect(typeof text).toBe('string');
          for (const { tool } of calls) expect(tool).not.toBe('');
        },
      ),
    );
  });

  test('BR-174 ends also for half a megabyte of brackets', () => {
    for (const bit of ['[{"', '```tool\n', '<tool_call>', '{"tool":"search_lore",', '<function=a>', '[TOOL_CALLS]'])
      expect(read(bit.repeat(Math.ceil(500_000 / bit.length))).text.length).toBeGreaterThanOrEqual(0);
  });
});
