/** A marked stretch of a text, in UTF-16 units, end not included. Stretches may overlap. */
export interface Stretch {
  readonly start: number;
  readonly end: number;
}

/** A piece of a text and the stretches that cover all of it. */
export interface Segment<Mark extends Stretch> {
  readonly text: string;
  readonly marks: readonly Mark[];
}

/** Cuts a text at the edges of its stretches, in order and without loss. */
export function textSegments<Mark extends Stretch>(text: string, marks: readonly Mark[]): readonly Segment<Mark>[] {
  const known = marks.filter(({ start, end }) => start >= 0 && start < end && end <= text.length);
  const byStart = [...known].sort((a, b) => a.start - b.start);
  const edges = [...new Set([0, ...known.flatMap(({ start, end }) => [start, end]), text.length])].sort(
    (a, b) => a - b,
  );
  let open: readonly Mark[] = [];
  let next = 0;
  return edges.slice(0, -1).map((from, at): Segment<Mark> => {
    open = open.filter(({ end }) => end > from);
    for (let mark = byStart[next]; mark?.start === from; mark = byStart[next]) {
      open = [...open, mark];
      next += 1;
    }
    return { text: text.slice(from, edges[at + 1]), marks: open };
  });
}

/** Moves stretches of an older text along with an edit; those that the edit touched are left out. */
export function carryStretches<Mark extends Stretch>(
  marks: readonly Mark[],
  before: string,
  after: string,
): readonly Mark[] {
  if (before === after || marks.length === 0) return marks;
  const most = Math.min(before.length, after.length);
  let head = 0;
  while (head < most && before[head] === after[head]) head += 1;
  let tail = 0;
  while (tail < most - head && before.at(-1 - tail) === after.at(-1 - tail)) tail += 1;
  const shift = after.length - before.length;
  return marks.flatMap((mark) => {
    if (mark.end <= head) return [mark];
    if (mark.start < before.length - tail) return [];
    return [{ ...mark, start: mark.start + shift, end: mark.end + shift }];
  });
}
