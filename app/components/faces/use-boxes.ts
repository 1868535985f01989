import { useCallback, useState } from "react";
import type { Blur } from "#core/blurs.ts";
import { BLURS_MAX } from "#core/limits.ts";

export interface Box {
  key: number;
  blur: Blur;
  isHidden: boolean;
}

/** The shortest side of a box, as a fraction of the picture's. */
const SIDE_MIN = 0.015;

type Change = (boxes: Box[]) => Box[];

export type Boxes = ReturnType<typeof useBoxes>;

/** The boxes of a picture. Each step can be taken back. */
export function useBoxes(blurs: Blur[]) {
  const [states, set] = useState([blurs.map((blur) => newBox(blur))]);
  const boxes = states.at(-1)!;
  return {
    boxes,
    isFull: boxes.length >= BLURS_MAX,
    canUndo: states.length > 1,
    take: (change: Change) =>
      set((states) => [...states, change(states.at(-1)!)]),
    /** Without a step of its own, while a finger moves. */
    move: (change: Change) =>
      set((states) => [...states.slice(0, -1), change(states.at(-1)!)]),
    /** Undo is for a person's steps, so no step takes the proposals back. */
    propose: useCallback(
      (found: Blur[], isHidden: boolean) =>
        set((states) =>
          addFound(
            states,
            found.map((blur) => newBox(blur, isHidden)),
          ),
        ),
      [],
    ),
    undo: () => set((states) => states.slice(0, -1)),
  };
}

let count = 0;
export const newBox = (blur: Blur, isHidden = true): Box => ({
  key: ++count,
  blur,
  isHidden,
});

export const changeBox =
  (key: number, change: (box: Box) => Box) => (boxes: Box[]) =>
    boxes.map((box) => (box.key === key ? change(box) : box));

export const listHidden = (boxes: Box[]) =>
  boxes.filter(({ isHidden }) => isHidden).map(({ blur }) => blur);

/** Adds proposals to the boxes of now and of every earlier step. One where a person has put a box is left out. */
export const addFound = (states: Box[][], found: Box[]): Box[][] =>
  states.map((boxes) =>
    [
      ...boxes,
      ...found.filter(
        ({ blur }) => !boxes.some((box) => areSame(box.blur, blur)),
      ),
    ].slice(0, BLURS_MAX),
  );

/** Adds those that are not there exactly as they are. */
export const addMissing = (boxes: Box[], blurs: Blur[]): Box[] => [
  ...boxes,
  ...blurs
    .filter(
      (blur) =>
        !boxes.some((box) => JSON.stringify(box.blur) === JSON.stringify(blur)),
    )
    .map((blur) => newBox(blur)),
];

const areSame = (one: Blur, other: Blur) =>
  hasMiddle(one, other) || hasMiddle(other, one);
const hasMiddle = ([x, y, width, height]: Blur, [ox, oy, ow, oh]: Blur) =>
  Math.abs(x + width / 2 - ox - ow / 2) < width / 2 &&
  Math.abs(y + height / 2 - oy - oh / 2) < height / 2;

const clamp = (value: number, min: number, max: number) =>
  Math.max(min, Math.min(max, value));

export const shift = ([x, y, width, height]: Blur, by: Point): Blur => [
  clamp(x + by.x, 0, 1 - width),
  clamp(y + by.y, 0, 1 - height),
  width,
  height,
];

/** A point of the picture, or a way in it, as fractions of its sides. */
export interface Point {
  x: number;
  y: number;
}

/** The box between two points, as far as it is in the picture. */
export function between(one: Point, other: Point): Blur {
  const [left, width] = spanOf(one.x, other.x);
  const [top, height] = spanOf(one.y, other.y);
  return [left, top, width, height];
}

function spanOf(one: number, other: number): [start: number, length: number] {
  const start = clamp(Math.min(one, other), 0, 1 - SIDE_MIN);
  const end = clamp(Math.max(one, other), start + SIDE_MIN, 1);
  return [start, end - start];
}

/** A square box around a point. @param ratio width of the picture, divided by its height */
export function around({ x, y }: Point, ratio: number): Blur {
  const width = 0.18 * Math.min(1, 1 / ratio);
  const height = width * ratio;
  return shift([x - width / 2, y - height / 2, width, height], { x: 0, y: 0 });
}
