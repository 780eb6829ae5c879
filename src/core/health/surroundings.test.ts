import { describe, expect, test } from 'vitest';
import { indexOf, lore, settingsWith, type Notes } from '../../../tests/support/lore-vault';
import type { ChannelId } from '../ai/channels/channel-table';
import type { Gap } from '../gaps/gap';
import { gapOf } from '../gaps/sighting';
import { defaultFields, type FieldDefinition } from '../lore/field-definitions';
import type { Settings } from '../settings/settings-table';
import { ProblemFinder } from './find-problems';
import { fromCheck } from './health-problem';
import type { HealthInput, ModelLack } from './health-input';

const plain = { 'A.md': lore('keys: [plain]\nsummary: Plain.') };

/** The sentences of what is found, each behind title and code. */
async function told(
  settings: Partial<Settings> = {},
  changes: Partial<HealthInput> = {},
  notes: Notes = plain,
): Promise<readonly string[]> {
  const all = settingsWith(settings);
  const findings = await new ProblemFinder().find({
    index: indexOf(notes, all),
    settings: all,
    recurses: () => all.recursion,
    tokens: (text) => text.length,
    unreachable: undefined,
    lackOf: () => undefined,
    failedSummaries: [],
    documents: [],
    gaps: [],
    fields: defaultFields,
    nearTags: [],
    turns: [],
    give: () => Promise.resolve(),
    ...changes,
  });
  return findings.map((finding) => {
    const { code, message } = fromCheck(finding, 1);
    return `${finding.entry?.title ?? 'vault'} ${code}: ${message}`;
  });
}

describe('a model that cannot be asked', () => {
  const lacking = (kind: ModelLack['kind'], ...channels: readonly ChannelId[]): Partial<HealthInput> => ({
    lackOf: (id) => (channels.includes(id) ? { kind, sentence: `No model (${id}).` } : undefined),
  });

  test.each<[string, Partial<Settings>, ChannelId]>([
    ['ai-without-connection', { selectionMode: 'ai-only' }, 'search'],
    ['scribe-without-model', { scribeInject: 'last' }, 'scribe'],
    ['notepad-without-model', { notepadMode: 'extract' }, 'notepad'],
    ['growth-without-model', { growEvery: 20 }, 'suggest'],
    ['growth-without-model', { gapScanAi: true }, 'suggest'],
  ])('is told as %s where %j wants it', async (code, settings, channel) => {
    const [found, ...others] = await told(settings, lacking('not-set-up', channel));
    expect(found).toMatch(new RegExp(`^vault ${code}: .*No model \\(${channel}\\)\\.$`));
    expect(others).toEqual([]);
    expect(await told(settings)).toEqual([]);
  });

  test('is no fault where nothing wants it', async () => {
    const all = lacking('not-set-up', 'search', 'scribe', 'notepad', 'suggest', 'keys', 'librarian');
    expect(await told({}, all)).toEqual([]);
    expect(await told({ notepadMode: 'tag', gapScan: false, gapScanAi: true }, all)).toEqual([]);
  });

  test('is told of the Scribe, which is on from the start, once somebody has set one up, and not after it was switched off', async () => {
    expect(await told({}, lacking('broken', 'scribe'))).toHaveLength(1);
    expect(await told({ scribeEvery: 0 }, lacking('broken', 'scribe'))).toEqual([]);
    expect(await told({ scribeInject: 'story' }, lacking('off', 'scribe'))).toEqual([]);
  });

  test('is told once for each chat that could not be summed up', async () => {
    const failedSummaries = [
      { chat: 'Coast', sentence: 'The key is wrong.' },
      { chat: 'Coast', sentence: 'The key is refused.' },
      { chat: 'Hills', sentence: 'Late.' },
    ];
    expect(await told({}, { failedSummaries })).toEqual([
      'vault scribe-failed: The chat "Coast" could not be summed up: The key is refused. Try again in the Scribe panel.',
      'vault scribe-failed: The chat "Hills" could not be summed up: Late. Try again in the Scribe panel.',
    ]);
  });
});

describe('lore that was asked for', () => {
  const gap = (title: string, flags: number, more: Partial<Gap> = {}): Gap => ({
    ...gapOf(
      { chat: 'c', kind: 'missing', title, reason: '', urgency: 'low', origin: 'search', evidence: [] },
      { id: title, now: 0 },
    ),
    flags,
    ...more,
  });

  test('again and again, in one chat or in several, is told, most wanted first', async () => {
    const gaps = [
      gap('Salt Guild', 2),
      gap('salt guild', 1, { id: 'other', chat: 'd' }),
      gap('Old Keep', 4, { kind: 'outdated' }),
      gap('Asked twice', 2),
    ];
    expect(await told({}, { gaps })).toEqual([
      'vault lore-asked-for: "Old Keep" was reported as outdated 4 times. Write it, or dismiss it, under Lore gaps.',
      'vault lore-asked-for: "Salt Guild" was missed 3 times, and nothing is written of it. Write it, or dismiss it, under Lore gaps.',
    ]);
  });

  test('is not told when it is written or put away, nor of names that only a scan has found', async () => {
    const away = (['drafted', 'written', 'hidden', 'dismissed'] as const).map((status) => gap(status, 9, { status }));
    const scanned = gap('Vesk', 0, { mentions: 40, origins: ['scan'] });
    expect(await told({}, { gaps: [...away, scanned] })).toEqual([]);
  });

  test('does not fill the report', async () => {
    const gaps = Array.from({ length: 300 }, (_, at) => gap(`Gap ${String(at)}`, 3 + at));
    const found = await told({}, { gaps });
    expect(found).toHaveLength(20);
    expect(found[0]).toContain('"Gap 299"');
  });
});

describe('the situation of a chat', () => {
  const [era] = defaultFields as [FieldDefinition];
  const notes = {
    'A.md': lore('keys: [a b]\nrequires: B\nera: [past]'),
    'B.md': lore('keys: [b c]\nera: [Present, future]'),
  };

  test('that an entry wants and what it requires never has is told', async () => {
    expect(await told({}, {}, notes)).toEqual([
      'A requires-other-context: The entry requires "B", but Era is past here and Present, future there, so a chat hardly ever lets both in.',
    ]);
    expect(await told({}, {}, { ...notes, 'A.md': lore('keys: [a b]\nrequires: B\nera: [past, present]') })).toEqual(
      [],
    );
    expect(await told({}, {}, { ...notes, 'B.md': lore('constant: true\nera: [present]') })).toEqual([]);
  });

  test.each<[string, Partial<FieldDefinition>]>([
    ['bends', { tolerance: 'lenient' }],
    ['excludes', { operator: 'not_any' }],
    ['gates nothing', { gating: false }],
  ])('is left alone where its field %s', async (_, changes) => {
    expect(await told({}, { fields: [{ ...era, ...changes }] }, notes)).toEqual([]);
  });

  test('with characters that an entry is for and not for at once', async () => {
    const both = {
      'A.md': lore('keys: [a b]\ncharacters: [Ilse, Bram]\ncharacters_exclude: [bram, ilse, Vesk]'),
      'B.md': lore('constant: true\ncharacter_tags: elf\ncharacter_tags_exclude: [Elf]'),
      'C.md': lore('keys: [c d]\ncharacters: [Ilse, Bram]\ncharacters_exclude: Ilse'),
    };
    expect(await told({}, {}, both)).toEqual([
      'A characters-contradict: Whoever the entry is for in "characters" is left out in "characters_exclude", so it can never go in.',
      'B characters-contradict: Whoever the entry is for in "character_tags" is left out in "character_tags_exclude", so it can never go in.',
    ]);
  });
});
