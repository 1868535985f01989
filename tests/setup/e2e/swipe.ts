import { page } from "#tests/setup/e2e/test.ts";

const WAYS = { left: [-1, 0], right: [1, 0], up: [0, -1] } as const;

/** Pixels from the top of the window, below what stays there. */
const TOP = 100;

/** Moves a finger over the page. @param far pixels */
export async function swipe(
  way: keyof typeof WAYS,
  { far = 160, on = ".review-facts" }: { far?: number; on?: string } = {},
) {
  const target = page.locator(on);
  await target.scrollIntoViewIfNeeded();
  const box = (await target.boundingBox())!;
  const [right, down] = WAYS[way];
  // A swipe that begins at the field of the number, in the middle, is the field's.
  const from = {
    x: 195 - right * 130,
    y: Math.max(TOP, box.y + Math.min(box.height / 2, 60)),
  };
  const session = await page.context().newCDPSession(page);
  const send = (type: "touchStart" | "touchMove" | "touchEnd", part?: number) =>
    session.send("Input.dispatchTouchEvent", {
      type,
      touchPoints:
        part === undefined
          ? []
          : [
              {
                x: from.x + right * far * part,
                y: from.y + down * far * part,
              },
            ],
    });
  await send("touchStart", 0);
  for (const part of [0.2, 0.4, 0.6, 0.8, 1]) await send("touchMove", part);
  await send("touchEnd");
  await session.detach();
}
