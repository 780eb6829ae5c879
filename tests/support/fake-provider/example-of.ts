import { at } from './wire';

/** The smallest value that a JSON schema takes: what a model that keeps to the form would answer. Every wire's dialect. */
export function exampleOf(schema: unknown): unknown {
  const values = at(schema, 'enum');
  if (Array.isArray(values)) return values[0];
  if (at(schema, 'const') !== undefined) return at(schema, 'const');
  const choices = at(schema, 'anyOf') ?? at(schema, 'oneOf');
  if (Array.isArray(choices)) return exampleOf(choices[0]);
  return exampleOfType(schema);
}

function exampleOfType(schema: unknown): unknown {
  const type = [at(schema, 'type')].flat()[0];
  switch (String(type).toLowerCase()) {
    case 'object':
      return exampleOfProperties(at(schema, 'properties'));
    case 'array':
      return [exampleOf(at(schema, 'items'))];
    case 'integer':
    case 'number':
      return at(schema, 'minimum') ?? 1;
    case 'boolean':
      return true;
    case 'string':
      return 'text';
    default:
      return null;
  }
}

function exampleOfProperties(properties: unknown): object {
  const named = typeof properties === 'object' && properties !== null ? Object.entries(properties) : [];
  return Object.fromEntries(named.map(([name, inner]) => [name, exampleOf(inner)]));
}
