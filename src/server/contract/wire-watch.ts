import { z } from '@hono/zod-openapi';

/** Schemas of watched lorebooks: books of other programs that are mirrored into the vault as they change. */

const count = z.number().int().min(0);
const bookName = z.string().trim().min(1).max(500);
const entryId = z.string().min(1).max(500);

export const wireMirrorRequest = z
  .object({
    book: bookName,
    renamedFrom: bookName.optional(),
    data: z.unknown(),
    digest: z.string().min(1).max(200),
    writeBack: z.boolean().optional(),
    folder: z.string().max(500).optional(),
  })
  .meta({
    id: 'MirrorRequest',
    description:
      'A World Info book as SillyTavern holds it now. `book`: its name there. `renamedFrom`: its name before, if that changed. `digest`: of `data`, made by the client; the same digest again does nothing. `writeBack`: whether changes of the vault go back into the book; as before without it. `folder`: the folder of the vault in which notes of new entries come; as before without it.',
  });
export type WireMirrorRequest = z.input<typeof wireMirrorRequest>;

const watchedStates = ['mirrored', 'gone', 'conflicts'] as const;

export const wireWatchedBook = z
  .object({
    id: z.string(),
    source: z.object({ kind: z.literal('sillytavern'), book: z.string() }),
    folder: z.string(),
    entries: count,
    digest: z.string(),
    seenAt: z.number(),
    state: z.enum(watchedStates),
    writeBack: z.boolean(),
    counts: z.object({ changedHere: count, conflicts: count, missing: count, removedHere: count }),
    undo: z.string().optional(),
  })
  .meta({
    id: 'WatchedBook',
    description:
      '`id`: made of the kind of source and the name of the book. `entries`: of the book. `seenAt`: when the book came last, in milliseconds since 1970. `state`: `gone` when the book was deleted there; its notes stay. `changedHere`: entries that the vault says otherwise than the book, where only the vault changed. `missing`: notes whose entries the book does not have any more. `removedHere`: entries whose notes the user removed. `undo`: the id of the import that takes the last mirroring back.',
  });
export type WireWatchedBook = z.output<typeof wireWatchedBook>;

export const wireWatchedBooks = z
  .object({ items: z.array(wireWatchedBook).readonly() })
  .meta({ id: 'WatchedBooks', description: 'By name.' });

export const wireMirrorReport = z
  .object({
    created: count,
    updated: count,
    unchanged: count,
    conflicts: count,
    missing: count,
    removedHere: count,
    failed: z.array(z.object({ title: z.string(), sentence: z.string() })).readonly(),
  })
  .meta({
    id: 'MirrorReport',
    description: 'What mirroring did, entry by entry. `failed`: what could not be read or written, and why.',
  });
export type WireMirrorReport = z.output<typeof wireMirrorReport>;

export const wireMirrored = z
  .object({ book: wireWatchedBook, report: wireMirrorReport })
  .meta({ id: 'Mirrored', description: 'The book as it is watched now, and what was done.' });
export type WireMirrored = z.output<typeof wireMirrored>;

const entryStates = ['mirrored', 'changed', 'conflict', 'kept', 'missing', 'removed'] as const;

export const wireWatchedEntries = z
  .object({
    digest: z.string(),
    items: z
      .array(
        z.object({
          uid: z.string(),
          title: z.string(),
          state: z.enum(entryStates),
          source: z.string(),
          path: z.string().optional(),
        }),
      )
      .readonly(),
  })
  .meta({
    id: 'WatchedEntries',
    description:
      'Every entry of the book and its note. `uid`: the entry’s number there, as text. `source`: the note’s `lorehearth_source`. `path`: of the note; absent where there is none. `state`: `mirrored` is as in the book, `changed` was changed in the vault alone, `conflict` on both sides, `kept` could not be written, `missing` is not in the book any more, `removed` has no note because the user removed it. Entries with a note are served from the vault: the book’s own copies can be silenced.',
  });
export type WireWatchedEntries = z.output<typeof wireWatchedEntries>;

const changeKinds = ['changed', 'conflict', 'new', 'removed', 'missing'] as const;

export const wireWatchedChanges = z
  .object({
    digest: z.string(),
    items: z
      .array(
        z.object({
          uid: z.string(),
          at: z.string(),
          title: z.string(),
          kind: z.enum(changeKinds),
          path: z.string().optional(),
          fields: z
            .array(z.object({ field: z.string(), mine: z.string().optional(), theirs: z.string().optional() }))
            .readonly(),
          entry: z.record(z.string(), z.unknown()).optional(),
        }),
      )
      .readonly(),
  })
  .meta({
    id: 'WatchedChanges',
    description:
      'What the vault says otherwise than the book with this digest. `at`: the name under which the entry stands, or is to stand, in the `entries` of the book. `kind`: `changed` in the vault alone; `conflict`: on both sides; `new`: a note of the folder that the book does not have; `removed`: its note was removed; `missing`: the note is there and the book does not have the entry any more. `mine` is the vault’s, `theirs` the book’s; absent where it is not set. `entry`: the whole entry to write into the book; absent for `removed` and `missing`, and where the note is no lore any more. Nothing but the user’s word may take a `removed` entry out of the book: its note may come back.',
  });
export type WireWatchedChanges = z.output<typeof wireWatchedChanges>;

export const wireResolution = z.object({ uid: entryId, keep: z.enum(['mine', 'theirs']) }).meta({
  id: 'Resolution',
  description:
    'Settles what differs in one entry. Of a conflict `mine` keeps the vault’s words, `theirs` takes the book’s. Of a removed note `mine` leaves it removed without telling it again, `theirs` makes it anew. Of a missing entry `mine` keeps the note, which belongs to the book no longer, `theirs` removes it. The side that is not kept stays in the undo of the book.',
});

export const wireStopped = z
  .object({ id: z.string(), notes: count })
  .meta({ id: 'WatchingStopped', description: '`notes`: so many notes stay in the vault.' });
