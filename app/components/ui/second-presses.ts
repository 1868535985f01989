/** Two taps within this time and distance are a double tap. Buttons are at least 24 pixels apart. */
const SOON_MS = 300;
const NEAR_PX = 20;

const CONTROLS = "a, button, input, label, select, summary, textarea";

/**
 * Drops the second press of a double click if the first one has brought something else under the pointer, such as the
 * next find or a dialog's button. Many people press everything twice. Returns what ends it.
 */
export function dropSecondPresses() {
  let last: PointerEvent | undefined;
  let control: Element | null = null;
  let isOther = false;
  let isSecondTap = false;
  const press = (event: PointerEvent) => {
    const before = control;
    control =
      event.target instanceof Element ? event.target.closest(CONTROLS) : null;
    isOther = control !== before;
    // Browsers count clicks of a mouse, but not of a finger.
    isSecondTap =
      last?.pointerType === "touch" &&
      event.timeStamp - last.timeStamp < SOON_MS &&
      Math.hypot(event.x - last.x, event.y - last.y) < NEAR_PX;
    last = event;
  };
  const click = (event: MouseEvent) => {
    // A click by a key, or by code, has no count.
    const isSecond = event.detail > 1 || (event.detail === 1 && isSecondTap);
    if (!isOther || !isSecond) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  window.addEventListener("pointerdown", press, true);
  window.addEventListener("click", click, true);
  return () => {
    window.removeEventListener("pointerdown", press, true);
    window.removeEventListener("click", click, true);
  };
}
