import { useRef, type PointerEvent, type RefObject } from "react";
import type { Blur } from "#core/blurs.ts";
import {
  around,
  between,
  changeBox,
  shift,
  type Boxes,
  type Point,
} from "./use-boxes.ts";

/** Pixels that a finger moves before it is no tap any more. */
const DRAG_MIN = 8;

interface Drag {
  /** Undefined while nothing is drawn yet. */
  key: number | undefined;
  start: Point;
  blur: Blur | undefined;
  /** The opposite corner, which stays put while one is pulled; undefined if none is. */
  fixed: Point | undefined;
  isMoved: boolean;
}

/** Lets one finger, or the mouse, move a box, pull its corner or draw a new one. A tap beside the boxes adds one. */
export function useDrawing(
  stage: RefObject<HTMLElement>,
  { boxes, isFull, take, move, undo }: Boxes,
  focus: (key: number) => void,
  add: (blur: Blur) => number,
) {
  const drag = useRef<Drag>();
  /** The place of a tap beside the boxes, until its click comes. */
  const tapped = useRef<Point>();

  function pointOf({ clientX, clientY }: PointerEvent): Point {
    const { left, top, width, height } = stage.current!.getBoundingClientRect();
    return { x: (clientX - left) / width, y: (clientY - top) / height };
  }

  function begin(event: PointerEvent) {
    tapped.current = undefined;
    // A second finger zooms.
    if (!event.isPrimary || event.button !== 0) return end();
    const target = event.target as HTMLElement;
    const key = Number(target.closest<HTMLElement>("[data-key]")?.dataset.key);
    const box = boxes.find((box) => box.key === key);
    const corner = target.dataset.corner?.split(" ").map(Number);
    drag.current = {
      key: box?.key,
      start: pointOf(event),
      blur: box?.blur,
      fixed:
        box && corner && cornerOf(box.blur, 1 - corner[0]!, 1 - corner[1]!),
      isMoved: false,
    };
    if (box) focus(box.key);
  }

  function follow(event: PointerEvent) {
    const now = drag.current;
    if (!now || !event.isPrimary) return;
    const { start } = now;
    const at = pointOf(event);
    const { width, height } = stage.current!.getBoundingClientRect();
    const way = Math.hypot((at.x - start.x) * width, (at.y - start.y) * height);
    if (!now.isMoved && way < DRAG_MIN) return;
    // Not before, because a tap's click would miss its box.
    if (!now.isMoved) stage.current!.setPointerCapture(event.pointerId);
    if (now.key === undefined) {
      now.isMoved = true;
      if (isFull) return;
      drag.current = { ...now, key: add(between(start, at)), fixed: start };
      return;
    }
    // The whole way is one step.
    if (!now.isMoved) take((boxes) => boxes);
    now.isMoved = true;
    const blur = now.fixed
      ? between(now.fixed, at)
      : shift(now.blur!, { x: at.x - start.x, y: at.y - start.y });
    move(changeBox(now.key, (box) => ({ ...box, blur })));
  }

  function finish(event: PointerEvent) {
    const now = drag.current;
    if (!now || !event.isPrimary) return;
    end();
    if (!now.isMoved && now.key === undefined) tapped.current = now.start;
  }

  /** Not when the finger is lifted: a box that was there before the tap's click would get that click, and turn visible. */
  function tap() {
    const at = tapped.current;
    tapped.current = undefined;
    if (at && !isFull) add(around(at, ratioOf(stage)));
  }

  /** A browser that takes the gesture for itself leaves the boxes as they were. */
  function cancel() {
    const { key, isMoved } = drag.current ?? {};
    end();
    if (isMoved && key !== undefined) undo();
  }

  const end = () => void (drag.current = undefined);

  return {
    onPointerDown: begin,
    onPointerMove: follow,
    onPointerUp: finish,
    onClick: tap,
    onPointerCancel: cancel,
  };
}

/** The width of the picture, which fills the stage, divided by its height. */
export function ratioOf(stage: RefObject<HTMLElement>) {
  const { width, height } = stage.current!.getBoundingClientRect();
  return width / height;
}

/** @param right 0 or 1, as `down` */
const cornerOf = (
  [x, y, width, height]: Blur,
  right: number,
  down: number,
): Point => ({ x: x + right * width, y: y + down * height });
