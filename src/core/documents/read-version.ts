import { isRecord, type JsonRecord } from '../base/json-value';
import type { DeclaredDocument, DocumentForm, FieldKind } from './declared-document';

/** What a stored value is to this program. */
export type VersionReading =
  /** In today's form. */
  | { readonly kind: 'current'; readonly value: JsonRecord }
  /** Written by a newer program: the fields that are as they are known today. */
  | { readonly kind: 'newer'; readonly version: number; readonly value: JsonRecord }
  /** Not such a document at all. */
  | { readonly kind: 'wrong'; readonly reason: string };

/** Documents were written with a version from the first day: without one it is the first. */
const FIRST = 1;

/** Reads the version of a stored value and brings the value into today's form. Pure; migrating twice changes nothing. */
export function readVersion({ version: today }: DeclaredDocument, form: DocumentForm, value: unknown): VersionReading {
  if (!isRecord(value)) return { kind: 'wrong', reason: 'It is no object.' };
  const version = value['version'] ?? FIRST;
  if (typeof version !== 'number' || !Number.isInteger(version) || version < FIRST)
    return { kind: 'wrong', reason: 'Its version is no version.' };
  if (version > today) return { kind: 'newer', version, value: knownPart(value, form) };
  const migrated = form.steps.slice(version - FIRST).reduce<JsonRecord>((document, step) => step(document), value);
  const bad = Object.entries(form.fields).find(([name, kind]) => !isOf(kind, migrated[name]));
  if (bad) return { kind: 'wrong', reason: `Its field "${bad[0]}" is no ${bad[1]}.` };
  return { kind: 'current', value: { ...migrated, version: today } };
}

/** Whether a newer program wrote a value. */
export function isNewer({ version: today }: DeclaredDocument, value: unknown): boolean {
  const version = isRecord(value) ? value['version'] : undefined;
  return typeof version === 'number' && version > today;
}

function knownPart(value: JsonRecord, { fields }: DocumentForm): JsonRecord {
  return Object.fromEntries(
    Object.entries(value).filter(([name, part]) => {
      const kind = Object.hasOwn(fields, name) ? fields[name] : undefined;
      return kind === undefined || isOf(kind, part);
    }),
  );
}

/** A field that is absent is left to the document's own reader. */
function isOf(kind: FieldKind, value: unknown): boolean {
  if (value === undefined) return true;
  switch (kind) {
    case 'text':
      return typeof value === 'string';
    case 'number':
      return typeof value === 'number';
    case 'list':
      return Array.isArray(value);
    case 'record':
      return isRecord(value);
  }
}
