import { aiDegradation } from './ai-words';

/** Reasons whose code does not read well as it is. */
const labels: Readonly<Record<string, string>> = {
  constant: 'Always',
  bootstrap: 'New chat',
  pin: 'Pinned',
  activate: '@@activate',
  min_activations: 'Older messages',
  fuzzy: 'Similar text',
  hook: 'Other plugin',
  duplicate: 'Used already',
  same_title: 'Other vault',
  disabled: 'Switched off',
  never: 'Never injected',
  excluded_by_key: 'Exclude key',
  secondary_keys_not_met: 'Secondary keys',
  trigger: 'Other generation',
  ai_not_chosen: 'Not chosen by AI',
  ai_not_asked: 'Not offered to AI',
  book: 'Other book',
  unused_book: 'Book not in use',
  reinjection_cooldown: 'Cooldown',
  dont_activate: '@@dont_activate',
  user_icon: 'Other persona',
  greeting: 'Other greeting',
  empty_text: 'No text',
};

/** A reason code as a short label. */
export function reasonLabel(code: string): string {
  return labels[code] ?? plainWords(code);
}

const degradations: Readonly<Record<string, string>> = {
  indexing: 'The vault is still being indexed; entries may be missing.',
  'vault:unreachable': 'The vault cannot be read; its last good state is used.',
  'turn:reduced': 'Something failed inside Lorehearth, so this turn was chosen with less; the log says what.',
  'card-book:unknown': 'The lorebook of a card did not come with the request.',
  'card-book:late': 'The lorebook of a card was still being read.',
  'card-book:unreadable': 'The lorebook of a card cannot be read.',
  'engine-failed': 'Something failed inside Lorehearth; the log says what.',
};

/** What made a turn less than it should be (`kind` or `kind:cause`), as a sentence. */
export function degradationSentence(code: string): string {
  return degradations[code] ?? aiDegradation(code) ?? `${plainWords(code)}.`;
}

const skips: Readonly<Record<string, string>> = {
  'no-lore-tag': 'It has no lore tag.',
  'session-note': 'It is a session note.',
  template: 'It lies in the templates folder.',
  'hidden-folder': 'It lies in a hidden folder.',
};

/** Why a note is no entry, as a sentence. */
export function skipSentence(code: string | undefined): string {
  if (code === undefined) return 'It is not used as an entry.';
  return skips[code] ?? `${plainWords(code)}.`;
}

function plainWords(code: string): string {
  const words = code.replace(/:/g, ': ').replace(/[_-]+/g, ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
