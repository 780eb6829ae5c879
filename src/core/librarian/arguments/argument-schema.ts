import { z } from 'zod';
import type { JsonSchema } from '../../ai/language-model';
import { fitArguments, type ArgumentAliases } from './fit-arguments';

/** Arguments that were read, or why they cannot be, in words that a model can act on. */
export type ArgumentReading<Arguments> =
  { readonly kind: 'read'; readonly value: Arguments } | { readonly kind: 'refused'; readonly sentence: string };

/** What a tool takes: for providers as a JSON schema, for calls as a reader that is lenient first and strict then. */
export interface ArgumentSchema<Arguments> {
  readonly json: JsonSchema;
  readonly read: (sent: unknown) => ArgumentReading<Arguments>;
}

/** Complaints that are told at once. */
const MOST_COMPLAINTS = 5;

/** Makes the reader of an object of arguments. `aliases` are other names that models use, of inner objects as well. */
export function argumentsOf<Shape extends z.ZodRawShape>(
  shape: Shape,
  aliases: ArgumentAliases = {},
): ArgumentSchema<z.output<z.ZodObject<Shape>>> {
  const schema = z.object(shape);
  const { $schema: _, ...json } = z.toJSONSchema(schema, { unrepresentable: 'any' });
  return {
    json,
    read: (sent) => {
      const fitted = fitArguments(json, aliases, sent);
      const read = schema.safeParse(fitted);
      if (read.success) return { kind: 'read', value: read.data };
      return { kind: 'refused', sentence: complaint(read.error.issues, fitted, Object.keys(shape)) };
    },
  };
}

function complaint(issues: readonly z.core.$ZodIssue[], fitted: unknown, names: readonly string[]): string {
  const complaints = issues.slice(0, MOST_COMPLAINTS).map((issue) => {
    const name = issue.path.length === 0 ? 'The call' : `"${issue.path.map(String).join('.')}"`;
    return valueAt(fitted, issue.path) === undefined ? `${name} is missing.` : `${name} ${shouldBe(issue)}.`;
  });
  const known = names.length === 0 ? 'There are no arguments.' : `The arguments are ${names.join(', ')}.`;
  return `${complaints.join(' ')} ${known} Call it again with them corrected.`;
}

// In our own words: the library's sentences are left out of the built program.
function shouldBe(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return `should be of type ${issue.expected}`;
    case 'invalid_value':
      return `should be one of ${issue.values.map(String).join(', ')}`;
    case 'too_big':
      return `is too long or too large (at most ${String(issue.maximum)})`;
    case 'too_small':
      return `is empty or too small (at least ${String(issue.minimum)})`;
    default:
      return 'is not as it should be';
  }
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (inner, name) => (typeof inner === 'object' && inner !== null ? Reflect.get(inner, name) : undefined),
    value,
  );
}
