import { neutralizeText, type Remark } from './neutralize-text';
import type { Operation, Patch, PropertyValue } from './patch';

/** A patch of a model whose texts do nothing, and what they would have done. */
interface HarmlessPatch {
  readonly patch: Patch;
  readonly remarks: readonly Remark[];
}

/**
 * Makes every text in a patch plain text that came from a model.
 *
 * @param known The text of the note as it is: what it says already stays.
 */
export function harmlessPatch(patch: Patch, known = ''): HarmlessPatch {
  const remarks: Remark[] = [];
  const text = (written: string): string => {
    const neutral = neutralizeText(written, known);
    remarks.push(...neutral.remarks);
    return neutral.text;
  };
  return { patch: withTexts(patch, text), remarks };
}

type Change = (text: string) => string;

function withTexts(patch: Patch, text: Change): Patch {
  switch (patch.kind) {
    case 'move':
      return patch;
    case 'change':
      return { ...patch, operations: patch.operations.map((operation) => changed(operation, text)) };
    case 'create': {
      const { title, properties, body } = patch;
      const values = Object.entries(properties ?? {}).map(([name, value]) => [name, valueWith(value, text)] as const);
      return {
        ...patch,
        title: text(title),
        ...(properties && { properties: Object.fromEntries(values) }),
        body: text(body),
      };
    }
  }
}

function changed(operation: Operation, text: Change): Operation {
  switch (operation.kind) {
    case 'unset-property':
    case 'remove-items':
      return operation;
    case 'set-property':
      return { ...operation, value: valueWith(operation.value, text) };
    case 'add-items':
      return { ...operation, items: operation.items.map(text) };
    case 'append-section':
      return { ...operation, heading: text(operation.heading.replace(/\s+/g, ' ')), text: text(operation.text) };
    default:
      return { ...operation, text: text(operation.text) };
  }
}

function valueWith(value: PropertyValue, text: Change): PropertyValue {
  if (typeof value === 'string') return text(value);
  return typeof value === 'object' ? value.map((item) => (typeof item === 'string' ? text(item) : item)) : value;
}
