import { splicesBetween, type Splice } from '../edits/text-splices';
import type { TranscriptMessage } from '../transcripts/transcript';
import type { CoveredMessage, Summary } from './summary';

/** How a summary stands to the chat: `stale` when something of it was changed, `gone` when nothing of it is left. */
export type SummaryState = 'fresh' | 'stale' | 'gone';

/** A scene beside the chat as it is now. */
export interface SceneView {
  readonly summary: Summary;
  readonly state: SummaryState;
  /** The messages that belong to it now. */
  readonly messages: readonly TranscriptMessage[];
  /** The same, with those that are hidden and that it still tells of. */
  readonly covered: readonly CoveredMessage[];
  readonly hasHidden: boolean;
}

/** Every visible message of a chat, in exactly one place. */
interface AlignedChat {
  readonly scenes: readonly SceneView[];
  /** The messages at the end that no scene tells of. */
  readonly tail: readonly TranscriptMessage[];
}

interface Place {
  readonly scene: number;
  readonly message: CoveredMessage;
}

interface Draft {
  readonly summary: Summary;
  isStale: boolean;
  readonly messages: TranscriptMessage[];
  readonly covered: CoveredMessage[];
  hasHidden: boolean;
}

/**
 * Finds the messages of scenes in the chat again by their fingerprints, since indexes move when a message is deleted.
 * What was inserted or edited belongs to the scene around it; what only was hidden stays where it is.
 *
 * @param scenes In the order of the story.
 */
export function alignScenes(scenes: readonly Summary[], messages: readonly TranscriptMessage[]): AlignedChat {
  const alignment = new Alignment(scenes, messages);
  return alignment.result();
}

class Alignment {
  readonly #places: readonly Place[];
  readonly #drafts: readonly Draft[];
  readonly #tail: TranscriptMessage[] = [];

  constructor(
    scenes: readonly Summary[],
    private readonly messages: readonly TranscriptMessage[],
  ) {
    this.#places = scenes.flatMap((summary, scene) => summary.messages.map((message) => ({ scene, message })));
    this.#drafts = scenes.map((summary) => ({
      ...{ summary, isStale: false, messages: [], covered: [], hasHidden: false },
    }));
  }

  result(): AlignedChat {
    const before = this.#places.map(({ message }) => message.print);
    const splices = splicesBetween(
      before,
      this.messages.map(({ print }) => print),
    );
    let place = 0;
    let at = 0;
    for (const splice of splices) {
      for (; place < splice.at; place += 1, at += 1) this.#take(this.#places[place]?.scene, at);
      this.#splice(splice, place, at);
      place += splice.removed.length;
      at += splice.added.length;
    }
    for (; at < this.messages.length; place += 1, at += 1) this.#take(this.#places[place]?.scene, at);
    return { scenes: this.#drafts.map(viewOf), tail: this.#tail };
  }

  /** A message belongs to a scene, or to none yet. */
  #take(scene: number | undefined, at: number): void {
    const message = this.messages[at];
    if (message === undefined) return;
    const draft = scene === undefined ? undefined : this.#drafts[scene];
    if (draft === undefined) {
      this.#tail.push(message);
      return;
    }
    draft.messages.push(message);
    draft.covered.push({ index: message.index, print: message.print });
  }

  #splice({ removed, added }: Splice, place: number, at: number): void {
    if (added.length === 0 && this.#isHidden(removed.length, at)) this.#hide(place, removed.length);
    else if (this.#isRoomKept(removed.length, at, added.length)) this.#editAmongHidden(place, at, removed.length);
    else if (removed.length === 0) this.#insert(place, at, added.length);
    else this.#replace(place, at, removed.length, added.length);
  }

  /** Whether the chat has room for so many messages that are not shown, at a place; a chat that shows nothing says nothing. */
  #isHidden(count: number, at: number): boolean {
    const next = this.messages[at];
    if (next === undefined) return this.messages.length === 0;
    return next.index - this.#indexBefore(at) - 1 >= count;
  }

  #hide(place: number, count: number): void {
    for (const { scene, message } of this.#places.slice(place, place + count)) {
      const draft = this.#drafts[scene];
      if (draft === undefined) continue;
      draft.covered.push(message);
      draft.hasHidden = true;
    }
  }

  /** Whether the chat has between two messages as many places as before, some of which are not shown any more. */
  #isRoomKept(removed: number, at: number, added: number): boolean {
    const next = this.messages[at + added];
    return added > 0 && added < removed && next !== undefined && next.index - this.#indexBefore(at) - 1 === removed;
  }

  /** What is shown was edited, and what is not was only hidden. */
  #editAmongHidden(place: number, at: number, count: number): void {
    const first = this.#indexBefore(at) + 1;
    let next = at;
    for (let one = 0; one < count; one += 1) {
      const scene = this.#places[place + one]?.scene;
      if (this.messages[next]?.index === first + one) {
        this.#mark(scene);
        this.#take(scene, next);
        next += 1;
      } else this.#hide(place + one, 1);
    }
  }

  #indexBefore(at: number): number {
    return this.messages[at - 1]?.index ?? -1;
  }

  #insert(place: number, at: number, count: number): void {
    const next = this.#places[place];
    // What comes behind the last scene is new.
    const scene = next === undefined ? undefined : (this.#places[place - 1]?.scene ?? next.scene);
    this.#mark(scene);
    for (let one = 0; one < count; one += 1) this.#take(scene, at + one);
  }

  #replace(place: number, at: number, removed: number, added: number): void {
    const scenes = this.#places.slice(place, place + removed).map(({ scene }) => scene);
    for (const scene of scenes) this.#mark(scene);
    const isAtEnd = place + removed === this.#places.length;
    for (let one = 0; one < added; one += 1) {
      const scene = one < removed ? scenes[one] : isAtEnd ? undefined : scenes.at(-1);
      this.#take(scene, at + one);
    }
  }

  #mark(scene: number | undefined): void {
    const draft = scene === undefined ? undefined : this.#drafts[scene];
    if (draft !== undefined) draft.isStale = true;
  }
}

function viewOf({ isStale, ...draft }: Draft): SceneView {
  const state = !isStale ? 'fresh' : draft.covered.length === 0 ? 'gone' : 'stale';
  return { ...draft, state };
}
