import { formOf, type DeclaredDocument, type DocumentForm, type FieldKind } from './declared-document';

/** A form that has had one version so far. */
function first(fields: Readonly<Record<string, FieldKind>>): DocumentForm {
  return { fields, steps: [] };
}

const list = first({ items: 'list' });
/** A value among many, kept by `PlacedDocuments`. */
const placed = { single: list, numbered: first({ key: 'text' }) };
const sealed = first({ reading: 'text', hash: 'text', body: 'text' });

/**
 * Every document that is stored, in whichever host. A document changes its form by a higher `version` and one step more;
 * `tests/stored-documents` has an old copy of each version.
 */
export const storedDocuments = {
  data: {
    ...{ name: 'data', version: 1, what: 'the settings', role: 'kept' },
    single: first({ vaultId: 'text', settings: 'record' }),
  },
  ai: {
    ...{ name: 'ai', version: 1, what: 'the AI channels and connections', role: 'kept' },
    single: first({ connections: 'list', channels: 'record' }),
  },
  clients: {
    ...{ name: 'clients', version: 1, what: 'the paired programs', role: 'kept' },
    single: first({ clients: 'list' }),
  },
  headless: {
    ...{ name: 'headless', version: 1, what: 'the admin token', role: 'kept' },
    single: first({ adminToken: 'text' }),
  },
  secrets: {
    ...{ name: 'secrets', version: 1, what: 'the keys of providers', role: 'kept' },
    single: first({ secrets: 'record' }),
  },
  pluginGrants: {
    ...{ name: 'plugin-grants', version: 1, what: 'the permissions of plugins', role: 'kept' },
    single: first({ plugins: 'list' }),
  },
  vaults: {
    ...{ name: 'vaults', version: 1, what: 'the list of further vaults', role: 'kept' },
    single: first({ vaults: 'list' }),
  },
  chats: {
    ...{ name: 'chats', version: 1, what: 'the decisions made for chats', role: 'kept' },
    single: first({ chats: 'list' }),
  },
  records: {
    ...{ name: 'records', version: 1, what: 'the records of turns', role: 'kept' },
    single: first({ chats: 'list' }),
  },
  renames: {
    ...{ name: 'renames', version: 1, what: 'the list of renamed notes', role: 'kept' },
    single: first({ pairs: 'list' }),
  },
  index: {
    ...{ name: 'index', version: 1, what: 'the index', role: 'rebuilt' },
    ...{ single: sealed, numbered: sealed },
  },
  turns: {
    ...{ name: 'turns', version: 1, what: 'the last turns of earlier versions', role: 'rebuilt' },
    numbered: sealed,
  },
  generations: { name: 'generations', version: 1, what: 'the last turns of chats', role: 'kept', ...placed },
  transcripts: { name: 'transcripts', version: 1, what: 'the transcripts of chats', role: 'kept', ...placed },
  scribe: { name: 'scribe', version: 1, what: 'the summaries of chats', role: 'kept', ...placed },
  scribeQueue: {
    ...{ name: 'scribe-queue', version: 1, what: 'the summaries that are to be written', role: 'kept' },
    single: list,
  },
  gaps: { name: 'gaps', version: 1, what: 'the lore gaps', role: 'kept', ...placed },
  gapLearning: {
    ...{ name: 'gap-learning', version: 1, what: 'what dismissed names taught', role: 'kept' },
    single: first({ names: 'list', shapes: 'record' }),
  },
  analytics: { name: 'analytics', version: 1, what: 'how often entries were used', role: 'kept', ...placed },
  analyticsUndo: {
    ...{ name: 'analytics-undo', version: 1, what: 'what brings forgotten counts back', role: 'kept' },
    single: first({ at: 'number', parts: 'list' }),
  },
  spend: {
    ...{ name: 'spend', version: 1, what: 'the count of tokens', role: 'kept' },
    single: first({ days: 'list', chats: 'list' }),
  },
  graph: {
    ...{ name: 'graph', version: 1, what: 'the places of the graph', role: 'kept' },
    single: first({ places: 'list' }),
  },
  proposals: {
    ...{ name: 'proposals', version: 1, what: 'the proposed changes', role: 'kept' },
    single: list,
  },
  changes: {
    ...{ name: 'changes', version: 1, what: 'the changes that were made', role: 'kept' },
    single: list,
  },
  ignoredProblems: {
    ...{ name: 'health', version: 1, what: 'the problems that were put aside', role: 'kept' },
    single: list,
  },
  growthMarks: {
    ...{ name: 'growth', version: 1, what: 'how far chats were read for new lore', role: 'kept' },
    single: list,
  },
  growthJobs: { name: 'growth-jobs', version: 1, what: 'the jobs on the lore', role: 'kept', ...placed },
  librarian: {
    ...{ name: 'librarian', version: 1, what: 'the Librarian conversations', role: 'kept' },
    ...{ single: first({ sessions: 'list' }), numbered: first({}) },
  },
  librarianModels: {
    ...{ name: 'librarian-models', version: 1, what: 'how models take tools', role: 'kept' },
    single: first({ models: 'record' }),
  },
  imports: {
    ...{ name: 'imports', version: 1, what: 'what was imported before', role: 'kept' },
    single: first({ sources: 'record', runs: 'list' }),
  },
  importUndo: {
    ...{ name: 'import-undo', version: 1, what: 'what takes an import back', role: 'kept' },
    numbered: first({ run: 'text', notes: 'list', folders: 'list' }),
  },
  watched: {
    ...{ name: 'watched', version: 1, what: 'the watched lorebooks', role: 'kept' },
    ...{ single: first({ books: 'list' }), numbered: first({ book: 'text', entries: 'list' }) },
  },
  watchedUndo: {
    ...{ name: 'watched-undo', version: 1, what: 'what takes the mirroring of a lorebook back', role: 'kept' },
    numbered: first({ book: 'text', steps: 'list' }),
  },
} as const satisfies Record<string, DeclaredDocument>;

/** The document that a file belongs to; undefined for a file that nobody declared. */
export function documentOfFile(file: string): DeclaredDocument | undefined {
  const all: readonly DeclaredDocument[] = Object.values(storedDocuments);
  return all.find((document) => formOf(document, file) !== undefined);
}
