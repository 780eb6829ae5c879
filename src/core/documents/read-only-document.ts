import type { DeclaredDocument } from './declared-document';

/** A stored document may only be read: nothing was changed. Its message is a sentence for the user. */
export class ReadOnlyDocument extends Error {
  override readonly name = 'ReadOnlyDocument';
}

/** Why a document that a newer program wrote is not changed. */
export function newerSentence({ what }: Pick<DeclaredDocument, 'what'>): string {
  return `A newer version of Lorehearth wrote ${what}. Nothing of that is changed until Lorehearth is updated.`;
}
