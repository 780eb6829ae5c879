import { admissionReasons, refusalReasons, stageNames, type StageName } from '../../server/contract/turn-words';
import type { WireTrace, WireTraceHead } from '../../server/contract/wire-generation';
import { counted } from '../figures';
import type { Tone } from '../parts/tone';
import { reasonLabel } from '../reason-words';

/** The steps of a turn as they are called. */
const stages: Readonly<Record<StageName, string>> = {
  refresh: 'Index',
  'scan-text': 'Reading the chat',
  forced: 'Always selected',
  keywords: 'Keywords',
  'active-character': 'Active character',
  recursion: 'Recursion',
  cascade: 'Cascade links',
  fuzzy: 'Similar text',
  filters: 'Filters',
  'ai-selection': 'AI selection',
  groups: 'Groups',
  gating: 'Requires and excludes',
  hooks: 'Other plugins',
  budget: 'Budget',
  format: 'Placing',
  record: 'Record',
};

export function stageWords(stage: StageName): string {
  return stages[stage];
}

/** Place of a stage in a turn. */
export function stagePlace(stage: StageName): number {
  return stageNames.indexOf(stage);
}

/** What a reason means, in a sentence for all entries that have it. */
export function reasonSentence(reason: string): string {
  const known: Readonly<Record<string, string>> = { ...admissionReasons, ...refusalReasons };
  return known[reason] ?? `${reasonLabel(reason)}.`;
}

const types: Readonly<Record<WireTraceHead['type'], string>> = {
  normal: 'Reply',
  continue: 'Continue',
  impersonate: 'Impersonation',
  swipe: 'Swipe',
  regenerate: 'Regenerate',
  quiet: 'Background',
};

/** What a turn was made for. */
export function typeWords(type: WireTraceHead['type']): string {
  return types[type];
}

/** A chat as lists call it. */
export function chatWords({ id, name }: { readonly id: string; readonly name?: string | undefined }): string {
  return name === undefined || name === '' ? `Chat ${id.length > 14 ? `${id.slice(0, 12)}…` : id}` : name;
}

/** What is worth a mark in the list of turns; undefined when all went well. */
export function headMark({ summary, undelivered }: WireTraceHead): { text: string; tone: Tone } | undefined {
  if (undelivered > 0) return { text: `${String(undelivered)} lost`, tone: 'error' };
  if (summary.degraded.length > 0) return { text: 'Less than meant', tone: 'warning' };
  if (summary.warnings.length > 0)
    return { text: counted(summary.warnings.length, 'warning', 'warnings'), tone: 'warning' };
  return undefined;
}

type Delivery = NonNullable<WireTrace['delivery']>[number];

/** What became of an injection. */
export const deliveryWords: Readonly<Record<Delivery['outcome'], { readonly text: string; readonly tone: Tone }>> = {
  delivered: { text: 'Delivered', tone: 'good' },
  moved: { text: 'Moved', tone: 'warning' },
  undelivered: { text: 'Not delivered', tone: 'error' },
};

/** The report of a client in one sentence; undefined when there is none yet. */
export function deliverySentence(delivery: WireTrace['delivery']): string | undefined {
  if (delivery === undefined) return undefined;
  const count = (outcome: Delivery['outcome']): number => delivery.filter((one) => one.outcome === outcome).length;
  const [moved, lost] = [count('moved'), count('undelivered')];
  if (lost === 0 && moved === 0) return delivery.length === 0 ? undefined : 'Everything reached the prompt.';
  const parts = [
    lost > 0 ? `${String(lost)} did not reach it` : '',
    moved > 0 ? `${String(moved)} stand elsewhere` : '',
  ];
  return `Of ${counted(delivery.length, 'place', 'places')} in the prompt, ${parts.filter(Boolean).join(' and ')}.`;
}
