import type { ModelAnswer, ModelRequest } from '../ai/language-model';
import type { EditOrigin } from '../edits/edit-origin';
import type { Patch } from '../edits/patch';
import type { Proposal } from '../edits/proposal';
import type { Proposing } from '../edits/vault-edits';
import type { Clock, Timer } from '../ports/clock';
import type { DocumentStore } from '../ports/document-store';
import type { Log } from '../ports/log';
import type { NoteSource } from '../ports/note-source';
import type { RandomSource } from '../ports/random';
import type { TokenCounter } from '../ports/token-counter';
import type { Transcript } from '../transcripts/transcript';

/** The model of the channel, ready to be asked. Errors: `ModelError`. */
export interface ScribeModel {
  ask<Value>(request: ModelRequest, read: (answer: ModelAnswer) => Value): Promise<Value>;
  readonly maxTokens: number;
  readonly temperature: number | undefined;
}

/** Habits of the Scribe, from the settings. */
interface ScribeSettings {
  /** Replies after which a summary is written by itself; 0 for never. */
  readonly scribeEvery: number;
  readonly scribeMarks: readonly string[];
  readonly scribeFolder: string;
  /** The most tokens of messages for one summary. */
  readonly scribeSceneTokens: number;
  readonly scribeRollUp: number;
  /** Empty for the built-in ones. */
  readonly scribeInstructions: string;
  readonly sessionTag: string;
}

/** Told whenever the summaries of a chat, or what is being done for them, are others than before. */
type ScribeNews = (chat: string) => void;

/** The one way in which the Scribe changes notes. */
interface NoteDesk {
  /** Proposes a change; where the settings let the Scribe write, it is made at once unless it has to ask. */
  propose(patch: Patch, origin: EditOrigin, asks?: boolean): Promise<Proposing>;
  /** Turns a proposal down. */
  reject(id: string): Promise<Proposing | undefined>;
  /** All that are kept. */
  list(): Promise<readonly Proposal[]>;
  /** A wikilink to a note that means no other one. */
  linkTo(path: string): string;
}

/** What the Scribe needs of the engine. */
export interface ScribePorts {
  readonly source: NoteSource;
  readonly notes: NoteDesk;
  readonly transcripts: { of(chat: string, parent?: string): Promise<Transcript | undefined> };
  /** The chat that a chat was copied from. */
  readonly parentOf: (chat: string) => string | undefined;
  readonly model: (chat: string) => Promise<ScribeModel>;
  /** What the channel lacks; undefined when it can be used. */
  readonly complaint: () => string | undefined;
  readonly settings: () => ScribeSettings;
  readonly changed: ScribeNews;
  readonly store: DocumentStore;
  readonly clock: Clock;
  readonly timer: Timer;
  readonly random: RandomSource;
  readonly tokens: TokenCounter;
  readonly log: Log;
  readonly newAbort: () => { readonly signal: AbortSignal; abort(reason?: unknown): void };
  /** The user's time zone in minutes east of UTC; UTC without it. */
  readonly minutesEast?: (() => number) | undefined;
}
