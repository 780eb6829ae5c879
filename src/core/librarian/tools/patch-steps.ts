import { z } from 'zod';
import type { Operation } from '../../edits/patch';
import { readPropertyValue } from './property-value';

/** What one step of a patch may be. */
const actions = [
  'set_property',
  'unset_property',
  'add_items',
  'remove_items',
  'replace_text',
  'replace_section',
  'append_section',
  'append_text',
  'replace_body',
] as const;
type Action = (typeof actions)[number];

const LONGEST_TEXT = 60_000;

/** A step as models send it: one flat object, since unions are what they get wrong most. */
export const patchStep = z.object({
  action: z.enum(actions).describe('What to do. Prefer the smallest step that does it.'),
  name: z.string().max(200).optional().describe('Of a property.'),
  value: z.unknown().optional().describe('set_property: text, number, true, false or a list.'),
  items: z
    .array(z.string().max(1_000))
    .max(100)
    .optional()
    .describe('add_items, remove_items: items of a list such as keys.'),
  find: z
    .string()
    .max(LONGEST_TEXT)
    .optional()
    .describe('replace_text: the piece of the note, exactly as it is written, long enough to occur once.'),
  text: z.string().max(LONGEST_TEXT).optional().describe('The new text, as Markdown.'),
  heading: z.string().max(500).optional().describe('The section, by its heading without #.'),
});
export type PatchStep = z.output<typeof patchStep>;

/** Other names that models use in steps. */
export const stepAliases = {
  action: ['kind', 'type', 'operation', 'op'],
  name: ['property', 'field'],
  find: ['old', 'old_text', 'search', 'old_str', 'original'],
  text: ['new', 'new_text', 'replace', 'replacement', 'content', 'new_str', 'with'],
  heading: ['section'],
  items: ['values'],
} as const;

/** The operation of a step, or what it lacks. */
export function operationOf(step: PatchStep): Operation | { readonly sentence: string } {
  const { text, heading, name, items, find } = step;
  const lacks = needs[step.action].filter((one) => isMissing(step[one]));
  if (lacks.length > 0)
    return { sentence: `The step ${step.action} needs ${lacks.map((one) => `"${one}"`).join(' and ')}.` };
  switch (step.action) {
    case 'set_property': {
      const value = readPropertyValue(step.value);
      return value === undefined
        ? { sentence: 'The value of a property is a text, a number, true, false or a list of these.' }
        : { kind: 'set-property', name: name ?? '', value };
    }
    case 'unset_property':
      return { kind: 'unset-property', name: name ?? '' };
    case 'add_items':
      return { kind: 'add-items', name: name ?? '', items: items ?? [] };
    case 'remove_items':
      return { kind: 'remove-items', name: name ?? '', items: items ?? [] };
    case 'replace_text':
      return { kind: 'replace-text', find: find ?? '', text: text ?? '', heading: plainHeading(heading) };
    case 'replace_section':
      return { kind: 'replace-section', heading: plainHeading(heading) ?? '', text: text ?? '' };
    case 'append_section':
      return { kind: 'append-section', heading: plainHeading(heading) ?? '', text: text ?? '' };
    case 'append_text':
      return { kind: 'append-text', text: text ?? '', heading: plainHeading(heading) };
    case 'replace_body':
      return { kind: 'replace-body', text: text ?? '' };
  }
}

const needs: Readonly<Record<Action, readonly (keyof PatchStep)[]>> = {
  set_property: ['name', 'value'],
  unset_property: ['name'],
  add_items: ['name', 'items'],
  remove_items: ['name', 'items'],
  // An empty text deletes the piece.
  replace_text: ['find'],
  replace_section: ['heading', 'text'],
  append_section: ['heading', 'text'],
  append_text: ['text'],
  replace_body: ['text'],
};

function isMissing(value: unknown): boolean {
  return value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
}

function plainHeading(heading: string | undefined): string | undefined {
  const plain = heading?.replace(/^\s*#{1,6}\s+/, '').trim() ?? '';
  return plain === '' ? undefined : plain;
}
