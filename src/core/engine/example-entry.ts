/** The note that shows a newcomer what an entry is. */
export interface ExampleEntry {
  /** Vault-relative path. */
  readonly path: string;
  /** Words that wake it. */
  readonly keys: readonly string[];
  readonly text: string;
}

/** An entry for the tag that is set. */
export function exampleEntry(loreTag: string): ExampleEntry {
  const keys = ['amber lighthouse', 'lighthouse'];
  const text = `---
tags:
  - ${loreTag}
keys:
  - ${keys.join('\n  - ')}
---
The Amber Lighthouse stands on the last rock of the bay. Its lamp has burned since the harbor froze, and nobody remembers who fills it with oil.

%% This comment is for you and never reaches the AI. The text above goes into the prompt whenever one of the keys is in the last messages. Change it, or delete the note when you have entries of your own. %%
`;
  return { path: 'Lorehearth/Amber Lighthouse.md', keys, text };
}
