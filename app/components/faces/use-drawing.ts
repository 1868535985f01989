import { useRef, type PointerEvent, type RefObject } from "react";
import { flushSync } from "react-dom";
import type { Blur } from "#core/blurs.ts";
import {
  around,
  between,
  changeBox,
  newBox,
  shift,
  type Box,
  type Point,
  type useBoxes,
} from "./use-boxes.ts";

/** Pixels that a finger moves before it is no tap any more. */
const DRAG_MIN = 8;

export const CORNERS = ["0 0", "1 0", "0 1", "1 1"] as const;

interface Drag {
  /** Undefined while nothing is drawn yet. */
  key: number | undefined;
  start: Point;
  blur: Blur | undefined;
  /** The opposite corner, which stays put while one is pulled; undefined if none is. */
  fixed: Point | undefined;
  before: Box[];
  isMoved: boolean;
}

/**
 * Lets one finger, or the mouse, move a box, pull its corner or draw a new one. A tap beside the boxes adds one there;
 * a tap on a box is its own click.
 */
export function useDrawing(
  stage: RefObject<HTMLElement>,
  {
    boxes,
    isFull,
    take,
    move,
    focus,
  }: Pick<ReturnType<typeof useBoxes>, "boxes" | "isFull" | "take" | "move"> & {
    focus: (key: number) => void;
  },
) {
  const drag = useRef<Drag>();

  function pointOf({ clientX, clientY }: PointerEvent): Point {
    const { left, top, width, height } = stage.current!.getBoundingClientRect();
    return { x: (clientX - left) / width, y: (clientY - top) / height };
  }

  function begin(event: PointerEvent) {
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
      before: boxes,
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
    now.isMoved = true;
    if (now.key === undefined) {
      if (isFull) return;
      const box = newBox(between(start, at));
      drag.current = { ...now, key: box.key, fixed: start };
      flushSync(() => move((boxes) => [...boxes, box]));
      return focus(box.key);
    }
    const blur = now.fixed
      ? between(now.fixed, at)
      : shift(now.blur!, { x: at.x - start.x, y: at.y - start.y });
    move(changeBox(now.key, (box) => ({ ...box, blur })));
  }

  function finish(event: PointerEvent) {
    const now = drag.current;
    if (!now || !event.isPrimary) return;
    end();
    if (now.isMoved) return take((boxes) => boxes, now.before);
    if (now.key !== undefined || isFull) return;
    const { width, height } = stage.current!.getBoundingClientRect();
    const box = newBox(around(now.start, width / height));
    flushSync(() => take((boxes) => [...boxes, box]));
    focus(box.key);
  }

  /** A browser that takes the gesture for itself leaves the boxes as they were. */
  function cancel() {
    const { before } = drag.current ?? {};
    end();
    if (before) move(() => before);
  }

  const end = () => void (drag.current = undefined);

  return {
    onPointerDown: begin,
    onPointerMove: follow,
    onPointerUp: finish,
    onPointerCancel: cancel,
  };
}

/** @param right 0 or 1, as `down` */
const cornerOf = (
  [x, y, width, height]: Blur,
  right: number,
  down: number,
): Point => ({ x: x + right * width, y: y + down * height });
