import { Plural, Trans, useLingui } from "@lingui/react/macro";
import {
  useEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
} from "react";
import { flushSync } from "react-dom";
import type { Blur } from "#core/blurs.ts";
import { Failure } from "#app/components/fields/field.tsx";
import { Button, Spinner } from "#app/components/ui/button.tsx";
import { Dialog } from "#app/components/ui/dialog.tsx";
import { PlusIcon } from "#app/components/ui/more-icons.tsx";
import {
  addFound,
  around,
  changeBox,
  listHidden,
  newBox,
  shift,
  useBoxes,
  type Box,
  between,
  type Point,
} from "./use-boxes.ts";
import type { FacesAnswer } from "./faces.worker.ts";
import { loadQuestion } from "./question.ts";
import "./faces-editor.css";

export interface FacesEditorProps {
  src: string | undefined;
  /** Hidden areas of the picture; undefined if nobody has looked for faces yet. */
  blurs: Blur[] | undefined;
  /** Takes the new hidden areas. The message of a rejection is shown, and the editor stays open. */
  onDone: (blurs: Blur[]) => Promise<void> | void;
  onClose: () => void;
}

/** The distance that an arrow key moves a box, or its corner, as a fraction of the picture's side. */
const STEP = 0.01;
const ARROWS: Record<string, { x: number; y: number }> = {
  ArrowLeft: { x: -STEP, y: 0 },
  ArrowRight: { x: STEP, y: 0 },
  ArrowUp: { x: 0, y: -STEP },
  ArrowDown: { x: 0, y: STEP },
};

export function FacesEditor({ src, blurs, onDone, onClose }: FacesEditorProps) {
  const { t } = useLingui();
  const drawn = useBoxes(blurs ?? []);
  const { boxes, isFull, canUndo, take, move, undo } = drawn;
  const [isUnknown, setIsUnknown] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const [said, setSaid] = useState("");
  const stage = useRef<HTMLDivElement>(null);
  const [isHere, setIsHere] = useState(false);
  const handlers = useDrawing(stage, drawn, focus, add);
  const found = useFaces(isHere ? src : undefined);
  const isNew = blurs === undefined;
  useEffect(() => {
    // No step of its own: Undo is for a person's actions.
    if (found) move(addFound(found, isNew));
  }, [found, isNew, move]);

  const count = boxes.length;
  const nameOf = ({ isHidden }: Box, index: number) => {
    const number = index + 1;
    return isHidden
      ? t`Face ${number} of ${count}, hidden`
      : t`Face ${number} of ${count}, visible`;
  };

  /** Moves the focus to a box, which has perhaps just been added. */
  function focus(key: number) {
    stage.current
      ?.querySelector<HTMLElement>(`[data-key="${key}"]`)
      ?.focus({ preventScroll: true });
  }

  function add(blur: Blur) {
    const box = newBox(blur);
    flushSync(() => take((boxes) => [...boxes, box]));
    focus(box.key);
    return box.key;
  }

  function toggle(box: Box, index: number) {
    const turned = { ...box, isHidden: !box.isHidden };
    take(changeBox(box.key, () => turned));
    setSaid(nameOf(turned, index));
  }

  function press(event: KeyboardEvent, box: Box, index: number) {
    const way = ARROWS[event.key];
    if (way) {
      const [x, y, width, height] = box.blur;
      const blur: Blur = event.shiftKey
        ? [
            x,
            y,
            Math.max(STEP, Math.min(1 - x, width + way.x)),
            Math.max(STEP, Math.min(1 - y, height + way.y)),
          ]
        : shift(box.blur, way);
      take(changeBox(box.key, () => ({ ...box, blur })));
    } else if (event.key === "Delete" || event.key === "Backspace") {
      const number = index + 1;
      const next = boxes[index + 1] ?? boxes[index - 1];
      flushSync(() =>
        take((boxes) => boxes.filter(({ key }) => key !== box.key)),
      );
      setSaid(t`Face ${number} removed`);
      if (next) focus(next.key);
      else stage.current?.focus();
    } else return;
    event.preventDefault();
  }

  async function finish() {
    setIsBusy(true);
    setFailure(undefined);
    try {
      await onDone(listHidden(boxes));
      onClose();
    } catch (error) {
      setFailure((error as Error).message);
      setIsBusy(false);
    }
  }

  const isChanged =
    JSON.stringify(listHidden(boxes)) !== JSON.stringify(blurs ?? []);
  return (
    <Dialog
      open
      onClose={onClose}
      title={t`Hide faces`}
      size="large"
      locked={isBusy}
      mayClose={() =>
        !isChanged || window.confirm(t`Leave the picture as it was?`)
      }
    >
      <div className="stack">
        {isUnknown ? (
          <p className="faces-none">
            <Trans>
              This browser can’t show the picture. Once your find is sent, you
              can hide faces on its page.
            </Trans>
          </p>
        ) : (
          // A finger draws on it. Keys have the button that adds a box, and the boxes themselves.
          <div
            ref={stage}
            className="faces-stage"
            dir="ltr"
            tabIndex={-1}
            {...handlers}
          >
            {src && (
              <img
                src={src}
                alt=""
                decoding="async"
                draggable={false}
                onLoad={() => setIsHere(true)}
                onError={() => setIsUnknown(true)}
              />
            )}
            {isHere &&
              boxes.map((box, index) => {
                const [x, y, width, height] = box.blur.map(
                  (part) => `${100 * part}%`,
                );
                return (
                  <button
                    key={box.key}
                    type="button"
                    className="faces-box"
                    data-key={box.key}
                    data-hidden={box.isHidden}
                    style={{ left: x, top: y, width, height }}
                    aria-label={nameOf(box, index)}
                    onClick={() => toggle(box, index)}
                    onKeyDown={(event) => press(event, box, index)}
                  >
                    <span className="faces-blur" />
                    {CORNERS.map((corner) => (
                      <span key={corner} data-corner={corner} />
                    ))}
                  </button>
                );
              })}
          </div>
        )}
        <p className="sr" role="status">
          {said}
        </p>
        {!isUnknown && (
          <div className="faces-words stack tight soft">
            <p role="status">
              <Found found={found} count={count} />
            </p>
            <p>
              <Trans>
                Tap a face to hide or show it. Drag it, pull a corner, or draw
                around another one.
              </Trans>
            </p>
            <p className="faces-keys">
              <Trans>
                Arrow keys move a face, with Shift they change its size. Delete
                removes it.
              </Trans>
            </p>
            <p>
              <Trans>
                Hidden faces are blurred for everybody. Only the family keeps
                the whole picture.
              </Trans>
            </p>
          </div>
        )}
        <Failure>{failure}</Failure>
        <div className="faces-bar row">
          <Button
            look="text"
            disabled={!isHere || isFull || isBusy}
            onClick={() => add(around({ x: 0.5, y: 0.5 }, ratioOf(stage)))}
          >
            <PlusIcon />
            <Trans>Add</Trans>
          </Button>
          <Button look="text" disabled={!canUndo || isBusy} onClick={undo}>
            <Trans>Undo</Trans>
          </Button>
          <Button
            className="faces-done"
            busy={isBusy}
            disabled={!isHere}
            onClick={() => void finish()}
          >
            <Trans>Done</Trans>
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

interface FoundProps {
  found: FacesAnswer | undefined;
  count: number;
}

function Found({ found, count }: FoundProps) {
  if (found === undefined)
    return (
      <>
        <Spinner />
        <span>
          <Trans>Looking for faces…</Trans>
        </span>
      </>
    );
  // Elements of their own, because a browser's translation takes text nodes away from React.
  if (count > 0)
    return (
      <span key={count}>
        <Plural value={count} one="# face" other="# faces" />
      </span>
    );
  return found === null ? (
    <span key="failed">
      <Trans>We can’t look for faces on this device.</Trans>
    </span>
  ) : (
    <span key="none">
      <Trans>We found no face.</Trans>
    </span>
  );
}

/**
 * Looks for faces in a picture. Nothing leaves the device. Undefined while it looks; null if this browser can't, or
 * the face finder could not be loaded.
 * @param src of the picture; undefined until it is on the screen
 */
function useFaces(src: string | undefined): FacesAnswer | undefined {
  const [found, setFound] = useState<FacesAnswer>();
  useEffect(() => {
    if (!src) return;
    const fail = () => setFound(null);
    const worker = new Worker(new URL("./faces.worker.ts", import.meta.url), {
      type: "module",
    });
    worker.onmessage = ({ data }) => setFound(data as FacesAnswer);
    worker.onerror = fail;
    // By the page, because not every service worker sees what a worker loads.
    loadQuestion(src).then(
      (question) =>
        worker.postMessage(question, [question.wasm, question.weights]),
      fail,
    );
    return () => worker.terminate();
  }, [src]);
  return found;
}

/** Pixels that a finger moves before it is no tap any more. */
const DRAG_MIN = 8;

const CORNERS = ["0 0", "1 0", "0 1", "1 1"] as const;

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
function useDrawing(
  stage: RefObject<HTMLElement>,
  { boxes, isFull, take, move, undo }: ReturnType<typeof useBoxes>,
  focus: (key: number) => void,
  add: (blur: Blur) => number,
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
    if (now.isMoved || now.key !== undefined || isFull) return;
    add(around(now.start, ratioOf(stage)));
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
    onPointerCancel: cancel,
  };
}

/** The width of the picture, which fills the stage, divided by its height. */
function ratioOf(stage: RefObject<HTMLElement>) {
  const { width, height } = stage.current!.getBoundingClientRect();
  return width / height;
}

/** @param right 0 or 1, as `down` */
const cornerOf = (
  [x, y, width, height]: Blur,
  right: number,
  down: number,
): Point => ({ x: x + right * width, y: y + down * height });
