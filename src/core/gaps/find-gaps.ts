import { LruMap } from '../base/lru-map';
import type { Transcript, TranscriptMessage } from '../transcripts/transcript';
import type { GapLearning } from './gap-learning';
import { findNames, type FoundName, type ReadMessage } from './names/find-names';
import { readMessageNames, type MessageNames } from './names/message-names';
import type { GapSighting } from './sighting';

/** How a name stands to the lore. */
export type NameStanding =
  | { readonly kind: 'known' }
  /** It is a part of the title of an entry that it does not wake. */
  | { readonly kind: 'part'; readonly entry: string; readonly title: string }
  | { readonly kind: 'unknown' };

/** What a scan needs besides the messages. */
export interface GapScanParts {
  /** How names stand to the lore: whether a key, a title or an alias knows them. */
  readonly standing: (names: readonly (readonly string[])[]) => Promise<readonly NameStanding[]>;
  readonly learning: GapLearning;
  /** How often a name must be used. */
  readonly least: number;
  /** Gives the host its turn. */
  readonly pause: () => Promise<void>;
  readonly signal: AbortSignal;
}

/** Messages whose names are remembered: a chat is scanned again after each reply. */
const REMEMBERED = 5_000;
/** Names of one scan that are kept, the most frequent. */
const MOST_FOUND = 100;
/** A part of a known title must be used so much more often. */
const PART_FACTOR = 2;
/** From so many times what is asked for, a find is more than of low urgency. */
const OFTEN = 4;

/** Looks in the replies of chats for proper names that the lore does not know. Remembers what it read. */
export class GapScanner {
  readonly #read = new LruMap<string, MessageNames>(REMEMBERED);

  /** The finds, the most frequent first; undefined when the signal ended the scan. */
  async scan(transcript: Transcript, parts: GapScanParts): Promise<readonly GapSighting[] | undefined> {
    const read: ReadMessage[] = [];
    for (const message of transcript.messages) {
      if (message.role !== 'assistant') continue;
      read.push({ ...message, names: this.#namesOf(message) });
      await parts.pause();
      if (parts.signal.aborted) return undefined;
    }
    const found = findNames(read, participantsOf(transcript), parts.least).filter((name) => isWanted(name, parts));
    await parts.pause();
    const standings = await parts.standing(found.map(({ title, forms }) => [title, ...forms]));
    if (parts.signal.aborted) return undefined;
    return found
      .flatMap((name, at) => sightingOf(name, standings[at], transcript.chat, parts.least) ?? [])
      .slice(0, MOST_FOUND);
  }

  #namesOf({ print, text }: TranscriptMessage): MessageNames {
    const known = this.#read.get(print);
    if (known) return known;
    const names = readMessageNames(text);
    this.#read.set(print, names);
    return names;
  }
}

/** Everybody who speaks, and whom the client names. */
function participantsOf({ names, messages }: Transcript): readonly string[] {
  return [...new Set([...names, ...messages.map(({ name }) => name)])].filter((name) => name.trim() !== '');
}

function isWanted({ title, forms, shape, mentions }: FoundName, { learning, least }: GapScanParts): boolean {
  if (learning.isDismissed([title, ...forms])) return false;
  const factor = learning.factorOf(title, shape);
  return factor <= 1 || mentions >= factor * least;
}

function sightingOf(
  { title, forms, mentions, shape, quotes }: FoundName,
  standing: NameStanding | undefined,
  chat: string,
  least: number,
): GapSighting | undefined {
  if (standing === undefined || standing.kind === 'known') return undefined;
  const isPart = standing.kind === 'part';
  if (isPart && mentions < PART_FACTOR * least) return undefined;
  const times = mentions === 1 ? 'once' : `${String(mentions)} times`;
  return {
    ...{ chat, kind: 'missing', title, origin: 'scan', evidence: quotes, scan: { mentions, forms, shape } },
    reason: isPart
      ? `Replies use this name ${times}. It stands in the title of “${standing.title}”, and no key wakes that entry by it.`
      : `Replies use this name ${times}, and no entry knows it.`,
    urgency: mentions >= OFTEN * least ? 'medium' : 'low',
    entry: isPart ? standing.entry : undefined,
  };
}
