import { describe, expect, test } from 'vitest';
import { neutralizeText } from './neutralize-text';

const neutral = (text: string, known?: string): string => neutralizeText(text, known).text;

describe('text of a model', () => {
  test.each([
    ['<% tp.file.title %>', '<\\% tp.file.title %>'],
    ['<%* eval()\nx %>', '<\\%* eval()\nx %>'],
    ['```dataviewjs\ndv.x()\n```', '```text dataviewjs\ndv.x()\n```'],
    ['> ~~~ meta-bind-button\n> x', '> ~~~text meta-bind-button\n> x'],
    ['see `= this.file` and `$= dv.x`', 'see `\\= this.file` and `\\$= dv.x`'],
    ['`INPUT[text:x]` `button-go`', '`\\INPUT[text:x]` `\\button-go`'],
    ['[go](obsidian://open?vault=x)', '[go]\\(obsidian:\\//open?vault=x)'],
    ['[go](<javascript:alert(1)>)', '[go]\\(&lt;javascript:alert(1)>)'],
    ['[go](java&#10;script&colon;alert)', '[go]\\(java&#10;script&colon;alert)'],
    ['[go](\\javascript:x)', '[go]\\(\\javascript:x)'],
    ['![x](file:///etc/passwd)', '![x]\\(file:\\///etc/passwd)'],
    ['<vscode://x>', '&lt;vscode:\\//x>'],
    ['[a]: data:text/html,x', '\\[a]: data:text/html,x'],
    ['<script>x</script>', '&lt;script>x&lt;/script>'],
    ['<img src=x onerror=alert(1)>', '&lt;img src=x onerror=alert(1)>'],
    ['<a href="javascript:x">', '&lt;a href="javascript:x">'],
    ['<iframe src="https://x"></iframe>', '&lt;iframe src="https://x">&lt;/iframe>'],
    ['{{setvar::a::b}} {{roll 1d6}} {{{{x}}}}', '{\\{setvar::a::b}} {\\{roll 1d6}} {\\{\\{\\{x}}}}'],
    ['\\<script>', '\\&lt;script>'],
    ['<div>\n<svg onload=x>\n</div>', '<div>\n&lt;svg onload=x>\n</div>'],
    ['`=```=', '`\\=```\\='],
    ['{{{user}}}', '{\\{{user}}}'],
    ['%% hidden %% %%lorehearth-lock%%', '%\\% hidden %\\% %\\%lorehearth-lock%\\%'],
    ['%%%', '%\\%\\%'],
    ['@@activate\nText', '\\@@activate\nText'],
  ])('%j does nothing any more', (text, expected) => {
    expect(neutral(text)).toBe(expected);
    expect(neutralizeText(text).remarks.length).toBeGreaterThan(0);
    expect(neutral(expected)).toBe(expected);
  });

  test.each([
    'R&D < 3, 5 > 2 and 100 %',
    '{{user}} meets {{ Char }}.',
    '[site](https://example.org/a?b=c#d) <https://example.org> [[Note|shown]] ![[Map.png]]',
    '[mail](mailto:a@example.org) [here](Other%20Note.md) [part](#History)',
    '```js\nconst x = `a`;\n```\n`code` <b>bold</b><br> <i>x</i>',
    'Note: the "button" of data: a:b C:\\x @home {a} }}',
    '---\n***\n# H\n- [ ] task',
  ])('%j stays as it is', (text) => {
    expect(neutralizeText(text)).toEqual({ text, remarks: [] });
  });

  test('tells what it was', () => {
    expect(neutralizeText('a <% x %> b')).toMatchObject({ remarks: [{ was: '<% x %>' }] });
    expect(neutralizeText('{{a}}'.repeat(500)).remarks).toHaveLength(50);
  });

  test('keeps what the user has in his note already, as a whole and in nothing else', () => {
    const mine = 'Today <% tp.date.now() %>, {{getvar::x}} and\n```dataview\nLIST\n```\n[go](obsidian://x)\n';
    expect(neutral(`More. ${mine}`, mine)).toBe(`More. ${mine}`);
    expect(neutral('```dataview\nTABLE\n```', mine)).toContain('text dataview');
    expect(neutral('<% tp.other %>', mine)).toBe('<\\% tp.other %>');
    expect(neutral('<% open', mine)).toBe('<\\% open');
    expect(neutral('```dataview\nLIST x', mine)).toContain('text dataview');
  });
});
