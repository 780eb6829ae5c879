import type { GenerationRequestBody } from '../../server/contract/wire-generation';

/** The kinds of generation that Lorehearth distinguishes. */
export type GenerationType = NonNullable<GenerationRequestBody['type']>;

const types: ReadonlySet<unknown> = new Set<GenerationType>([
  'normal',
  'continue',
  'impersonate',
  'swipe',
  'regenerate',
  'quiet',
]);

/** SillyTavern leaves the type out for a plain message and lets extensions invent more; those count as normal. */
export function generationType(type: unknown): GenerationType {
  return isKnown(type) ? type : 'normal';
}

function isKnown(type: unknown): type is GenerationType {
  return types.has(type);
}
