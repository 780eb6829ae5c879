import { z } from '@hono/zod-openapi';
import { editTools } from '../../core/edits/edit-origin';
import { proposalStatuses } from '../../core/edits/proposal';
import { isNotePath } from './note-path';

/** Schemas of proposals, changes and their undo. */

const count = z.number().int().min(0);
const path = z.string().max(1_000).refine(isNotePath, { error: 'Not the path of a note inside the vault.' });
const heading = z.string().min(1).max(500);
const text = z.string().max(4_000_000);
const name = z.string().min(1).max(200);
const items = z.array(z.string().max(10_000)).min(1).max(1_000).readonly();

/** What a property can be set to. */
const propertyValue = z.union([
  z.string().max(100_000),
  z.number(),
  z.boolean(),
  z
    .array(z.union([z.string().max(10_000), z.number(), z.boolean()]))
    .max(1_000)
    .readonly(),
]);

/** One step of a change. */
export const wireOperation = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('set-property'), name, value: propertyValue }),
  z.object({ kind: z.literal('unset-property'), name }),
  z.object({ kind: z.literal('add-items'), name, items }),
  z.object({ kind: z.literal('remove-items'), name, items }),
  z.object({ kind: z.literal('replace-text'), find: text.min(1), text, heading: heading.optional() }),
  z.object({ kind: z.literal('replace-section'), heading, text }),
  z.object({ kind: z.literal('append-section'), heading, text, level: z.number().int().min(1).max(6).optional() }),
  z.object({
    kind: z.literal('append-text'),
    text,
    heading: heading.optional(),
    after: z.string().min(1).max(100_000).optional(),
  }),
  z.object({ kind: z.literal('replace-body'), text }),
  z.object({ kind: z.literal('replace-source'), text }),
]);

const wirePatch = z
  .discriminatedUnion('kind', [
    z.object({ kind: z.literal('change'), path, operations: z.array(wireOperation).min(1).max(100).readonly() }),
    z.object({
      kind: z.literal('create'),
      folder: z.string().max(500),
      title: z.string().min(1).max(500),
      tags: z.array(z.string().min(1).max(200)).max(100).readonly().optional(),
      properties: z.record(name, propertyValue).optional(),
      body: text,
    }),
    z.object({ kind: z.literal('move'), path, to: path }),
  ])
  .meta({
    id: 'Patch',
    description:
      'A change to one note. `change`: its operations are done in their order. Anchors (`find`, `after`, `heading`) must be there exactly once. `create`: a note with a free name made of the title. `move`: another path, links to it follow where the host knows how.',
  });
export type WirePatch = z.output<typeof wirePatch>;

const wireEditOrigin = z
  .object({
    tool: z.enum(editTools),
    session: z.string().min(1).max(200).optional(),
    chat: z.string().min(1).max(200).optional(),
    turn: z.number().int().min(0).optional(),
    gap: z.string().min(1).max(200).optional(),
  })
  .meta({ id: 'EditOrigin', description: 'Where a change comes from. Texts of AI tools are made harmless first.' });
export type WireEditOrigin = z.output<typeof wireEditOrigin>;

const wireDiffLine = z.object({
  kind: z.enum(['same', 'removed', 'added']),
  /** Without its line end. */
  text: z.string(),
  /** Line number in the old text. */
  old: z.number().optional(),
  /** Line number in the new text. */
  new: z.number().optional(),
  /** The text in pieces, where single words differ. */
  words: z
    .array(z.object({ text: z.string(), changed: z.boolean() }))
    .readonly()
    .optional(),
});

const wireDiff = z
  .object({
    hunks: z.array(z.object({ old: z.number(), new: z.number(), lines: z.array(wireDiffLine).readonly() })).readonly(),
    added: count,
    removed: count,
    /** Whether more lines differ than are told. */
    cut: z.boolean(),
  })
  .meta({ id: 'Diff', description: 'Lines that differ, with three lines around; `added` and `removed` count lines.' });
export type WireDiff = z.output<typeof wireDiff>;

const remark = z.object({ was: z.string(), sentence: z.string() });

const proposalHead = z.object({
  id: z.string(),
  at: z.number(),
  origin: wireEditOrigin,
  status: z.enum(proposalStatuses),
  kind: z.enum(['change', 'create', 'move']),
  title: z.string(),
  path: z.string(),
  /** Where a moved note goes. */
  to: z.string().optional(),
  added: count,
  removed: count,
  /** Why it is in conflict or stale, or what became of it. */
  sentence: z.string().optional(),
  /** The change that it became. */
  change: z.string().optional(),
});
export type WireProposalHead = z.output<typeof proposalHead>;

export const wireProposal = proposalHead
  .extend({
    patch: wirePatch,
    /** From the note as it is to the note as it would be; of a closed one, what it proposed. */
    diff: wireDiff,
    /** The whole text that the note would have. */
    text: z.string(),
    remarks: z.array(remark).readonly(),
    /** Fingerprint of the text that `diff` starts from, to be sent with an edited text; absent for a new note. */
    base: z.string().optional(),
    /** Both versions, when the note was changed at the same places. */
    conflict: z.object({ base: z.string(), mine: z.string(), theirs: z.string() }).optional(),
  })
  .meta({
    id: 'Proposal',
    description:
      '`remarks`: what was made harmless in the text of an AI, with what it was. `conflict`: the text the proposal was made from, the note as it is now (`mine`) and that with the proposal where both changed the same lines (`theirs`).',
  });
export type WireProposal = z.output<typeof wireProposal>;

export const wireProposalPage = z
  .object({ items: z.array(proposalHead).readonly(), open: count })
  .meta({ id: 'ProposalPage', description: 'Newest first; `open` counts all that wait for a decision.' });

export const wireProposalQuery = z.object({
  status: z.enum([...proposalStatuses, 'waiting']).optional(),
  origin: z.enum(editTools).optional(),
  path: path.optional(),
  limit: z.coerce.number<string>().int().min(1).max(1_000).default(200),
});

export const wireProposalRequest = z
  .object({ patch: wirePatch, origin: wireEditOrigin.default({ tool: 'user' }) })
  .meta({ id: 'ProposalRequest' });

export const wireAcceptance = z.object({ text: text.optional(), base: z.string().max(200).optional() }).meta({
  id: 'Acceptance',
  description:
    '`text`: the whole text as the user edited it. `base`: the fingerprint of the version that the user looked at; it settles a conflict, and is refused when the note is another one by then.',
});

export const wireManyAccepted = z
  .object({
    items: z
      .array(z.object({ id: z.string(), status: z.enum(proposalStatuses), sentence: z.string().optional() }))
      .readonly(),
  })
  .meta({ id: 'ManyAccepted', description: 'What became of each, in order.' });

const changeHead = z.object({
  id: z.string(),
  at: z.number(),
  origin: wireEditOrigin,
  kind: z.enum(['change', 'create', 'move']),
  title: z.string(),
  path: z.string(),
  /** Where it was before it was moved. */
  from: z.string().optional(),
  added: count,
  removed: count,
  state: z.enum(['applied', 'undone']),
  proposal: z.string().optional(),
  /** Id of the change that did it again after it was taken back. */
  redone: z.string().optional(),
});
export type WireChangeHead = z.output<typeof changeHead>;

export const wireChangePage = z
  .object({ items: z.array(changeHead).readonly(), total: count })
  .meta({ id: 'ChangePage', description: 'What tools changed in notes, newest first.' });

export const wireChange = changeHead.extend({ diff: wireDiff }).meta({ id: 'Change' });
export type WireChange = z.output<typeof wireChange>;

export const wireUndoRequest = z
  .object({
    session: z.string().min(1).max(200).optional(),
    chat: z.string().min(1).max(200).optional(),
    turn: count.optional(),
  })
  .refine(({ session, chat, turn }) => session !== undefined || (chat !== undefined && turn !== undefined), {
    error: 'Give a session, or a chat and a turn.',
  })
  .meta({ id: 'UndoRequest', description: 'All changes of a session, or of one turn of a chat.' });

export const wireUndone = z
  .object({
    undone: z.array(z.string()).readonly(),
    kept: z.array(z.object({ id: z.string(), path: z.string(), sentence: z.string() })).readonly(),
  })
  .meta({ id: 'Undone', description: 'Changes that were taken back, and those that stay with the reason.' });
export type WireUndone = z.output<typeof wireUndone>;
