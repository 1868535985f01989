import { untilDrawn } from "#tests/setup/e2e/layout-shift.ts";
import { expect, page } from "#tests/setup/e2e/test.ts";

/** What a reader may set, by name: all text at twice its size, or the spacing of WCAG's criterion 1.4.12. */
const READER_STYLES = {
  "text at 200 %": "html { font-size: 200% !important }",
  "wide text spacing": `
    * { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
    p { margin-block-end: 2em !important }`,
};

/** Lists the texts of the page, for `page.evaluate`, that are cut off, out of reach, or torn into letters. What ends in an ellipsis is left out. */
export const listCutTexts = () => {
  const isCut = (text: DOMRect, node: Node) => {
    for (
      let element = node.parentElement;
      element && element !== document.body;
      element = element.parentElement
    ) {
      const style = getComputedStyle(element);
      const box = element.getBoundingClientRect();
      const scrolls = [style.overflowX, style.overflowY].some((overflow) =>
        ["auto", "scroll"].includes(overflow),
      );
      // What lies before the beginning of what scrolls can't be scrolled to.
      if (scrolls)
        return style.direction === "rtl"
          ? text.right > box.right - element.scrollLeft + 2
          : text.left < box.left - element.scrollLeft - 2;
      if (style.textOverflow === "ellipsis") return false;
      if (style.webkitLineClamp !== "none") return false;
      if (style.overflowX === "visible") continue;
      if (text.right > box.right + 2 || text.left < box.left - 2) return true;
      if (text.bottom > box.bottom + 4 || text.top < box.top - 4) return true;
    }
    return text.right > window.innerWidth + 2 || text.left < -2;
  };
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const cut = new Set<string>();
  while (texts.nextNode()) {
    const node = texts.currentNode;
    const parent = node.parentElement!;
    if (!node.textContent?.trim()) continue;
    if (!parent.checkVisibility({ checkVisibilityCSS: true })) continue;
    if (parent.closest(".sr, .skip, noscript, thead, .leaflet-pane, option"))
      continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const rects = [...range.getClientRects()].filter(({ width }) => width > 2);
    const letter = 1.2 * parseFloat(getComputedStyle(parent).fontSize);
    const isTorn = rects.length > 3 && rects.every((r) => r.width < letter);
    if (isTorn || rects.some((rect) => isCut(rect, node)))
      cut.add(node.textContent.trim().slice(0, 40));
  }
  return [...cut];
};

/** Returns the targets of table rows that lie on each other. */
const listCoveredTargets = () =>
  [...document.querySelectorAll("tr")].flatMap((row) => {
    const targets = [...row.querySelectorAll("label, button, a")]
      // An open dialog lies on all of the page.
      .filter((target) => target.closest("dialog") === row.closest("dialog"))
      .map((target) => ({
        name: target.textContent || target.innerHTML.slice(0, 60),
        box: target.getBoundingClientRect(),
      }));
    return targets
      .filter(({ box }, index) =>
        targets
          .slice(0, index)
          .some(
            ({ box: other }) =>
              Math.min(box.right, other.right) >
                Math.max(box.left, other.left) + 2 &&
              Math.min(box.bottom, other.bottom) >
                Math.max(box.top, other.top) + 2,
          ),
      )
      .map(({ name }) => `${name} lies on another target`);
  });

/** Says that one has to scroll sideways. */
const listWidePage = () => {
  const { scrollWidth, clientWidth } = document.documentElement;
  return scrollWidth > clientWidth + 1 ? ["The page is too wide"] : [];
};

/** Expects that all text of the page stays readable and on the screen, and all targets of its tables apart, under each of the reader's styles. */
export async function expectTextFits() {
  for (const [name, css] of Object.entries(READER_STYLES)) {
    await setReaderStyle(css);
    // Galleries and maps answer a new size in the next frames.
    await untilDrawn();
    await expect
      .poll(
        async () => [
          ...(await page.evaluate(listCutTexts)),
          ...(await page.evaluate(listCoveredTargets)),
          ...(await page.evaluate(listWidePage)),
        ],
        { message: `${page.url()}, ${name}` },
      )
      .toEqual([]);
    await setReaderStyle("");
  }
}

/** As a reader's own stylesheet, which the site's policy doesn't forbid. What is far away is laid out too. */
const setReaderStyle = (css: string) =>
  page.evaluate((css) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`${css} * { content-visibility: visible !important }`);
    document.adoptedStyleSheets = [sheet];
  }, css);

/** Expects every target to be 24 pixels wide and high. Links in a sentence may be smaller. */
export async function expectLargeTargets() {
  const small = await page.evaluate(() =>
    [
      ...document.querySelectorAll<HTMLElement>(
        "a[href], button, input:not([type=hidden]), select, textarea, summary, [role=button]",
      ),
    ]
      .filter(
        (element) =>
          element.checkVisibility({ checkVisibilityCSS: true }) &&
          !element.closest(".sr, .skip") &&
          getComputedStyle(element).display !== "inline",
      )
      .map((element) => {
        const isBox = ["checkbox", "radio"].includes(
          (element as HTMLInputElement).type,
        );
        const { width, height } = (
          (isBox && element.closest("label")) ||
          element
        ).getBoundingClientRect();
        return { name: element.outerHTML.slice(0, 100), width, height };
      })
      .filter(({ width, height }) => width > 0 && (width < 24 || height < 24)),
  );
  expect(small, page.url()).toEqual([]);
}
