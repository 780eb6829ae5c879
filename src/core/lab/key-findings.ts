import type { Operation } from '../edits/patch';
import { keyFindings } from '../health/checks/key-checks';
import { healthKinds } from '../health/health-kinds';
import type { EntryKey } from '../lore/entry-key';
import { writtenName } from '../lore/entry-fields';
import type { LoreEntry } from '../lore/lore-entry';
import type { Settings } from '../settings/settings-table';
import type { KeyTrouble } from './key-troubles';
import type { KeyUses } from './key-use';
import type { StrictKeys } from './strict-keys';

/** A key that does less than it seems to. */
export interface KeyFinding {
  readonly kind: KeyTrouble;
  readonly entry: LoreEntry;
  readonly key: string;
  /** Times that it was found, or would be found if it were compared less strictly. */
  readonly hits: number;
  /** What is wrong, in a sentence. */
  readonly sentence: string;
  /** The entry that has the other key, where another one has it. */
  readonly other: LoreEntry | undefined;
  /** A change of the note that mends it, where only one makes sense. */
  readonly fix: { readonly label: string; readonly operations: readonly Operation[] } | undefined;
}

/** What findings are made of. */
export interface KeyEvidence {
  readonly uses: KeyUses;
  readonly strict: StrictKeys;
  readonly settings: Settings;
  readonly entryOf: (id: string) => LoreEntry | undefined;
}

/** What is wrong with the keys of one entry. */
export function findingsOf(entry: LoreEntry, evidence: KeyEvidence): readonly KeyFinding[] {
  if (entry.constant || !entry.enabled || entry.never) return [];
  const told = fromHealth(entry, evidence.settings);
  const known = new Set(told.map(({ key }) => key));
  const silent = new Set(silentKeys(entry, evidence.uses).map(({ text }) => text));
  const others = entry.keys
    .filter(({ text }) => !known.has(text))
    .flatMap((key) => swallowed(entry, key, evidence) ?? strictOrSilent(entry, key, silent, evidence) ?? []);
  return [...told, ...others];
}

/** Keys that were found nowhere. Patterns that may be slow were not looked for, and keys that cannot be read are told elsewhere. */
export function silentKeys(entry: LoreEntry, uses: KeyUses): readonly EntryKey[] {
  return entry.keys.filter((key) => key.kind === 'literal' && !uses.of({ entry: entry.id, key: key.text }));
}

/** What the health check finds without any chat. */
function fromHealth(entry: LoreEntry, settings: Settings): readonly KeyFinding[] {
  return keyFindings(entry, { settings }).flatMap(({ code, text, detail }): readonly KeyFinding[] => {
    if (code !== 'key-swallowed' && code !== 'key-excluded') return [];
    const kind = code === 'key-swallowed' ? 'redundant' : 'contradicted';
    const fix = kind === 'redundant' ? removal(entry, text) : undefined;
    return [
      { kind, entry, key: text, hits: 0, sentence: healthKinds[code].sentence(text, detail), other: undefined, fix },
    ];
  });
}

function swallowed(entry: LoreEntry, { text: key }: EntryKey, { uses, entryOf }: KeyEvidence): KeyFinding | undefined {
  const use = uses.of({ entry: entry.id, key });
  const [around] = use?.around ?? [];
  const other = around && entryOf(around.entry);
  if (!use || !around || !other || use.inside < use.hits) return undefined;
  const many = use.around.length > 1 ? ' and other longer keys' : ' of another entry';
  return {
    ...{ kind: 'swallowed', entry, key, hits: use.hits, other },
    sentence: `It only ever stands inside “${around.key}”${many}, so that both entries come together.`,
    fix:
      use.around.length > 1 || entry.properties.excludeKeys?.includes(around.key) === true
        ? undefined
        : {
            label: `Keep it out where “${around.key}” stands`,
            operations: [{ kind: 'add-items', name: writtenName('excludeKeys'), items: [around.key] }],
          },
  };
}

function strictOrSilent(
  entry: LoreEntry,
  { text: key }: EntryKey,
  silent: ReadonlySet<string>,
  { strict, uses }: KeyEvidence,
): KeyFinding | undefined {
  if (!silent.has(key)) return undefined;
  const shadow = strict.of(entry.id, key);
  if (shadow) {
    const { setting, hits, words } = shadow;
    const seen = words.map((word) => `“${word}”`).join(', ');
    const why = setting === 'caseSensitive' ? 'letter case counts' : 'only whole words count';
    return {
      ...{ kind: 'shadowed', entry, key, hits, other: undefined },
      sentence: `It was never found, because ${why}; the chats have ${seen}.`,
      fix: {
        label: setting === 'caseSensitive' ? 'Let letter case not count' : 'Find it inside words, too',
        operations: [{ kind: 'set-property', name: writtenName(setting), value: false }],
      },
    };
  }
  // Where no key was found the story has not come to the entry yet.
  if (!entry.keys.some(({ text }) => uses.of({ entry: entry.id, key: text }))) return undefined;
  const sentence = 'It was never found, while other keys of the entry were.';
  return { ...{ kind: 'silent', entry, key, hits: 0, sentence, other: undefined }, fix: removal(entry, key) };
}

/** Takes a key out of the note; aliases stay, since they are names first. */
function removal({ properties }: LoreEntry, key: string): KeyFinding['fix'] {
  const written = properties.keys ?? [];
  if (!written.includes(key)) return undefined;
  const name = writtenName('keys');
  const isLast = written.every((one) => one === key);
  const operation: Operation = isLast ? { kind: 'unset-property', name } : { kind: 'remove-items', name, items: [key] };
  return { label: 'Remove the key', operations: [operation] };
}
