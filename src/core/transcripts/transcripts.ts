import { LruMap } from '../base/lru-map';
import { PlacedDocuments, type DocumentPorts } from '../documents/placed-documents';
import { storedDocuments } from '../documents/stored-documents';
import type { Clock } from '../ports/clock';
import { applySent, printOf, type SentTranscript } from './apply-sent';
import { readTranscript } from './read-transcript';
import { nextIndex, type Transcript } from './transcript';

/** Chats whose messages are kept. */
const MOST_CHATS = 60;
/** Characters of all chats together. */
const MOST_CHARACTERS = 20_000_000;
/** Chats whose messages are held in memory. */
const HELD = 4;

/** What keeping transcripts needs of the host. */
export interface TranscriptPorts extends DocumentPorts {
  readonly clock: Clock;
}

/** What became of what a client sent. */
export interface TranscriptKept {
  /** Whether it fitted; nothing was changed where it did not. */
  readonly isKept: boolean;
  /** Whether the chat is another one than before. */
  readonly isChanged: boolean;
  readonly messages: number;
  /** Fingerprint of everything that is known now. */
  readonly print: string;
  /** Index from which on the next request should send messages. */
  readonly wantsFrom: number;
}

/** The visible messages of chats, as their clients told them: what everything reads that looks back on a story. */
export class Transcripts {
  readonly #documents: PlacedDocuments<Transcript>;
  readonly #held = new LruMap<string, Transcript>(HELD);
  #last: string | undefined;
  /** What is sent is put in one after the other, since each depends on what was known before. */
  #busy: Promise<unknown> = Promise.resolve();

  constructor(private readonly ports: TranscriptPorts) {
    this.#documents = new PlacedDocuments(
      {
        document: storedDocuments.transcripts,
        most: MOST_CHATS,
        heaviest: MOST_CHARACTERS,
        weigh: weightOf,
        read: readTranscript,
      },
      ports,
    );
  }

  async load(): Promise<void> {
    await this.#documents.load();
    this.#last ??= this.#documents.keys.at(-1);
  }

  /** The chat that was told of last. */
  get last(): string | undefined {
    return this.#last;
  }

  /** The chats of which anything is kept, the one that changed last first. */
  get chats(): readonly string[] {
    return [...this.#documents.keys].reverse();
  }

  /** What is known of a chat; a branch of which nothing was told yet begins with what its origin holds. */
  async of(chat: string, parent?: string): Promise<Transcript | undefined> {
    const known = this.#held.get(chat) ?? (await this.#documents.get(chat));
    if (known) {
      this.#held.set(chat, known);
      return known;
    }
    const origin = parent === undefined || parent === chat ? undefined : await this.of(parent);
    return origin && { ...origin, chat };
  }

  /** Takes in what a client sent. */
  put(sent: SentTranscript, parent: string | undefined): Promise<TranscriptKept> {
    const kept = this.#busy.then(() => this.#put(sent, parent));
    this.#busy = kept.catch(() => undefined);
    return kept;
  }

  /** Stores what is not stored yet. */
  async flush(): Promise<void> {
    await this.#busy;
    await this.#documents.flush();
  }

  async #put(sent: SentTranscript, parent: string | undefined): Promise<TranscriptKept> {
    const { chat } = sent;
    const own = await this.of(chat);
    const known = own ?? (await this.of(chat, parent));
    const applied = applySent(known, sent, this.ports.clock.now());
    if (applied.kind === 'misfit') return toldOf(known, { isKept: false, isChanged: false, wantsFrom: applied.from });
    const { transcript } = applied;
    this.#last = chat;
    const isChanged = own === undefined || printOf(own) !== printOf(transcript);
    if (isChanged || !isSameHead(own, transcript)) {
      this.#held.set(chat, transcript);
      this.#documents.put(chat, transcript);
    }
    return toldOf(transcript, { isKept: true, isChanged, wantsFrom: nextIndex(transcript) });
  }
}

function toldOf(
  known: Transcript | undefined,
  outcome: Pick<TranscriptKept, 'isKept' | 'isChanged' | 'wantsFrom'>,
): TranscriptKept {
  return { ...outcome, messages: known?.messages.length ?? 0, print: known ? printOf(known) : '' };
}

function isSameHead(a: Transcript, b: Transcript): boolean {
  return a.name === b.name && a.names.join('\n') === b.names.join('\n');
}

function weightOf({ messages }: Transcript): number {
  return messages.reduce((sum, { text }) => sum + text.length + 100, 0);
}
