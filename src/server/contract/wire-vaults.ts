import { z } from '@hono/zod-openapi';

/** Schemas of the vaults that the host reads beside its own, and of what changed in the index. Keys go in and never out. */

const count = z.number().int().min(0);
/** Milliseconds since 1970. */
const time = z.number();
const kinds = ['folder', 'lorehearth', 'local-rest-api'] as const;
export type WireVaultKind = (typeof kinds)[number];

const name = z.string().trim().min(1, 'Write a name.').max(100);
const folder = z.string().trim().max(1_000);
const host = z
  .string()
  .trim()
  .max(253)
  .regex(/^[^\s/\\@?#]*$/, 'Write the name or address of a computer, without http:// and without a path.');
const port = z.number().int().min(1).max(65_535);
const key = z.string().max(4_000);

export const wireVault = z
  .object({
    id: z.string(),
    name: z.string(),
    kind: z.enum(['own', ...kinds]),
    enabled: z.boolean(),
    folder: z.string(),
    host: z.string(),
    port: count,
    https: z.boolean(),
    selfSigned: z.boolean(),
    hasKey: z.boolean(),
    state: z.enum(['reading', 'ready', 'unreachable', 'off']),
    /** A sentence, where something is wrong. */
    reason: z.string().nullable(),
    /** Whether its entries are those of an earlier time, since it cannot be reached. */
    stale: z.boolean(),
    lastRead: time.nullable(),
    /** When it is read again by itself. */
    nextTry: time.nullable(),
    notes: count,
    entries: count,
  })
  .meta({
    id: 'Vault',
    description: 'The own vault of the host has the id and the kind `own`, and cannot be changed.',
  });
export type WireVault = z.output<typeof wireVault>;

export const wireVaults = z
  .object({
    policy: z.enum(['all', 'first', 'last', 'merge']),
    canOpen: z.array(z.enum(kinds)).readonly(),
    items: z.array(wireVault).readonly(),
  })
  .meta({ id: 'Vaults', description: 'In the order of precedence, the own vault first.' });
export type WireVaults = z.output<typeof wireVaults>;

const place = {
  kind: z.enum(kinds),
  folder: folder.default(''),
  host: host.default(''),
  port: port.optional(),
  https: z.boolean().default(false),
  selfSigned: z.boolean().default(false),
};

export const wireNewVault = z
  .strictObject({ name, ...place, key: key.optional() })
  .meta({ id: 'NewVault', description: 'A folder needs `folder`, the other kinds `host` and `port`.' });
export type WireNewVault = z.input<typeof wireNewVault>;

export const wireVaultChange = z
  .strictObject({
    name: name.optional(),
    enabled: z.boolean().optional(),
    folder: folder.optional(),
    host: host.optional(),
    port: port.optional(),
    https: z.boolean().optional(),
    selfSigned: z.boolean().optional(),
    key: key.optional(),
  })
  .meta({
    id: 'VaultChange',
    description:
      'An empty `key` removes it. Another host or port, or another `https`, forgets the key, unless a new one comes along.',
  });
export type WireVaultChange = z.input<typeof wireVaultChange>;

export const wireVaultOrder = z
  .strictObject({ ids: z.array(z.string().min(1).max(100)).max(100) })
  .meta({ id: 'VaultOrder', description: 'Every further vault once.' });

export const wireVaultTestRequest = z
  .strictObject({ place: z.strictObject({ name: name.optional(), ...place }).optional(), key: key.optional() })
  .meta({
    id: 'VaultTestRequest',
    description: 'Without `place`, all further vaults that are enabled; with it, one that is not added yet.',
  });

export const wireVaultTest = z
  .object({
    /** Null for a vault that is not added yet. */
    id: z.string().nullable(),
    name: z.string(),
    result: z.enum(['ok', 'refused', 'unreachable', 'wrong-service', 'not-possible']),
    /** What the vault calls itself; empty unless `ok`. */
    vault: z.string(),
    notes: count.nullable(),
    version: z.string(),
    /** A sentence; empty when `ok`. */
    reason: z.string(),
  })
  .meta({ id: 'VaultTest' });
export type WireVaultTest = z.output<typeof wireVaultTest>;

export const wireVaultTests = z.object({ items: z.array(wireVaultTest).readonly() }).meta({ id: 'VaultTests' });

/** So many ports are looked at by one search at most. */
export const MOST_SCANNED_PORTS = 500;

export const wireVaultScanRequest = z
  .strictObject({ host: host.min(1, 'Write the name or address of a computer.'), from: port, to: port })
  .refine(({ from, to }) => from <= to && to - from < MOST_SCANNED_PORTS, {
    error: `The last port must not be before the first, and at most ${String(MOST_SCANNED_PORTS)} are looked at.`,
    path: ['to'],
  })
  .meta({ id: 'VaultScanRequest' });

const foundVault = z.object({
  kind: z.enum(['lorehearth', 'local-rest-api']),
  host: z.string(),
  port,
  https: z.boolean(),
  version: z.string(),
});
export type WireFoundVault = z.output<typeof foundVault>;

export const wireVaultScan = z
  .object({
    found: z.array(foundVault).readonly(),
    /** Ports that were looked at. */
    asked: count,
  })
  .meta({ id: 'VaultScan' });

/** So many entries are named in a report at most. */
export const MOST_REPORTED_ENTRIES = 50;

export const wireIndexReport = z
  .object({
    id: z.string(),
    at: time,
    /** Id of the vault (`own` for that of the host). */
    vault: z.string(),
    vaultName: z.string(),
    added: count,
    removed: count,
    changed: z.object({ text: count, keys: count }),
    entries: z
      .array(
        z.object({
          title: z.string(),
          path: z.string(),
          what: z.enum(['added', 'removed', 'text', 'keys', 'text and keys']),
        }),
      )
      .max(MOST_REPORTED_ENTRIES)
      .readonly(),
    /** Entries that changed too and are not named. */
    more: count,
  })
  .meta({ id: 'IndexReport', description: 'An entry whose text and keys changed counts in both numbers.' });
export type WireIndexReport = z.output<typeof wireIndexReport>;

export const wireIndexReports = z
  .object({ items: z.array(wireIndexReport).readonly() })
  .meta({ id: 'IndexReports', description: 'Since the host started, the newest first.' });

export const wireIndexReportQuery = z.object({
  limit: z.coerce.number<string>().int().min(1).max(50).default(50),
});

export const wireNoteList = z
  .object({
    items: z.array(z.object({ path: z.string(), size: count, modified: z.number() })).readonly(),
    /** Folders that could not be listed: what is known of the notes below them should stay. */
    unreadable: z.array(z.object({ path: z.string(), reason: z.string() })).readonly(),
  })
  .meta({ id: 'NoteList', description: 'Notes of the host’s own vault that are lore.' });
export type WireNoteList = z.output<typeof wireNoteList>;
