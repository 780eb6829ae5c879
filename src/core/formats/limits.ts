/** How much of a file is taken. Files come from strangers; what is larger is refused or left out with a sentence. */
export const fileLimits = {
  /** Bytes of a file, and of a text inside it. */
  fileBytes: 50 * 1024 * 1024,
  /** Levels of objects and lists. */
  depth: 32,
  /** Characters of one text. */
  textLength: 1024 * 1024,
  /** Entries of one file. */
  entries: 20_000,
  /** Bytes of all members of an archive, unpacked. */
  archiveBytes: 200 * 1024 * 1024,
  /** Members of an archive. */
  archiveMembers: 5_000,
  /** Bytes of one text of a picture, unpacked. */
  pictureTextBytes: 64 * 1024 * 1024,
} as const;
