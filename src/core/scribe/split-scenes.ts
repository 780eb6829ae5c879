import type { TranscriptMessage } from '../transcripts/transcript';

/** How messages are cut into scenes. */
export interface SceneSplit {
  /** Lines that stand between two scenes. */
  readonly marks: readonly string[];
  /** The most tokens of a scene; one message alone may have more. */
  readonly most: number;
  readonly count: (text: string) => number;
}

/** The messages in scenes, in order, each message in exactly one. `open` is what no mark has ended yet. */
interface SplitMessages {
  readonly closed: readonly (readonly TranscriptMessage[])[];
  readonly open: readonly (readonly TranscriptMessage[])[];
}

/** Cuts messages where a mark stands, and what is too long then into pieces of about the same size. */
export function splitScenes(messages: readonly TranscriptMessage[], split: SceneSplit): SplitMessages {
  const { closed, open } = splitAtMarks(messages, split.marks);
  return {
    closed: closed.flatMap((scene) => splitBySize(scene, split)),
    open: open.length === 0 ? [] : splitBySize(open, split),
  };
}

function splitAtMarks(
  messages: readonly TranscriptMessage[],
  marks: readonly string[],
): { readonly closed: readonly (readonly TranscriptMessage[])[]; readonly open: readonly TranscriptMessage[] } {
  const wanted = new Set(marks.map((mark) => mark.trim()).filter((mark) => mark !== ''));
  const closed: (readonly TranscriptMessage[])[] = [];
  let scene: TranscriptMessage[] = [];
  const close = (): void => {
    if (scene.length > 0) closed.push(scene);
    scene = [];
  };
  for (const message of messages) {
    const lines = linesOf(message.text);
    // A message that is a mark and nothing else belongs to the scene that it ends.
    if (lines.length > 1 && wanted.has(lines[0] ?? '')) close();
    scene.push(message);
    if (wanted.has(lines.at(-1) ?? '')) close();
  }
  return { closed, open: scene };
}

/** The lines that are not blank. */
function linesOf(text: string): readonly string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

function splitBySize(
  messages: readonly TranscriptMessage[],
  { most, count }: SceneSplit,
): readonly (readonly TranscriptMessage[])[] {
  const sizes = messages.map(({ text }) => count(text));
  const total = sizes.reduce((sum, size) => sum + size, 0);
  // A little rest would make a scene of its own that tells nothing.
  const wanted = total / Math.max(1, Math.ceil(total / most));
  const pieces: TranscriptMessage[][] = [];
  let room = 0;
  messages.forEach((message, at) => {
    const size = sizes[at] ?? 0;
    const piece = pieces.at(-1);
    const isFull = piece === undefined || size > room || most - room >= wanted;
    if (piece !== undefined && !isFull) piece.push(message);
    else pieces.push([message]);
    room = (isFull ? most : room) - size;
  });
  return pieces;
}
