/** What a call is, seen with those before it: `stuck` when the model goes round in circles. */
export type CallNovelty = 'new' | 'repeated' | 'stuck';

/** Repeated calls that are put up with in one answer. */
const MOST_REPEATED = 4;

/** Notices when a model makes the same calls again and again: A-A-A, A-B-A-B, or many repeated ones. */
export class RepeatedCalls {
  readonly #seen: string[] = [];
  #repeated = 0;
  /** Calls before this place were made when the vault was another one. */
  #fresh = 0;

  /** Looks at a call. */
  look(tool: string, input: unknown): CallNovelty {
    const call = `${tool} ${canonical(input)}`;
    const isRepeated = this.#seen.includes(call, this.#fresh);
    this.#seen.push(call);
    if (!isRepeated) return 'new';
    this.#repeated += 1;
    return this.#isCircle() || this.#repeated >= MOST_REPEATED ? 'stuck' : 'repeated';
  }

  /** Something was changed: the same question may have another answer now. */
  renew(): void {
    this.#fresh = this.#seen.length;
  }

  #isCircle(): boolean {
    const [d, c, b, a] = [1, 2, 3, 4].map((back) => this.#seen.at(-back));
    return (d === c && c === b) || (a !== undefined && d === b && c === a);
  }
}

/** A value as text, whatever the order of its fields. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${(value as readonly unknown[]).map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return value === undefined ? '' : JSON.stringify(value);
  const fields = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${fields.map(([name, inner]) => `${name}:${canonical(inner)}`).join(',')}}`;
}
