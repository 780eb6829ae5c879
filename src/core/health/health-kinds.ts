import { problemKinds, type ProblemCode, type Severity } from '../lore/entry-problem';

/** A kind of thing that the health check finds besides what reading a note finds. */
interface HealthKind {
  readonly severity: Severity;
  /** What the kind is called in lists, in a few words. */
  readonly title: string;
  /** One or two sentences that tell what to do. `text` is what the user wrote, `detail` what is needed besides. */
  readonly sentence: (text: string, detail: string) => string;
}

/** What only shows in settings, in entries seen as a whole, between notes, or in the turns that were played. */
export const healthKinds = {
  'vault-unreachable': {
    severity: 'error',
    title: 'Vault unreachable',
    sentence: (_, detail) => `The vault could not be read (${detail}). What was read last is used.`,
  },
  'document-newer': {
    severity: 'warning',
    title: 'Stored by a newer version',
    sentence: (_, detail) => detail,
  },
  'document-set-aside': {
    severity: 'warning',
    title: 'A stored document was set aside',
    sentence: (_, detail) => detail,
  },
  'documents-held': {
    severity: 'warning',
    title: 'Nothing is stored',
    sentence: (_, detail) => detail,
  },
  'further-vault-unreachable': {
    severity: 'warning',
    title: 'Further vault unreachable',
    sentence: (text, detail) =>
      `The vault “${text}” cannot be reached: ${detail} What was read of it last is used. Switch it off if it is gone for good.`,
  },
  'titles-of-vaults': {
    severity: 'info',
    title: 'Title in several vaults',
    sentence: (text, detail) => `“${text}” is a title in several vaults. ${detail}`,
  },
  'no-entries': {
    severity: 'warning',
    title: 'No entries',
    sentence: (text) => `No note carries the tag "${text}", so there is no lore. Tag a note with it.`,
  },
  'tag-near': {
    severity: 'warning',
    title: 'Tag almost the lore tag',
    sentence: (text, detail) =>
      `${detail} the tag "${text}", which is not the lore tag. Retag them, or change the lore tag, if they are lore.`,
  },
  'tags-equal': {
    severity: 'warning',
    title: 'One tag for two things',
    sentence: (text, detail) => `The settings give the tag "${text}" to ${detail}. Give each a tag of its own.`,
  },
  'scan-depth-zero': {
    severity: 'error',
    title: 'Nothing is searched',
    sentence: () => 'The scan depth is 0, so no message is searched for keys. Set it to 4, for example.',
  },
  'ai-without-connection': {
    severity: 'error',
    title: 'AI selection without a model',
    sentence: (_, detail) => `The AI is to choose entries, but cannot be asked. ${detail}`,
  },
  'scribe-without-model': {
    severity: 'warning',
    title: 'Scribe without a model',
    sentence: (_, detail) => `Chats are to be summed up, but no model can be asked. ${detail}`,
  },
  'scribe-failed': {
    severity: 'warning',
    title: 'Summaries that failed',
    sentence: (text, detail) => `The chat "${text}" could not be summed up: ${detail} Try again in the Scribe panel.`,
  },
  'notepad-without-model': {
    severity: 'warning',
    title: 'Notes without a model',
    sentence: (_, detail) => `A model is to note what each reply brought, but cannot be asked. ${detail}`,
  },
  'growth-without-model': {
    severity: 'warning',
    title: 'Growing without a model',
    sentence: (text, detail) => `"${text}" is on, but no model can be asked. ${detail}`,
  },
  'budget-small': {
    severity: 'warning',
    title: 'Small budget',
    sentence: (text) => `A token budget of ${text} has room for one or two short entries. Give it 200 or more.`,
  },
  'reserve-over-budget': {
    severity: 'warning',
    title: 'Reserve above the budget',
    sentence: (text, detail) => `The reserve for constants (${text}) is not below the budget (${detail}).`,
  },
  'recursion-one-step': {
    severity: 'info',
    title: 'Recursion with one step',
    sentence: (text) => `Recursion is on with ${text} steps, so what it finds hardly finds anything further.`,
  },
  'constants-over-budget': {
    severity: 'warning',
    title: 'Constants over the budget',
    sentence: (text, detail) =>
      `Constant entries together take ${text} tokens of a budget of ${detail}. Shorten some, or let keys wake them.`,
  },
  'constants-over-limit': {
    severity: 'warning',
    title: 'Constants fill the entry limit',
    sentence: (text, detail) =>
      `${text} constant entries leave no room in the limit of ${detail} entries. Raise it, or let keys wake some.`,
  },
  'excludes-itself': {
    severity: 'warning',
    title: 'Excludes itself',
    sentence: (text) => `The entry names itself in "excludes" ("${text}"), which has no effect.`,
  },
  'requires-itself': {
    severity: 'info',
    title: 'Requires itself',
    sentence: (text) => `The entry names itself in "requires" ("${text}"), which has no effect.`,
  },
  'requires-and-excludes': {
    severity: 'error',
    title: 'Requires and excludes the same',
    sentence: (text) => `The entry requires and excludes "${text}", so it can never go in. Take one of the two away.`,
  },
  'requires-excluded': {
    severity: 'error',
    title: 'Contradictory gates',
    sentence: (text, detail) => `The entry requires "${text}", which excludes "${detail}", so it can never go in.`,
  },
  'requires-unreachable': {
    severity: 'error',
    title: 'Requires what never goes in',
    sentence: (text, detail) => `The entry requires "${text}", ${detail}, so it can never go in.`,
  },
  'excludes-constant': {
    severity: 'warning',
    title: 'Excludes a constant',
    sentence: (text) => `The entry excludes "${text}", which is constant, so it can hardly ever go in.`,
  },
  'excludes-bootstrap': {
    severity: 'info',
    title: 'Excludes an entry of new chats',
    sentence: (text) => `The entry excludes "${text}", which is in every new chat, so it waits until a chat is longer.`,
  },
  'requires-other-context': {
    severity: 'warning',
    title: 'Requires another context',
    sentence: (text, detail) => `The entry requires "${text}", but ${detail}, so a chat hardly ever lets both in.`,
  },
  'characters-contradict': {
    severity: 'error',
    title: 'For nobody',
    sentence: (text, detail) =>
      `Whoever the entry is for in "${text}" is left out in "${detail}", so it can never go in.`,
  },
  'requires-cycle': {
    severity: 'warning',
    title: 'Circle of requirements',
    sentence: (text) =>
      `These require each other and only go in together: ${text}. Break the circle if that is not meant.`,
  },
  'never-scanned': {
    severity: 'warning',
    title: 'Nothing can wake it',
    sentence: () => 'The scan depth is 0 and no entry brings this one along, so nothing can wake it.',
  },
  'never-and-always': {
    severity: 'warning',
    title: 'Constant and never injected',
    sentence: () => 'The entry is marked as constant and as never injected. The second holds; remove one of the marks.',
  },
  'recursion-contradiction': {
    severity: 'error',
    title: 'Recursion contradicts itself',
    sentence: () =>
      'The entry waits for recursion ("delay_until_recursion") and cannot be woken by it ("not_recursable"), so it can never go in.',
  },
  'probability-zero': {
    severity: 'warning',
    title: 'Chance of zero',
    sentence: () => 'The probability is 0, so the entry never goes in. Use "enabled: false" if that is meant.',
  },
  'depth-not-in-chat': {
    severity: 'info',
    title: 'Depth without its position',
    sentence: (text, detail) => `"${text}" only counts for the position "in_chat"; the position is "${detail}".`,
  },
  'outlet-elsewhere': {
    severity: 'info',
    title: 'Outlet without its position',
    sentence: (text, detail) =>
      `The outlet "${text}" only counts for the position "outlet"; the position is "${detail}".`,
  },
  'logic-without-refine': {
    severity: 'info',
    title: 'Logic without secondary keys',
    sentence: (text) => `"selective_logic: ${text}" has no effect without secondary keys ("refine_keys").`,
  },
  'warmup-short-keys': {
    severity: 'warning',
    title: 'Warmup with short keys',
    sentence: (text) => `With a warmup of ${text} and keys of three letters at most, the entry goes in by accident.`,
  },
  'entry-long': {
    severity: 'warning',
    title: 'Long entry',
    sentence: (text, detail) => `The text takes ${text} tokens (more than ${detail}). Split it, or shorten it.`,
  },
  'entry-over-budget': {
    severity: 'warning',
    title: 'Larger than the budget',
    sentence: (text, detail) => `The text takes ${text} tokens of a budget of ${detail}, so it never fits. Shorten it.`,
  },
  'seed-long': {
    severity: 'warning',
    title: 'Long seed',
    sentence: (text) => `The entry is a seed and takes ${text} tokens of every question to the AI. Shorten it.`,
  },
  'summary-missing': {
    severity: 'info',
    title: 'No summary',
    sentence: () => 'The AI chooses by summaries, and this entry has none. Write one sentence into "summary".',
  },
  'macro-writes-state': {
    severity: 'warning',
    title: 'Macro that writes',
    sentence: (text) => `${text} changes a variable each time the text is injected, also on swipes. Take it out.`,
  },
  'text-link-missing': {
    severity: 'info',
    title: 'Link to no note',
    sentence: (text) => `The text links to "${text}", but there is no such note.`,
  },
  'key-duplicate': {
    severity: 'info',
    title: 'Key twice',
    sentence: (text, detail) => `The key "${text}" says the same as "${detail}". One is enough.`,
  },
  'key-short': {
    severity: 'info',
    title: 'Short key',
    sentence: (text) => `The key "${text}" is short and will be found where nobody meant it. Use a longer word.`,
  },
  'key-swallowed': {
    severity: 'info',
    title: 'Key swallowed by another',
    sentence: (text, detail) => `The key "${text}" adds nothing: wherever it stands, the key "${detail}" stands too.`,
  },
  'key-excluded': {
    severity: 'warning',
    title: 'Key that excludes itself',
    sentence: (text, detail) =>
      `The key "${text}" can never wake the entry: it holds "${detail}", which keeps the entry out.`,
  },
  'key-shared': {
    severity: 'info',
    title: 'Key of many entries',
    sentence: (text, detail) => `The key "${text}" wakes ${detail}. Narrow it, or group them.`,
  },
  'key-fires-often': {
    severity: 'warning',
    title: 'Key in almost every turn',
    sentence: (text, detail) => `The key "${text}" was found in ${detail}. Make it constant, or use a rarer key.`,
  },
  'lore-asked-for': {
    severity: 'info',
    title: 'Lore that is asked for',
    sentence: (text, detail) => `"${text}" ${detail}. Write it, or dismiss it, under Lore gaps.`,
  },
  'group-never-wins': {
    severity: 'warning',
    title: 'Never wins its group',
    sentence: (text, detail) =>
      `Wherever a key of this entry stands, "${detail}" is found too and always wins the group "${text}".`,
  },
  'title-overlap': {
    severity: 'info',
    title: 'Almost the same title',
    sentence: (text, detail) => `"${text}" and "${detail}" are almost the same name. Links and models may mix them up.`,
  },
  'type-near': {
    severity: 'info',
    title: 'Two spellings of one type',
    sentence: (text, detail) => `The type "${text}" is hardly ever used beside "${detail}". Use one of the two.`,
  },
} as const satisfies Record<string, HealthKind>;

/** The stable code of a kind of thing that only the health check finds. */
export type FindingCode = keyof typeof healthKinds;

/** The stable code of everything that a health report can hold. */
export type HealthCode = FindingCode | ProblemCode;

/** What a kind is called in lists. */
export function healthTitle(code: HealthCode): string {
  return isFindingCode(code) ? healthKinds[code].title : problemKinds[code].title;
}

function isFindingCode(code: HealthCode): code is FindingCode {
  return code in healthKinds;
}
