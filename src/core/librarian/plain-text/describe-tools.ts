import type { ModelTool } from '../../ai/language-model';
import { isRecord, listOf, type JsonRecord } from '../../base/json-value';

/** The mark of a block that is a call. */
const MARK = '```tool';

/** How a call looks in a text. */
export function writtenCall(tool: string, input: unknown): string {
  return `${MARK}\n${JSON.stringify({ tool, arguments: input })}\n\`\`\``;
}

/** What a model is told that has no tools of its own: which there are, and how to write a call. */
export function toolInstructions(tools: readonly ModelTool[]): string {
  return [
    'You have tools. To use one, write a block of exactly this form, with JSON in it, and end your answer after it:',
    writtenCall('search_lore', { queries: ['silver keep'] }),
    'The result comes in the next message; then go on. Several blocks in one answer are done in order. Never write a result yourself. When you need no tool, just answer.',
    'The tools and their arguments (those with ? may be left out):',
    ...tools.map(describedTool),
  ].join('\n\n');
}

function describedTool({ name, description, input }: ModelTool): string {
  return [`${name}: ${description}`, ...describedArguments(input, '  ')].join('\n');
}

function describedArguments(schema: JsonRecord, indent: string): readonly string[] {
  const properties = isRecord(schema['properties']) ? schema['properties'] : {};
  const required = new Set(listOf(schema['required']));
  return Object.entries(properties).flatMap(([name, property]) => {
    const inner = isRecord(property) ? property : {};
    const items = isRecord(inner['items']) ? inner['items'] : {};
    const said = typeof inner['description'] === 'string' ? `: ${inner['description']}` : '';
    return [
      `${indent}${name}${required.has(name) ? '' : '?'} (${typeOf(inner)})${said}`,
      ...(isRecord(items['properties']) ? describedArguments(items, `${indent}  `) : []),
    ];
  });
}

function typeOf(schema: JsonRecord): string {
  const options = listOf(schema['enum']).map(String);
  if (options.length > 0) return `one of ${options.join(', ')}`;
  if (schema['type'] === 'array') return `list of ${typeOf(isRecord(schema['items']) ? schema['items'] : {})}`;
  return typeof schema['type'] === 'string' ? schema['type'] : 'any';
}
