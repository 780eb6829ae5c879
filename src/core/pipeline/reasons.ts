/** Why an entry became a candidate. The closed list; the sentences are the documentation. */
export const admissionReasons = {
  constant: 'It is always selected.',
  pin: 'It is pinned in this chat.',
  bootstrap: 'The chat is new and the entry is selected while it is.',
  sticky: 'It was found earlier and stays for some turns.',
  kept: 'It was found once and stays for good.',
  activate: 'Its @@activate line selects it.',
  key: 'A key stands in the scanned text.',
  character: 'It is about the active character.',
  recursion: 'A key stands in the text of another selected entry.',
  min_activations: 'Older messages were searched to reach the minimum of entries.',
  cascade: 'A selected entry names it in its cascade links.',
  fuzzy: 'Its text resembles the last messages.',
  ai: 'The AI chose it.',
  hook: 'Another plugin added it.',
} as const satisfies Record<string, string>;
export type AdmissionReason = keyof typeof admissionReasons;

/** Reasons that need no key: such entries go first in the budget. */
export const forcedReasons: ReadonlySet<AdmissionReason> = new Set([
  'constant',
  'pin',
  'bootstrap',
  'sticky',
  'kept',
  'activate',
]);

/** Why a candidate was refused. The closed list; the sentences are the documentation. */
export const refusalReasons = {
  disabled: 'The entry or its book is switched off.',
  never: 'The entry is tagged never to be injected.',
  blocked: 'The entry is blocked in this chat.',
  excluded_by_key: 'One of its exclude keys stands in the scanned text.',
  secondary_keys_not_met: 'A key matched, but the secondary keys did not agree.',
  warmup: 'Its keys do not occur often enough in the scanned text.',
  trigger: 'The entry is not for this kind of generation.',
  character: 'The entry is not for the active character.',
  character_tag: 'The active character has none of the tags that the entry asks for, or one that it excludes.',
  known_by: 'The speaking character does not know it.',
  book: 'Its folder is not attached to this chat.',
  delay: 'The chat does not have enough messages yet.',
  cooldown: 'It was injected a few turns ago and is resting.',
  reinjection_cooldown: 'It was injected in one of the last turns.',
  context: 'The situation of the chat does not agree with its fields.',
  dont_activate: 'Its @@dont_activate line keeps it out.',
  already_used: 'It may be used once in a chat and was.',
  greeting: 'It is for another greeting.',
  user_icon: 'It is for another persona.',
  not_yet: 'It waits for more replies.',
  not_this_turn: 'It is used every few replies only.',
  probability: 'Its chance decided against it this turn.',
  group: 'Another entry of its inclusion group was chosen.',
  ai_not_chosen: 'The AI did not choose it.',
  ai_not_asked: 'It was not offered to the AI.',
  source_gone: 'The entry that pulls it in is not selected.',
  requires: 'An entry that it requires is not selected.',
  requires_missing: 'An entry that it requires does not exist.',
  excludes: 'An entry that it excludes is selected.',
  hook: 'Another plugin removed it.',
  empty_text: 'The entry has no text to inject.',
  over_budget: 'It did not fit into what was left of the token budget.',
  too_large: 'It alone is larger than the whole token budget.',
  entry_limit: 'The most entries of a turn were already taken.',
  context_limit: 'It would exceed the safe share of the model’s context.',
} as const satisfies Record<string, string>;
export type RefusalReason = keyof typeof refusalReasons;
