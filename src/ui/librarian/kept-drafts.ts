/** A place for one text that outlives the page, e.g. the browser's local storage. */
export interface TextPlace {
  /** The text; undefined for none. */
  read(): string | undefined;
  /** Keeps another text; undefined forgets it. Must not throw, also when there is no room. */
  write(text: string | undefined): void;
}

/** What is written for a conversation that did not begin yet. */
export const NEW_CONVERSATION = 'new';
/** Drafts that are kept, the ones that were written last. */
const MOST_DRAFTS = 20;
/** Longer texts are kept by the page alone. In characters. */
const LONGEST = 100_000;

/** Messages that were written and not sent yet, by conversation, so that they are there again after the page was left. */
export class KeptDrafts {
  constructor(private readonly place?: TextPlace) {}

  /** What is written for a conversation; empty for nothing. */
  of(conversation: string): string {
    return this.#read().find(([id]) => id === conversation)?.[1] ?? '';
  }

  /** Keeps what is written; an empty text is forgotten. Other windows may have kept something meanwhile. */
  put(conversation: string, text: string): void {
    const others = this.#read().filter(([id]) => id !== conversation);
    const isKept = text.trim() !== '' && text.length <= LONGEST;
    const drafts = isKept ? [...others, [conversation, text]].slice(-MOST_DRAFTS) : others;
    this.place?.write(drafts.length === 0 ? undefined : JSON.stringify(drafts));
  }

  #read(): readonly (readonly [id: string, text: string])[] {
    const stored = parsed(this.place?.read() ?? '[]');
    if (!Array.isArray(stored)) return [];
    return stored.flatMap((one: unknown) => {
      const pair: readonly unknown[] = Array.isArray(one) ? one : [];
      const [id, text] = pair;
      return typeof id === 'string' && typeof text === 'string' ? [[id, text] as const] : [];
    });
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
