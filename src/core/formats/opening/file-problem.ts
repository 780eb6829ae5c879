/** Why a file cannot be read: the message is a sentence for the user that says what was found and what was expected. */
export class FileProblem extends Error {}

/** A size for sentences, in MB that were begun. */
export function megabytes(bytes: number): string {
  return `${String(Math.ceil(bytes / (1024 * 1024)))} MB`;
}
