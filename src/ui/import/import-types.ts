import type { LorehearthClient } from '../../server/client';
import type { WireImportAnswer, WirePlannedFile } from '../../server/contract/wire-imports';

type Imports = LorehearthClient['v1']['imports'];
type GoodReply<Reply> = Reply extends { readonly ok: true; json(): Promise<infer Body> } ? Body : never;

/** What becomes of the entries of one book of a file. */
export type PlannedBook = WirePlannedFile['books'][number];
/** What becomes of one entry. */
export type PlannedNote = PlannedBook['notes'][number];
export type ImportAction = PlannedNote['action'];
export type ImportReport = NonNullable<WireImportAnswer['report']>;
/** An import that was made earlier. */
export type ImportRun = GoodReply<Awaited<ReturnType<Imports['$get']>>>['items'][number];
export type UndoReport = GoodReply<Awaited<ReturnType<Imports[':id']['undo']['$post']>>>;
