import { setTimeout } from "node:timers/promises";
import type { Clock } from "playwright";
import type { BadLink } from "./bad-link.ts";

/** Milliseconds between two looks at the link. */
const LOOK_MS = 50;
/** Milliseconds that are skipped at once: few at first, so that a page that is only busy is charged little. */
const FIRST_SKIP = 50;
const LONGEST_SKIP = 2000;

/**
 * Has the clock of the pages follow that of the link. So a page measures the link that it seems to have, and its
 * pauses cost the link's time and hardly any of ours. Install the clock first.
 * @param isHeld whether no pause may be skipped now
 * @returns a function that ends it
 */
export function followLink(
  link: BadLink,
  clock: Clock,
  isHeld: () => boolean = () => false,
) {
  let pageTime = link.now();
  const catchUp = async () => {
    const gap = link.now() - pageTime;
    pageTime += gap;
    // It fails when a tab is closed at that moment. The others have got it.
    if (gap > 0) await clock.fastForward(gap).catch(() => {});
  };
  // A page that waits for its own document has no clock yet.
  link.beforeAnswer(async ({ request }) => {
    if (request.includes(" /api/")) await catchUp();
  });

  let isOver = false;
  const skipPauses = async () => {
    let seen = -1;
    let skip = FIRST_SKIP;
    while (!isOver) {
      await setTimeout(LOOK_MS);
      const carried = link.bytes.up + link.bytes.down;
      if (isHeld() || !link.isIdle() || carried !== seen) {
        seen = carried;
        skip = FIRST_SKIP;
        continue;
      }
      link.wait(skip);
      await catchUp();
      skip = Math.min(1.5 * skip, LONGEST_SKIP);
    }
  };
  const skipping = skipPauses();
  return async () => {
    isOver = true;
    await skipping;
    link.beforeAnswer(async () => {});
  };
}
