import { z } from '@hono/zod-openapi';
import { bookDigest } from './wire-cards';

/** Schemas of imports and exports. */

const count = z.number().int().min(0);
const remark = z.object({ field: z.string(), sentence: z.string() });
const conflict = z.object({ field: z.string(), mine: z.string().optional(), theirs: z.string().optional() });
const failed = z.object({ title: z.string(), path: z.string(), sentence: z.string() });

const importActions = ['create', 'duplicate', 'update', 'unchanged', 'conflict'] as const;

/** So many files are taken in one request. */
const MOST_FILES = 100;

export const wireImportRequest = z
  .object({
    files: z
      .array(
        z
          .object({
            name: z.string().min(1).max(500),
            text: z.string().optional(),
            base64: z
              .string()
              .regex(/^[A-Za-z0-9+/]*={0,2}$/, { error: 'Not base64.' })
              .optional(),
            /** Stands for the lorebook of a card that a turn drew on. */
            bookDigest: bookDigest.optional(),
          })
          .refine(
            ({ text, base64, bookDigest: digest }) =>
              [text, base64, digest].filter((one) => one !== undefined).length === 1,
            {
              error: 'Give either text, base64 or bookDigest.',
            },
          ),
      )
      .min(1)
      .max(MOST_FILES),
    folder: z.string().max(500).optional(),
    duplicates: z.enum(['write', 'skip']).optional(),
    dryRun: z.boolean().default(false),
  })
  .meta({
    id: 'ImportRequest',
    description:
      'Files as text, as base64, or by the digest of a card’s lorebook that a turn drew on. `folder`: where the folders of the books are made; without it the setting. `duplicates`: whether entries that the vault seems to have already are written too. `dryRun`: only tell what would happen.',
  });

const wirePlannedNote = z.object({
  title: z.string(),
  action: z.enum(importActions),
  path: z.string(),
  changes: z.array(z.string()).readonly(),
  conflicts: z.array(conflict).readonly(),
  duplicateOf: z.string().optional(),
  kept: z.string().optional(),
  lost: z.array(remark).readonly(),
});

const wirePlannedFile = z.object({
  file: z.string(),
  format: z.string().optional(),
  entries: count,
  mapped: count,
  lost: z.array(z.object({ title: z.string(), field: z.string(), sentence: z.string() })).readonly(),
  problems: z.array(z.string()).readonly(),
  books: z
    .array(
      z.object({
        name: z.string(),
        format: z.string(),
        folder: z.string(),
        notes: z.array(wirePlannedNote).readonly(),
        missing: z.array(z.string()).readonly(),
      }),
    )
    .readonly(),
});
export type WirePlannedFile = z.output<typeof wirePlannedFile>;

export const wireImportAnswer = z
  .object({
    files: z.array(wirePlannedFile).readonly(),
    counts: z.object({ create: count, duplicate: count, update: count, unchanged: count, conflict: count }),
    settings: z.object({ path: z.string(), text: z.string(), action: z.enum(['create', 'add-by-hand']) }).optional(),
    report: z
      .object({
        id: z.string().optional(),
        created: z.array(z.string()).readonly(),
        updated: z.array(z.string()).readonly(),
        unchanged: count,
        failed: z.array(failed).readonly(),
        isCancelled: z.boolean(),
        problem: z.string().optional(),
      })
      .optional(),
  })
  .meta({
    id: 'ImportAnswer',
    description:
      'What becomes of each entry; `lost` is what notes cannot say, `missing` are notes of an earlier import whose entries the file does not have any more, `settings` is what the note of books has to say. `report`, without `dryRun`, is what was done.',
  });
export type WireImportAnswer = z.output<typeof wireImportAnswer>;

export const wireImports = z
  .object({
    items: z
      .array(
        z.object({
          id: z.string(),
          at: z.number(),
          files: z.array(z.string()).readonly(),
          created: count,
          updated: count,
          state: z.enum(['under-way', 'done', 'undone']),
          watched: z.string().optional(),
        }),
      )
      .readonly(),
  })
  .meta({
    id: 'Imports',
    description:
      'Imports that were made, newest first. `watched`: id of the watched book; each has one line, which stands for its last change, and undoing it goes back step by step.',
  });

export const wireUndoReport = z
  .object({
    id: z.string(),
    removed: z.array(z.string()).readonly(),
    restored: z.array(z.string()).readonly(),
    gone: z.array(z.string()).readonly(),
    kept: z.array(failed).readonly(),
  })
  .meta({
    id: 'UndoReport',
    description:
      'Notes that were removed, got their old text back, were gone already, or stay because they were changed.',
  });

export const wireExport = z
  .object({
    format: z.string(),
    entries: count,
    file: z.unknown(),
    lost: z.array(z.object({ title: z.string(), field: z.string(), sentence: z.string() })).readonly(),
    problems: z.array(z.object({ path: z.string(), sentence: z.string() })).readonly(),
  })
  .meta({ id: 'Export', description: '`file` is the lorebook, to be written as JSON; `lost` is what it cannot say.' });
