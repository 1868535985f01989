/** Two presses within this time and distance are one double click. */
const SOON_MS = 400;
const NEAR_PX = 40;

const CONTROLS = "a, button, input, label, select, summary, textarea";

/**
 * Many people press everything twice. The second press is not meant for what has come under the finger by then: a dialog
 * that the first one opened, or the next find.
 */
export function dropSecondPresses() {
  let last: PointerEvent | undefined;
  let control: Element | null = null;
  let isSecond = false;
  const press = (event: PointerEvent) => {
    const before = control;
    control = (event.target as Element).closest(CONTROLS);
    isSecond =
      last !== undefined &&
      control !== before &&
      event.timeStamp - last.timeStamp < SOON_MS &&
      Math.hypot(event.x - last.x, event.y - last.y) < NEAR_PX;
    last = event;
  };
  const click = (event: MouseEvent) => {
    // A click by a key, or by code, has no count.
    if (!isSecond || event.detail === 0) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  window.addEventListener("pointerdown", press, true);
  window.addEventListener("click", click, true);
}
