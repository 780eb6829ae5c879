import type { PropertyValue } from '../../edits/patch';

/** A value that a property can have; undefined for nothing and for values in values. */
export function readPropertyValue(value: unknown): PropertyValue | undefined {
  if (isPlain(value)) return value;
  if (!Array.isArray(value)) return undefined;
  const items = (value as readonly unknown[]).filter(isPlain);
  return items.length === value.length ? items : undefined;
}

function isPlain(value: unknown): value is string | number | boolean {
  return (
    typeof value === 'string' || typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value))
  );
}
