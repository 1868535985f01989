import { useLingui } from "@lingui/react/macro";
import { useState, type KeyboardEvent, type RefObject } from "react";
import { flushSync } from "react-dom";
import type { Blur } from "#core/blurs.ts";
import { changeBox, shift, type Box, type Boxes } from "./use-boxes.ts";
import { useDrawing } from "./use-drawing.ts";

interface Props {
  stage: RefObject<HTMLDivElement>;
  src: string | undefined;
  drawn: Boxes;
  /** Whether the picture is on the screen. */
  isHere: boolean;
  add: (blur: Blur) => number;
  onHere: () => void;
  /** Called if the browser can't show the picture. */
  onUnknown: () => void;
}

/** The picture with its boxes. A finger draws on it. Keys have the button that adds a box, and the boxes themselves. */
export function FacesStage({
  stage,
  src,
  drawn,
  isHere,
  add,
  onHere,
  onUnknown,
}: Props) {
  const handlers = useDrawing(stage, drawn, (key) => focusBox(stage, key), add);
  const { said, nameOf, toggle, press } = useBoxKeys(stage, drawn);
  return (
    <>
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
            onLoad={onHere}
            onError={onUnknown}
          />
        )}
        {isHere &&
          drawn.boxes.map((box, index) => (
            <FaceBox
              key={box.key}
              box={box}
              name={nameOf(box, index)}
              onToggle={() => toggle(box, index)}
              onPress={(event) => press(event, box, index)}
            />
          ))}
      </div>
      <p className="sr" role="status">
        {said}
      </p>
    </>
  );
}

/** Moves the focus to a box, which has perhaps just been added. */
export const focusBox = (stage: RefObject<HTMLElement>, key: number) =>
  stage.current
    ?.querySelector<HTMLElement>(`[data-key="${key}"]`)
    ?.focus({ preventScroll: true });

const CORNERS = ["0 0", "1 0", "0 1", "1 1"] as const;

interface FaceBoxProps {
  box: Box;
  name: string;
  onToggle: () => void;
  onPress: (event: KeyboardEvent) => void;
}

function FaceBox({ box, name, onToggle, onPress }: FaceBoxProps) {
  const [left, top, width, height] = box.blur.map((part) => `${100 * part}%`);
  return (
    <button
      type="button"
      className="faces-box"
      data-key={box.key}
      data-hidden={box.isHidden}
      style={{ left, top, width, height }}
      aria-label={name}
      onClick={onToggle}
      onKeyDown={onPress}
    >
      <span className="faces-blur" />
      {CORNERS.map((corner) => (
        <span key={corner} data-corner={corner} />
      ))}
    </button>
  );
}

/** The distance that an arrow key moves a box, or its corner, as a fraction of the picture's side. */
const STEP = 0.01;
const ARROWS: Record<string, { x: number; y: number }> = {
  ArrowLeft: { x: -STEP, y: 0 },
  ArrowRight: { x: STEP, y: 0 },
  ArrowUp: { x: 0, y: -STEP },
  ArrowDown: { x: 0, y: STEP },
};

/** What boxes do as buttons, and what a screen reader is told of it. */
function useBoxKeys(stage: RefObject<HTMLElement>, { boxes, take }: Boxes) {
  const { t } = useLingui();
  const [said, setSaid] = useState("");
  const count = boxes.length;

  function nameOf({ isHidden }: Box, index: number) {
    const number = index + 1;
    return isHidden
      ? t`Face ${number} of ${count}, hidden`
      : t`Face ${number} of ${count}, visible`;
  }

  function toggle(box: Box, index: number) {
    const turned = { ...box, isHidden: !box.isHidden };
    take(changeBox(box.key, () => turned));
    setSaid(nameOf(turned, index));
  }

  function remove(box: Box, index: number) {
    const number = index + 1;
    const next = boxes[index + 1] ?? boxes[index - 1];
    flushSync(() =>
      take((boxes) => boxes.filter(({ key }) => key !== box.key)),
    );
    setSaid(t`Face ${number} removed`);
    if (next) focusBox(stage, next.key);
    else stage.current?.focus();
  }

  function press(event: KeyboardEvent, box: Box, index: number) {
    const way = ARROWS[event.key];
    if (way) {
      const blur = event.shiftKey
        ? enlarge(box.blur, way)
        : shift(box.blur, way);
      take(changeBox(box.key, () => ({ ...box, blur })));
    } else if (event.key === "Delete" || event.key === "Backspace")
      remove(box, index);
    else return;
    event.preventDefault();
  }

  return { said, nameOf, toggle, press };
}

const enlarge = (
  [x, y, width, height]: Blur,
  by: { x: number; y: number },
): Blur => [
  x,
  y,
  Math.max(STEP, Math.min(1 - x, width + by.x)),
  Math.max(STEP, Math.min(1 - y, height + by.y)),
];
