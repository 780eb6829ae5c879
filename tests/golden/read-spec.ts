/** A readable example: notes, a chat, and what must happen. See `README.md` beside this file for the form. */
export interface GoldenSpec {
  readonly title: string;
  readonly notes: Readonly<Record<string, string>>;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly request: Readonly<Record<string, unknown>>;
  /** What the user decided for the chat. */
  readonly decisions: Readonly<Record<string, unknown>>;
  readonly turns: readonly GoldenTurn[];
}

/** Messages that are added to the chat, and what the reply to the last of them must get. */
export interface GoldenTurn {
  readonly lines: readonly string[];
  readonly expected: readonly Expectation[];
}

/** What a line of "Then" says about an entry. */
export type Expectation =
  | { readonly kind: 'injected'; readonly title: string; readonly place: string; readonly because: string | undefined }
  | { readonly kind: 'refused'; readonly title: string; readonly reason: string }
  | { readonly kind: 'absent'; readonly title: string }
  | { readonly kind: 'notebook'; readonly place: string }
  | { readonly kind: 'budget'; readonly tokens: number; readonly book: string | undefined }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'nothing' };

import { parse } from 'yaml';

interface Section {
  readonly heading: string;
  readonly body: string;
}

/** Reads a specification; a line that cannot be understood throws, so that no expectation is passed over. */
export function readSpec(source: string): GoldenSpec {
  const [head = '', ...parts] = source.split(/^## /m);
  const sections = parts.map((part): Section => {
    const [heading = '', ...body] = part.split('\n');
    return { heading: heading.trim(), body: body.join('\n') };
  });
  const title = /^# (.+)$/m.exec(head)?.[1] ?? '';
  if (title === '') throw new Error('A specification begins with a heading.');
  const settings = sections.find((section) => section.heading === 'Settings');
  const request = sections.find((section) => section.heading === 'Request');
  const decisions = sections.find((section) => section.heading === 'Decisions');
  return {
    title,
    notes: Object.assign(
      {},
      ...sections.filter((section) => section.heading === 'Notes').map((section) => readNotes(section.body)),
    ) as Record<string, string>,
    settings: settings ? readYaml(settings.body) : {},
    request: request ? readYaml(request.body) : {},
    decisions: decisions ? readYaml(decisions.body) : {},
    turns: readTurns(sections),
  };
}

function readNotes(body: string): Record<string, string> {
  const notes: Record<string, string> = {};
  for (const [, path = '', , text = ''] of body.matchAll(/^### (.+)\n+(`{3,4})md\n([\s\S]*?)\n\2$/gm))
    notes[path.trim()] = `${text}\n`;
  return notes;
}

function readYaml(body: string): Record<string, unknown> {
  const text = /```yaml\n([\s\S]*?)\n```/.exec(body)?.[1] ?? '';
  return (parse(text) ?? {}) as Record<string, unknown>;
}

function readTurns(sections: readonly Section[]): readonly GoldenTurn[] {
  const turns: GoldenTurn[] = [];
  let lines: string[] | undefined;
  for (const { heading, body } of sections) {
    if (/^Chat\b/.test(heading)) lines = items(body);
    if (!/^Then\b/.test(heading)) continue;
    if (!lines) throw new Error('"Then" needs a "Chat" before it.');
    turns.push({ lines, expected: items(body).map(readExpectation) });
    lines = undefined;
  }
  if (turns.length === 0) throw new Error('A specification needs a "Chat" and a "Then".');
  return turns;
}

function items(body: string): string[] {
  return body
    .split('\n')
    .filter((line) => line.startsWith('- '))
    .map((line) => line.slice(2).trim());
}

function readExpectation(line: string): Expectation {
  const injected = /^\*\*(.+?)\*\* is injected (?:at |as )?`([^`]+)`(?:, because of (.+?))?\.?$/.exec(line);
  if (injected) return { kind: 'injected', title: injected[1] ?? '', place: injected[2] ?? '', because: injected[3] };
  const refused = /^\*\*(.+?)\*\* is refused: `([a-z_]+)`\.?$/.exec(line);
  if (refused) return { kind: 'refused', title: refused[1] ?? '', reason: refused[2] ?? '' };
  const absent = /^\*\*(.+?)\*\* is not considered\.?$/.exec(line);
  if (absent) return { kind: 'absent', title: absent[1] ?? '' };
  const notebook = /^The notebook is injected at `([^`]+)`\.?$/.exec(line);
  if (notebook) return { kind: 'notebook', place: notebook[1] ?? '' };
  const budget = /^The budget is (\d+) tokens?(?:, as the book `([^`]+)` says)?\.?$/.exec(line);
  if (budget) return { kind: 'budget', tokens: Number(budget[1]), book: budget[2] };
  const text = /^The text is `([\s\S]+)`\.?$/.exec(line);
  if (text) return { kind: 'text', text: (text[1] ?? '').replaceAll('\\n', '\n') };
  if (/^Nothing else is injected\.?$/.test(line) || /^Nothing is injected\.?$/.test(line)) return { kind: 'nothing' };
  throw new Error(`Not understood: "${line}"`);
}
