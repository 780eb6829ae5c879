import type { LoreEntry } from '../lore/lore-entry';
import { contextAgreeing } from './context-gate';
import { KeyEvidence } from './key-evidence';
import type { RefusalReason } from './reasons';
import type { PipelineInput } from './pipeline-input';
import { scannedTexts } from './scanned-texts';
import { chatChange, noteChange, settingChange, withProperties, without, type SingleChange } from './single-change';
import { groupsOfEntry } from './choose-from-groups';

/** Changes to try, the smallest first, for an entry that a stage refused for this reason. */
export function changesFor(reason: RefusalReason, entry: LoreEntry, input: PipelineInput): readonly SingleChange[] {
  return suggestions[reason](entry, input);
}

type Suggest = (entry: LoreEntry, input: PipelineInput) => readonly SingleChange[];

const none: Suggest = () => [];

const suggestions: Readonly<Record<RefusalReason, Suggest>> = {
  duplicate: none,
  same_title: none,
  disabled: (entry, { books, settings }) => {
    const book = entry.properties.enabled === false ? undefined : books?.whoSays('enabled', entry.folders.join('/'));
    const sentence = book ? `Switch the book ${book.folder} on in the note of books.` : 'Switch the entry on.';
    const change = noteChange(entry, 'enabled', true, sentence, (one) => ({ ...one, enabled: true }));
    return [book ? { ...change, path: settings.bookDefinitions } : change];
  },
  never: (entry, { settings }) => [
    {
      ...noteChange(entry, 'tags', null, `Take the tag #${settings.neverTag} off the note.`, (one) => ({
        ...one,
        never: false,
      })),
      items: [settings.neverTag],
    },
  ],
  blocked: (entry, { chat, currentId }) => [
    chatChange('blocks', without(chat.blocks.map(currentId), entry.id), 'Take back the block in this chat.'),
  ],
  excluded_by_key: (entry) => [
    noteChange(entry, 'exclude_keys', null, 'Take the exclude key out of the note.', (one) => ({
      ...one,
      excludeKeys: [],
    })),
    decoratorChange(entry, 'exclude_keys_all', { excludeKeysAll: [] }),
  ],
  secondary_keys_not_met: (entry) => [
    noteChange(entry, 'refine_keys', null, 'Take the secondary keys out of the note.', (one) => ({
      ...one,
      refineKeys: [],
    })),
    decoratorChange(entry, 'additional_keys', { additionalKeys: [] }),
  ],
  warmup: (entry) => [
    noteChange(entry, 'warmup', null, 'Take the warm-up out of the note.', (one) => withProperties(one, { warmup: 0 })),
  ],
  recursion_only: (entry) => [
    noteChange(entry, 'delay_until_recursion', null, 'Let the chat wake it, too.', (one) =>
      withProperties(one, { delayUntilRecursion: 0 }),
    ),
  ],
  trigger: (entry, { request }) => {
    const triggers = [...(entry.properties.triggers ?? []), request.type];
    return [
      noteChange(entry, 'triggers', triggers, `Allow the entry in ${request.type} generations.`, (one) =>
        withProperties(one, { triggers }),
      ),
    ];
  },
  character: (entry, { request }) => {
    const { name } = request.character;
    const characters = [...(entry.properties.characters ?? []), name];
    return [
      noteChange(entry, 'characters', characters, `Add ${name} to the characters of the note.`, (one) =>
        withProperties(one, { characters }),
      ),
      noteChange(entry, 'characters_exclude', null, `Take ${name} out of the excluded characters.`, (one) =>
        withProperties(one, { charactersExclude: [] }),
      ),
      noteChange(entry, 'characters', null, 'Take the characters out of the note.', (one) =>
        withProperties(one, { characters: [] }),
      ),
    ];
  },
  character_tag: (entry) => [
    noteChange(entry, 'character_tags', null, 'Take the character tags out of the note.', (one) =>
      withProperties(one, { characterTags: [] }),
    ),
    noteChange(entry, 'character_tags_exclude', null, 'Take the excluded character tags out of the note.', (one) =>
      withProperties(one, { characterTagsExclude: [] }),
    ),
  ],
  known_by: (entry, { request }) => {
    const speaker =
      request.type === 'impersonate' ? request.personaName : request.group?.speaker || request.character.name;
    const knownBy = [...(entry.properties.knownBy ?? []), speaker];
    return [
      noteChange(entry, 'known_by', knownBy, `Add ${speaker} to those who know it.`, (one) =>
        withProperties(one, { knownBy }),
      ),
    ];
  },
  book: (entry, { chat }) => {
    const folder = entry.folders.join('/');
    return [
      chatChange(
        'books',
        [...chat.books, folder === '' ? entry.vault : folder],
        `Attach ${folder === '' ? 'the vault' : folder} to this chat.`,
      ),
    ];
  },
  unused_book: pinned,
  delay: (entry) => [
    noteChange(entry, 'delay', null, 'Take the delay out of the note.', (one) =>
      withProperties(one, { delay: { count: 0, unit: 'messages' } }),
    ),
  ],
  cooldown: (entry) => [
    noteChange(entry, 'cooldown', null, 'Take the cooldown out of the note.', (one) =>
      withProperties(one, { cooldown: { count: 0, unit: 'turns' } }),
    ),
  ],
  reinjection_cooldown: () => [settingChange('reinjectionCooldown', 0, 'Switch the re-injection cooldown off.')],
  context: (entry, { fields, chat }) => [
    chatChange(
      'context',
      contextAgreeing(entry, fields, chat.context),
      'Set the context fields of this chat to those of the entry.',
    ),
    settingChange('contextTolerance', 'lenient', 'Compare context fields leniently.'),
  ],
  dont_activate: (entry) => [decoratorChange(entry, 'dont_activate', { dontActivate: false })],
  already_used: (entry) => [decoratorChange(entry, 'dont_activate_after_match', { dontActivateAfterMatch: false })],
  greeting: (entry) => [decoratorChange(entry, 'is_greeting', { isGreeting: undefined })],
  user_icon: none,
  not_yet: (entry) => [decoratorChange(entry, 'activate_only_after', { activateOnlyAfter: undefined })],
  not_this_turn: (entry) => [decoratorChange(entry, 'activate_only_every', { activateOnlyEvery: undefined })],
  probability: (entry) => [
    noteChange(entry, 'probability', '100%', 'Set its chance to 100%.', (one) =>
      withProperties(one, { probability: 1 }),
    ),
  ],
  group: (entry) => {
    const group = groupsOfEntry(entry).join(', ');
    return [
      noteChange(entry, 'group_override', true, `Let it override the others of the group “${group}”.`, (one) =>
        withProperties(one, { groupOverride: true }),
      ),
      noteChange(entry, 'group', null, `Take it out of the group “${group}”.`, (one) =>
        withProperties(one, { group: '' }),
      ),
    ];
  },
  requires: (entry) => [
    noteChange(entry, 'requires', null, 'Take the requirement out of the note.', (one) =>
      withProperties(one, { requires: [] }),
    ),
  ],
  requires_missing: (entry) => [
    noteChange(
      entry,
      'requires',
      null,
      'Take the missing requirement out of the note, or write the note it names.',
      (one) => withProperties(one, { requires: [] }),
    ),
  ],
  excludes: (entry) => [
    noteChange(entry, 'excludes', null, 'Take the exclusion out of the note.', (one) =>
      withProperties(one, { excludes: [] }),
    ),
  ],
  ai_not_chosen: (entry, input) => [
    settingChange('aiPolicy', 'merge', 'Let the choice of the AI add to what keywords found.'),
    settingChange('selectionMode', 'keywords', 'Select by keywords alone.'),
    ...pinned(entry, input),
  ],
  ai_not_asked: (entry, input) => [
    settingChange('aiManifestTokens', 1_000_000, 'Raise the limit of the list that the AI chooses from.'),
    ...pinned(entry, input),
  ],
  source_gone: pinned,
  hook: none,
  empty_text: none,
  over_budget: moreImportant,
  too_large: moreImportant,
  entry_limit: (entry, input) => [
    settingChange(
      'entryLimit',
      input.settings.entryLimit + 1,
      `Raise the entry limit to ${String(input.settings.entryLimit + 1)}.`,
    ),
    ...moreImportant(entry, input),
  ],
  context_limit: none,
};

function pinned(entry: LoreEntry, { chat }: PipelineInput): readonly SingleChange[] {
  return [chatChange('pins', [...chat.pins, entry.id], 'Pin the entry in this chat.')];
}

function moreImportant(entry: LoreEntry, { settings }: PipelineInput): readonly SingleChange[] {
  const required = noteChange(
    entry,
    'required',
    true,
    'Make the entry required, so that the budget does not drop it.',
    (one) => ({ ...one, required: true }),
  );
  const priority = noteChange(entry, 'priority', 1, 'Give the entry priority 1.', (one) => ({ ...one, priority: 1 }));
  const raised = settings.tokenBudget * 2;
  const unreserved = settingChange('constantsReserve', 0, 'Let all entries use what is reserved for constants.');
  return [
    priority,
    ...(settings.constantsReserve > 0 && !entry.constant ? [unreserved] : []),
    settingChange('tokenBudget', raised, `Raise the token budget to ${String(raised)}.`),
    required,
  ];
}

/** Takes the lines of one decorator out of the note. */
function decoratorChange(entry: LoreEntry, name: string, without: Partial<LoreEntry['decorators']>): SingleChange {
  const change = noteChange(entry, 'decorators', null, `Take @@${name} out of the note.`, (one) => ({
    ...one,
    decorators: { ...one.decorators, ...without },
  }));
  return { ...change, items: [`@@${name}`] };
}

/** Changes to try for an entry that no text and no rule brought: a wider look first, then looser keys, then no keys at all. */
export function changesForUnnoticed(entry: LoreEntry, input: PipelineInput): readonly SingleChange[] {
  const age = ageOfKey(entry, input);
  const deeper =
    age === undefined
      ? []
      : [
          noteChange(
            entry,
            'scan_depth',
            age + 1,
            `Search the last ${String(age + 1)} messages for this entry.`,
            (one) => withProperties(one, { scanDepth: age + 1 }),
          ),
        ];
  const constant = noteChange(
    entry,
    'constant',
    true,
    'Make the entry constant: no key was found in the text.',
    (one) => ({ ...one, constant: true }),
  );
  return [
    ...deeper,
    noteChange(entry, 'case_sensitive', false, 'Ignore letter case for this entry.', (one) =>
      withProperties(one, { caseSensitive: false }),
    ),
    noteChange(entry, 'whole_words', false, 'Let its keys match inside words.', (one) =>
      withProperties(one, { wholeWords: false }),
    ),
    settingChange('recursion', true, 'Switch recursion on: its key stands in the text of a selected entry.'),
    constant,
  ];
}

/** The age of the newest message that holds a key of the entry, window or not. */
function ageOfKey(entry: LoreEntry, input: PipelineInput): number | undefined {
  const names = { user: input.request.personaName, char: input.request.character.name };
  const evidence = new KeyEvidence(input.index, names, input.patterns);
  for (const text of scannedTexts(input).messages) {
    evidence.add(text, (one) => one.id === entry.id);
    if ((evidence.of(entry.id)?.found.primary.size ?? 0) > 0) return text.age;
  }
  return undefined;
}
