/** The code of a system error such as `ENOENT`; undefined for any other value. */
export function errorCode(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}

const SENTENCES: Readonly<Record<string, string>> = {
  EACCES: 'Access was denied.',
  EBUSY: 'Another program is using it.',
  EIO: 'The disk reported an error.',
  EISDIR: 'It is a folder.',
  ELOOP: 'Its links lead in a circle.',
  EMFILE: 'Too many files are open.',
  ENAMETOOLONG: 'Its path is too long.',
  ENFILE: 'Too many files are open.',
  ENOENT: 'It does not exist.',
  ENOSPC: 'The disk is full.',
  ENOTDIR: 'It is not a folder.',
  EPERM: 'Access was denied.',
  EROFS: 'The disk is read-only.',
  ESTALE: 'The network drive lost it.',
  ETIMEDOUT: 'The drive did not answer.',
};

/** What went wrong as a sentence for the user. Never the error's own message, which holds absolute paths. */
export function fileProblem(error: unknown): string {
  const code = errorCode(error);
  if (code === undefined) return 'The system reported an unknown error.';
  return SENTENCES[code] ?? `The system reported ${code}.`;
}

/** Whether the error says that nothing is there (and not that it could not be looked at). */
export function saysGone(error: unknown): boolean {
  const code = errorCode(error);
  return code === 'ENOENT' || code === 'ENOTDIR';
}
