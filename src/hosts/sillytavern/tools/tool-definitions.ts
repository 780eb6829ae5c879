import { listOf, objectOf, textOf } from '../json-value';
import type { FlagArguments } from './tool-use';

/** What a model is told about a tool. */
export interface ToolDefinition {
  readonly name: string;
  readonly displayName: string;
  readonly description: string;
  readonly parameters: Readonly<Record<string, unknown>>;
}

const schema = 'http://json-schema.org/draft-04/schema#';

export const searchTool: ToolDefinition = {
  name: 'search_lore',
  displayName: 'Search lore',
  description:
    'Looks up the lore of this story: characters, places, things, events, rules of the world. Use it before you write about something that should be established but does not stand in the prompt. Gives the best entry in full and entries that it links to as summaries.',
  parameters: {
    $schema: schema,
    type: 'object',
    properties: {
      queries: {
        type: 'array',
        items: { type: 'string' },
        minItems: 1,
        maxItems: 4,
        description: 'Names or a few words each, as they would stand in the lore.',
      },
    },
    required: ['queries'],
  },
};

export const flagTool: ToolDefinition = {
  name: 'flag_lore',
  displayName: 'Flag lore',
  description:
    'Notes for the author that the lore lacks something that the story now uses, or that an entry is old because the story went on. It changes nothing in the story. Do not tell of it in the reply.',
  parameters: {
    $schema: schema,
    type: 'object',
    properties: {
      title: { type: 'string', description: 'What it is about: a name or a few words.' },
      reason: { type: 'string', description: 'What is missing or no longer true, in one or two sentences.' },
      urgency: { type: 'string', enum: ['low', 'medium', 'high'], description: 'How much the story depends on it.' },
      kind: {
        type: 'string',
        enum: ['gap', 'update'],
        description: 'gap: there is no entry about it. update: there is one, and the story went on.',
      },
      entry: { type: 'string', description: 'For an update: the title of the entry.' },
    },
    required: ['title', 'reason'],
  },
};

/** The queries of a call; models also send one text, or another name for it. */
export function readQueries(parameters: unknown): string[] {
  const raw = objectOf(parameters) ?? {};
  const given = raw['queries'] ?? raw['query'] ?? parameters;
  const all = Array.isArray(given) ? listOf(given) : [given];
  return all.flatMap((query) => (typeof query === 'string' && query.trim() !== '' ? [query.trim()] : []));
}

/** The arguments of a call; what is no value of its kind gets the usual one. */
export function readFlag(parameters: unknown): FlagArguments {
  const raw = objectOf(parameters) ?? {};
  const text = (name: string): string => (textOf(raw[name]) ?? '').trim();
  const urgency = (['low', 'medium', 'high'] as const).find((one) => one === text('urgency').toLowerCase());
  const isUpdate = text('kind').toLowerCase() === 'update';
  return {
    title: text('title'),
    reason: text('reason'),
    urgency: urgency ?? 'medium',
    kind: isUpdate ? 'update' : 'gap',
    ...(text('entry') === '' ? {} : { entry: text('entry') }),
  };
}
