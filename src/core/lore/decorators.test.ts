import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { splitDecorators } from './decorator-block';
import { decoratorTable, findDecorator } from './decorator-table';
import { noDecorators, readDecorators, type ReadDecorators } from './decorators';

/** Reads the decorators that lead a text; the block begins on line 1. */
function read(...lines: readonly string[]): ReadDecorators {
  const block = splitDecorators(lines.join('\n'));
  if (!block) throw new Error('The text begins with no decorator.');
  return readDecorators(block, { path: 'n.md', line: 1 });
}

const problemsOf = (...lines: readonly string[]): readonly string[] =>
  read(...lines).problems.map((problem) => `${String(problem.line)} ${problem.code}`);

describe('the block', () => {
  test.each([
    ['LF', '@@depth 2\n@@role user\nText', '@@depth 2\n@@role user\n', 'Text'],
    ['CRLF', '@@depth 2\r\n@@role user\r\nText', '@@depth 2\r\n@@role user\r\n', 'Text'],
    ['CR', '@@depth 2\r@@role user\rText', '@@depth 2\r@@role user\r', 'Text'],
    ['the end of the text', '@@depth 2', '@@depth 2', ''],
    ['a blank line, after which lines are text', '@@depth 2\n\n@@depth 1\nText', '@@depth 2\n', '\n@@depth 1\nText'],
    ['blanks in front of a line', '@@depth 2\n  @@role user\nText', '@@depth 2\n  @@role user\n', 'Text'],
  ])('ends with %s', (_, text, block, rest) => {
    expect(splitDecorators(text)).toMatchObject({ head: '', block, rest });
  });

  test.each([
    ['a byte-order mark', '\uFEFF', 1],
    ['blank lines', '\n \r\n\n', 1],
    ['comments', '%% note %%\n<!-- a\nb -->\n', 1],
    ['the title heading', '# The [[Mill|Old]] Mill %%x%%\n\n', 1],
  ])('may stand below %s', (_, head, lines) => {
    expect(splitDecorators(`${head}@@depth 2\nText`)).toMatchObject({
      head,
      block: '@@depth 2\n',
      rest: 'Text',
      lines: { length: lines },
    });
  });

  test.each([
    ['no line', 'Text'],
    ['text above', 'Text\n@@depth 2'],
    ['a second heading above', '# A\n# B\n@@depth 2'],
    ['a heading of another level above', '## A\n@@depth 2'],
    ['a comment on the same line', '%%a%% @@depth 2'],
    ['a comment that nothing closes', '%% a\n@@depth 2'],
    ['a fence above', '```\n@@depth 2\n```'],
    ['one sign', '@depth 2'],
  ])('is none with %s', (_, text) => {
    expect(splitDecorators(text)).toBeUndefined();
  });

  test.each([
    ['@@depth 2', { name: 'depth', value: '2', isFallback: false }],
    ['@@depth\t 2 \t', { name: 'depth', value: '2', isFallback: false }],
    ['@@Scan_Depth 2', { name: 'scan_depth', value: '2', isFallback: false }],
    ['@@@depth 2', { name: 'depth', value: '2', isFallback: true }],
    ['@@activate', { name: 'activate', value: '', isFallback: false }],
    ['@@', { name: '', value: '', isFallback: false }],
    ['@@@@depth', { name: '@depth', value: '', isFallback: true }],
    ['@@additional_keys a, /b,c/', { name: 'additional_keys', value: 'a, /b,c/', isFallback: false }],
  ])('reads the line %s', (line, expected) => {
    expect(splitDecorators(line)?.lines[0]).toMatchObject({ ...expected, written: line.trim() });
  });

  test('and what is around it are the text again, byte for byte', () => {
    const piece = fc.constantFrom(
      '@@',
      '@@@',
      'depth',
      ' ',
      '\t',
      '2',
      '\n',
      '\r\n',
      '\r',
      '# ',
      '%%',
      '\uFEFF',
      'x',
      '```',
      '<!--',
      '-->',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 25 }), (pieces) => {
        const text = pieces.join('');
        const split = splitDecorators(text);
        if (!split) return;
        expect(split.head + split.block + split.rest).toBe(text);
        expect(split.lines.length).toBeGreaterThan(0);
      }),
      { numRuns: 1_000 },
    );
  });
});

describe('properties', () => {
  test.each([
    ['@@probability 80', { probability: 0.8 }],
    ['@@probability 80%', { probability: 0.8 }],
    ['@@probability 0', { probability: 0 }],
    ['@@probability 1', { probability: 0.01 }],
    ['@@scan_depth 0', { scanDepth: 0 }],
    ['@@role ASSISTANT', { role: 'assistant' }],
    ['@@role 1', { role: 'user' }],
    ['@@position before_desc', { position: 'before_char' }],
    ['@@position after_desc', { position: 'after_char' }],
    ['@@position author_note_top', { position: 'author_note_top' }],
    ['@@after', { position: 'after_char' }],
    ['@@depth 2', { position: 'in_chat', depth: 2 }],
    ['@@depth -3', { position: 'in_chat', depth: 0 }],
    ['@@depth 99999', { position: 'in_chat', depth: 10_000 }],
    ['@@end', { position: 'in_chat', depth: 0 }],
    ['@@order -5', { order: -5 }],
    ['@@priority 20', { priority: 20 }],
    ['@@match_full_word', { wholeWords: true }],
    ['@@match_partial_word', { wholeWords: false }],
    ['@@case_sensitive true', { caseSensitive: true }],
    ['@@constant', { constant: true }],
    ['@@recursive', { excludeRecursion: false }],
    ['@@unrecursive', { excludeRecursion: true }],
    ['@@no_recursive_search', { notRecursable: true }],
  ])('%s sets %j', (line, properties) => {
    expect(read(line)).toMatchObject({ properties, decorators: noDecoratorsWith(line), problems: [] });
    expect(read(line).properties).toEqual(properties);
  });

  test('an anchor is stronger than a depth, and that is told', () => {
    const { properties, problems } = read('@@depth 2', '@@position before_desc', '@@reverse_depth 3');
    expect(properties).toEqual({ position: 'before_char' });
    expect(problems.map((problem) => problem.message)).toEqual([
      '"@@depth 2" has no effect beside "@@position before_desc".',
      '"@@reverse_depth 3" has no effect beside "@@position before_desc".',
    ]);
  });

  test('a depth belongs to a place in the chat', () => {
    expect(read('@@position in_chat', '@@depth 2')).toMatchObject({
      properties: { position: 'in_chat', depth: 2 },
      problems: [],
    });
  });

  test('a depth is stronger than one from the other end', () => {
    const { properties, decorators, problems } = read('@@reverse_depth 3', '@@depth 2');
    expect(properties).toEqual({ position: 'in_chat', depth: 2 });
    expect(decorators.reverseDepth).toBeUndefined();
    expect(problems).toMatchObject([{ code: 'decorator-overruled', line: 1 }]);
  });
});

/** Everything as without decorators but the block. */
function noDecoratorsWith(line: string): object {
  return { ...noDecorators, block: line };
}

describe('gates', () => {
  test.each([
    ['@@activate', { activate: true }],
    ['@@dont_activate', { dontActivate: true }],
    ['@@activate_only_after 4', { activateOnlyAfter: 4 }],
    ['@@activate_only_after 0', { activateOnlyAfter: 0 }],
    ['@@activate_only_every 3', { activateOnlyEvery: 3 }],
    ['@@keep_activate_after_match', { keepActivateAfterMatch: true }],
    ['@@keep', { keepActivateAfterMatch: true }],
    ['@@dont_activate_after_match', { dontActivateAfterMatch: true }],
    ['@@is_greeting', { isGreeting: 'any' }],
    ['@@is_greeting 0', { isGreeting: 0 }],
    ['@@ignore_on_max_context', { ignoreOnMaxContext: true }],
  ])('%s gives %j', (line, gates) => {
    expect(read(line)).toEqual({
      decorators: { ...noDecorators, ...gates, block: line },
      properties: {},
      excludeKeys: [],
      problems: [],
    });
  });

  test('@@reverse_depth counts from the start, in the chat', () => {
    const { decorators, properties } = read('@@reverse_depth 3');
    expect(decorators.reverseDepth).toBe(3);
    expect(properties).toEqual({ position: 'in_chat' });
  });

  test.each([
    ['@@activate', '@@dont_activate', '"@@dont_activate" has no effect beside "@@activate".'],
    ['@@keep', '@@dont_activate_after_match', '"@@keep" has no effect beside "@@dont_activate_after_match".'],
  ])('%s and %s may stand together, and the stronger is told', (first, second, message) => {
    for (const lines of [
      [first, second],
      [second, first],
    ])
      expect(read(...lines).problems.map((problem) => problem.message)).toEqual([message]);
  });

  test('@@activate_only_after is not read as @@activate', () => {
    expect(read('@@activate_only_after 4').decorators.activate).toBe(false);
  });
});

describe('keys', () => {
  test('each line of additional keys is a condition of its own', () => {
    const { decorators } = read('@@additional_keys rope, ropes', String.raw`@@additional_keys /a,b\/c/i, Company`);
    expect(decorators.additionalKeys.map((keys) => keys.map((key) => key.text))).toEqual([
      ['rope', 'ropes'],
      [String.raw`/a,b\/c/i`, 'Company'],
    ]);
  });

  test('lines of exclude keys add up', () => {
    const { excludeKeys, decorators, problems } = read(
      '@@exclude_keys a, b',
      '@@exclude_keys b, c',
      '@@exclude_keys_all d, e',
    );
    expect(excludeKeys.map((key) => key.text)).toEqual(['a', 'b', 'c']);
    expect(decorators.excludeKeysAll.map((key) => key.text)).toEqual(['d', 'e']);
    expect(problems).toEqual([]);
  });

  test('an invalid pattern is reported on its line', () => {
    expect(problemsOf('@@depth 1', '@@exclude_keys /a(/, b')).toEqual(['2 key-regex-invalid']);
  });

  test('a list without words is no list', () => {
    expect(problemsOf('@@additional_keys', '@@exclude_keys ,')).toEqual(['1 decorator-value', '2 decorator-value']);
  });
});

describe('fallbacks', () => {
  test.each([
    ['an unknown decorator', ['@@unknown 1', '@@@depth 2']],
    ['a missing value', ['@@depth', '@@@depth 2']],
    ['a bad value', ['@@scan_depth many', '@@@depth 2']],
    ['an unknown place', ['@@position personality', '@@@depth 2']],
    ['what is not executed here', ['@@instruct_depth 200', '@@@depth 2']],
    ['a chain of unknown ones', ['@@a', '@@@b', '@@@c', '@@@d', '@@@e', '@@@f', '@@@depth 2', '@@@depth 3']],
  ])('stand in for %s, silently', (_, lines) => {
    expect(read(...lines)).toMatchObject({ properties: { position: 'in_chat', depth: 2 }, problems: [] });
  });

  test('are skipped below what is accepted', () => {
    expect(read('@@role user', '@@@depth 2', '@@@nonsense')).toMatchObject({
      properties: { role: 'user' },
      problems: [],
    });
    expect(read('@@role user', '@@@depth 2').properties).toEqual({ role: 'user' });
  });

  test('without a decorator above are reported once and have no effect', () => {
    const { properties, problems } = read('@@@depth 2', '@@@depth 3', '@@role user');
    expect(properties).toEqual({ role: 'user' });
    expect(problems).toMatchObject([{ code: 'decorator-orphan', line: 1, text: '@@@depth 2' }]);
  });

  test('that say what is said already are reported, and the next one is tried', () => {
    const { properties, problems } = read('@@depth 1', '@@unknown', '@@@depth 2', '@@@role user');
    expect(properties).toEqual({ position: 'in_chat', depth: 1, role: 'user' });
    expect(problems).toMatchObject([{ code: 'decorator-repeated', line: 3 }]);
  });

  test('beyond the sixteenth are not looked at, and that is told', () => {
    const unknown = (count: number): readonly string[] =>
      Array.from({ length: count }, (_, index) => `@@@x${String(index)}`);
    expect(read('@@x', ...unknown(15), '@@@depth 2')).toMatchObject({ properties: { depth: 2 }, problems: [] });
    const { properties, problems } = read('@@x', ...unknown(16), '@@@depth 2');
    expect(properties).toEqual({});
    expect(problems.map((problem) => problem.code)).toEqual(['decorator-chain-long', 'decorator-unknown']);
  });
});

describe('problems', () => {
  test('unknown decorators are reported once for all', () => {
    const { problems, decorators } = read('@@foo 1', '@@bar', '@@foo 2', '@@');
    expect(problems.map((problem) => problem.message)).toEqual([
      'Unknown decorators are kept and have no effect: @@foo, @@bar, @@.',
    ]);
    expect(decorators.block).toBe('@@foo 1\n@@bar\n@@foo 2\n@@');
  });

  test.each([
    ['@@probability -5', 'a percentage from 0 to 100'],
    ['@@probability 150', 'a percentage from 0 to 100'],
    ['@@probability abc', 'a percentage from 0 to 100'],
    ['@@probability', 'a percentage from 0 to 100'],
    ['@@scan_depth -1', '0 or more'],
    ['@@activate_only_every 0', '1 or more'],
    ['@@activate_only_after 1.5', '0 or more'],
    ['@@depth', 'a whole number'],
    ['@@role narrator', 'one of system, user, assistant'],
    ['@@role', 'one of system, user, assistant'],
    ['@@activate now', 'nothing'],
    ['@@is_greeting first', 'a whole number'],
    ['@@is_user_icon', 'text'],
  ])('%s is a bad value: %s is expected', (line, expected) => {
    expect(read(line)).toEqual({
      decorators: { ...noDecorators, block: line },
      properties: {},
      excludeKeys: [],
      problems: [
        expect.objectContaining({
          code: 'decorator-value',
          message: `"${line}" has no effect: ${expected} is expected after the name.`,
        }),
      ],
    });
  });

  test.each([
    [['@@depth 1', '@@depth 2'], { position: 'in_chat', depth: 1 }],
    [['@@depth 1', '@@end'], { position: 'in_chat', depth: 1 }],
    [['@@match_full_word', '@@match_partial_word'], { wholeWords: true }],
    [['@@unrecursive', '@@recursive'], { excludeRecursion: true }],
  ])('of %j the first counts, and the second is reported', (lines, properties) => {
    expect(read(...lines).properties).toEqual(properties);
    expect(problemsOf(...lines)).toEqual(['2 decorator-repeated']);
  });

  test.each([
    ['@@is_user_icon hat', { isUserIcon: 'hat' }],
    ['@@disable_ui_prompt system_prompt', { disableUiPrompt: 'system_prompt' }],
    ['@@instruct_depth 200', {}],
    ['@@inject_lore Mill', {}],
    ['@@use_regex', {}],
  ])('%s is kept, not executed', (line, gates) => {
    const { decorators, problems } = read(line);
    expect(decorators).toEqual({ ...noDecorators, ...gates, block: line });
    expect(problems.map((problem) => problem.message)).toEqual([`The decorator "${line}" is kept, not executed.`]);
  });
});

test('names of the language’s own objects are no decorators', () => {
  for (const name of ['constructor', '__proto__', 'toString', '']) expect(findDecorator(name)).toBeUndefined();
});

test('every row of the table reads something, or says what it expects', () => {
  for (const [name, row] of decoratorTable) {
    const readings = ['', '1', 'user', 'before_desc', 'system_prompt'].map((value) => row.read(value));
    expect(
      readings.some((reading) => !('expected' in reading)),
      name,
    ).toBe(true);
    for (const reading of readings) if ('expected' in reading) expect(reading.expected, name).not.toBe('');
  }
});

test.each(['@@depth 1', '@@@depth 1', '@@unknown', '@@additional_keys a', '@@exclude_keys /a(/', '@@', '@@role'])(
  '10,000 lines of %s make few problems',
  (line) => {
    const { problems } = read('@@foo', ...Array.from({ length: 10_000 }, () => line));
    expect(problems.length).toBeLessThan(5);
  },
  60_000,
);

test('10,000 unknown names make one problem', () => {
  const { problems } = read(...Array.from({ length: 10_000 }, (_, index) => `@@x${String(index)}`));
  expect(problems).toHaveLength(1);
}, 60_000);
