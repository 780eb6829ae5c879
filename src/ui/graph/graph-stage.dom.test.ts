import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Palette } from './graph-paint';
import { GraphStage, type StagePlay } from './graph-stage';
import type { DrawnNode } from './graph-types';

const COUNT = 2_000;

/** What one step of the layout takes of this clock, in milliseconds. */
const STEP_MS = 2;

let frames: FrameRequestCallback[];
let now: number;
let stepsLeft: number;
let calls: { places: number; drawn: number; steps: number; settled: number; arcs: number; paints: number };
let stage: GraphStage;

beforeEach(() => {
  frames = [];
  now = 0;
  stepsLeft = 0;
  calls = { places: 0, drawn: 0, steps: 0, settled: 0, arcs: 0, paints: 0 };
  vi.spyOn(window, 'requestAnimationFrame').mockImplementation((frame) => frames.push(frame));
  vi.spyOn(window.performance, 'now').mockImplementation(() => now);
  const nodes = Array.from({ length: COUNT }, (_, at) => nodeAt(at));
  const edges = nodes.slice(1).map((to, at) => ({ from: nodes[Math.floor(at / 3)]!, to, kinds: ['link' as const] }));
  const play: StagePlay = {
    places: () => {
      calls.places++;
      return new Map(nodes.map(({ node, x, y }) => [node.id, { x, y }]));
    },
    drawn: () => {
      calls.drawn++;
      return { nodes, edges };
    },
    chosen: () => undefined,
    found: () => undefined,
    palette: () => ({}) as Palette,
    isMoving: () => stepsLeft > 0,
    run: (isOver) => {
      do {
        stepsLeft--;
        calls.steps++;
        now += STEP_MS;
      } while (stepsLeft > 0 && !isOver());
    },
    settled: () => void calls.settled++,
    canDrag: () => true,
    put: () => undefined,
    choose: () => undefined,
    pointed: () => undefined,
  };
  stage = new GraphStage(canvasThatCounts(), play);
  stage.resize({ width: 1_200, height: 800 });
});
afterEach(() => void vi.restoreAllMocks());

/** A canvas that has no picture, only counts. */
function canvasThatCounts(): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  const counted = { clearRect: () => void calls.paints++, arc: () => void calls.arcs++ };
  const brush = new Proxy(counted, {
    get: (own, name): unknown => Reflect.get(own, name) ?? (() => undefined),
    set: () => true,
  });
  vi.spyOn(canvas, 'getContext').mockImplementation(() => brush as never);
  return canvas;
}

function nodeAt(at: number): DrawnNode {
  const node = { id: String(at), title: `Entry ${String(at)}` };
  return { node, x: (at % 50) * 30, y: Math.floor(at / 50) * 30, radius: 6, color: 'muted' } as unknown as DrawnNode;
}

/** Lets the window draw what was asked for; how many frames that were. */
function drawn(): number {
  const asked = frames.splice(0);
  for (const frame of asked) frame(now);
  return asked.length;
}

test('2,000 entries that look for their places cost a frame nine milliseconds of layout and one picture', () => {
  stepsLeft = 12;
  stage.change();
  const frameCosts: (readonly [steps: number, paints: number, drawn: number])[] = [];
  while (frames.length > 0) {
    const before = { ...calls };
    expect(drawn()).toBe(1);
    frameCosts.push([calls.steps - before.steps, calls.paints - before.paints, calls.drawn - before.drawn]);
  }
  // Five steps of two milliseconds are the first that reach nine.
  expect(frameCosts).toEqual([
    [5, 1, 1],
    [5, 1, 1],
    [2, 1, 1],
  ]);
  expect(calls.arcs).toBe(3 * COUNT);
  expect(calls.settled).toBe(1);
});

test('at rest nothing is drawn, and looking elsewhere costs a picture of what is seen and no layout', () => {
  stage.change();
  drawn();
  expect(frames).toEqual([]);
  const before = { ...calls };
  // Many movements of a pointer come between two frames.
  for (let move = 0; move < 40; move++) stage.pan(3, 1);
  stage.zoom(8);
  expect(drawn()).toBe(1);
  expect(frames).toEqual([]);
  expect([calls.paints - before.paints, calls.drawn - before.drawn, calls.places - before.places, calls.steps]).toEqual(
    [...[1, 0, 0, 0]],
  );
  expect(calls.arcs - before.arcs).toBeLessThan(COUNT / 4);
});

test('who wants no motion sees one picture, when all have their places', () => {
  vi.spyOn(window, 'matchMedia').mockImplementation(() => ({ matches: true }) as MediaQueryList);
  stepsLeft = 12;
  stage.change();
  while (frames.length > 0) drawn();
  expect([calls.paints, calls.settled]).toEqual([1, 1]);
});
