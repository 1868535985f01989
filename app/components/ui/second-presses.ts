/** Two taps within this time and distance are a double tap. Buttons are at least 24 pixels apart. */
const SOON_MS = 300;
const NEAR_PX = 20;

/** What a click works on. */
const CONTROLS = "a,button,input,label,summary";

/** Drops the second press of a double click if the first has brought something else under the pointer, such as a dialog. */
export function dropSecondPresses() {
  let last: PointerEvent | undefined;
  let control: Element | null;
  let isOther = false;
  let isSecondTap = false;
  addEventListener(
    "pointerdown",
    (event) => {
      const before = control;
      control = (event.target as Element).closest(CONTROLS);
      isOther = control !== before;
      // Browsers count clicks of a mouse, but not of a finger.
      isSecondTap =
        last?.pointerType === "touch" &&
        event.timeStamp - last.timeStamp < SOON_MS &&
        Math.hypot(event.x - last.x, event.y - last.y) < NEAR_PX;
      last = event;
    },
    true,
  );
  addEventListener(
    "click",
    (event) => {
      // A click by a key, or by code, has no count.
      const isSecond = event.detail > 1 || (event.detail && isSecondTap);
      if (!isOther || !isSecond) return;
      event.preventDefault();
      event.stopImmediatePropagation();
    },
    true,
  );
}
