/**
 * Lists the texts of the page, for `page.evaluate`, that lie on another, stick out of their own box, or don't fit
 * their field. Bars, dialogs and maps may lie over what scrolls, and what people wrote may end in an ellipsis.
 */
export const listOverlaps = () => {
  const faults = new Set<string>();
  const say = (text: string) => text.trim().replace(/\s+/g, " ").slice(0, 40);

  for (const field of document.querySelectorAll<HTMLInputElement>(
    "input:placeholder-shown",
  )) {
    const ruler = document.createElement("canvas").getContext("2d")!;
    ruler.font = getComputedStyle(field, "::placeholder").font;
    const padding = parseFloat(getComputedStyle(field).paddingInlineStart);
    const room = field.clientWidth - 2 * padding;
    if (room > 0 && ruler.measureText(field.placeholder).width > room)
      faults.add(`${field.placeholder} is wider than its field`);
  }

  const layerOf = (element: Element | null): Element | null => {
    if (!element || element.matches("dialog")) return element;
    const { position, overflow } = getComputedStyle(element);
    return /fixed|sticky/.test(position) || /auto|scroll/.test(overflow)
      ? element
      : layerOf(element.parentElement);
  };

  type Box = Pick<DOMRect, "left" | "right" | "top" | "bottom">;
  const overlap = (a: Box, b: Box): Box => ({
    left: Math.max(a.left, b.left),
    right: Math.min(a.right, b.right),
    top: Math.max(a.top, b.top),
    bottom: Math.min(a.bottom, b.bottom),
  });
  const isSeen = ({ left, right, top, bottom }: Box) =>
    right - left > 2 && bottom - top > 2;
  /** What is left of a line of text within all that cuts it off. */
  const clip = (line: Box, element: Element): Box =>
    element === document.body
      ? line
      : clip(
          getComputedStyle(element).overflow === "visible"
            ? line
            : overlap(line, element.getBoundingClientRect()),
          element.parentElement!,
        );

  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const seen: { text: string; layer: Element | null; lines: Box[] }[] = [];
  while (texts.nextNode()) {
    const text = say(texts.currentNode.textContent!);
    const parent = texts.currentNode.parentElement!;
    if (
      !text ||
      !parent.checkVisibility({
        visibilityProperty: true,
        opacityProperty: true,
      }) ||
      parent.closest(".sr, .skip, noscript, .leaflet-pane, option, svg") ||
      getComputedStyle(parent).clipPath === "inset(50%)"
    )
      continue;
    const { display, fontSize } = getComputedStyle(parent);
    if (
      display !== "inline" &&
      parent.scrollWidth > parent.clientWidth + 1 &&
      !parent.closest("[dir=auto], bdi")
    )
      faults.add(`${text} sticks out of its box`);

    // Lines of a heading are closer than their letters are high.
    const half = parseFloat(fontSize) * 0.38;
    const range = document.createRange();
    range.selectNodeContents(texts.currentNode);
    const lines = [...range.getClientRects()]
      .map(({ left, right, top, bottom }) => {
        const middle = (top + bottom) / 2;
        return clip(
          { left, right, top: middle - half, bottom: middle + half },
          parent,
        );
      })
      .filter(isSeen);
    const layer = layerOf(parent);
    for (const other of seen)
      if (
        other.layer === layer &&
        lines.some((a) => other.lines.some((b) => isSeen(overlap(a, b))))
      )
        faults.add(`${text} lies on ${other.text}`);
    seen.push({ text, layer, lines });
  }
  return [...faults];
};
