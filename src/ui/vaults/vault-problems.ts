import { failureWords, type Failure } from '../failure';

/** What is wrong about a draft of a vault: sentences by field, and one for the whole. */
export interface VaultProblems {
  /** Id of the vault; empty for one that is not added yet. */
  readonly vault: string;
  readonly fields: Readonly<Record<string, string>>;
  /** Empty when the fields say it all. */
  readonly sentence: string;
}

/** The fields of the form; whatever else is wrong is said below it. */
const known: readonly string[] = ['name', 'folder', 'host', 'port', 'key'];

export const nothingWrong: VaultProblems = { vault: '-', fields: {}, sentence: '' };

/** What a refusal says about a draft. A test names the fields of a vault that is not added yet below `place`. */
export function vaultProblems(vault: string, failure: Failure): VaultProblems {
  const wrong = failure.kind === 'refused' ? (failure.fields ?? []) : [];
  const named = wrong.map(({ path, message }) => ({ path: path.replace(/^place\./u, ''), message }));
  const fields = Object.fromEntries(
    named.filter(({ path }) => known.includes(path)).map(({ path, message }) => [path, message]),
  );
  const other = named.find(({ path }) => !known.includes(path))?.message;
  const isSaid = Object.keys(fields).length > 0 && other === undefined;
  return { vault, fields, sentence: isSaid ? '' : (other ?? failureWords(failure).detail) };
}
