/** A JSON object whose values are not known yet. */
export type JsonRecord = Readonly<Record<string, unknown>>;

/** Whether a value is an object with names, no list. */
export function isRecord(value: unknown): value is JsonRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The items of a list; none for what is no list. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
