import { context, expect, page } from "#tests/setup/e2e/test.ts";

/**
 * Has every page translated as a browser does it: each text, also one that comes later, is taken out of the page, and
 * two `<font>` elements with its translation are put in its place. Here the translation has the same words.
 */
export const translatePages = () =>
  context.addInitScript(() => {
    const untouched = "script, style, noscript, textarea, title, svg";
    const translate = (text: Node) => {
      const parent = text.parentElement;
      if (!parent || parent.tagName === "FONT" || parent.closest(untouched))
        return;
      const outer = document.createElement("font");
      const inner = outer.appendChild(document.createElement("font"));
      inner.textContent = text.textContent;
      text.parentNode!.replaceChild(outer, text);
    };
    const translateIn = (root: Node) => {
      const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      const found = root.nodeType === Node.TEXT_NODE ? [root] : [];
      while (texts.nextNode()) found.push(texts.currentNode);
      found.forEach(translate);
    };
    const start = () => {
      translateIn(document.body);
      new MutationObserver((changes) =>
        changes.forEach(({ target, type, addedNodes }) =>
          type === "characterData"
            ? translate(target)
            : addedNodes.forEach(translateIn),
        ),
      ).observe(document.body, {
        subtree: true,
        childList: true,
        characterData: true,
      });
    };
    const untilAlive = setInterval(() => {
      if (window.earlyClick !== null) return;
      clearInterval(untilAlive);
      start();
    }, 10);
  });

/** Expects the page to be translated as a whole, and to have failed nowhere. */
export async function expectTranslated() {
  await expect
    .poll(() =>
      page.evaluate(() => {
        const left =
          "//body//text()[not(ancestor::font|ancestor::script|ancestor::style|ancestor::noscript|ancestor::textarea|ancestor::title|ancestor::*[local-name()='svg'])]";
        return document.evaluate(`count(${left})`, document).numberValue;
      }),
    )
    .toBe(0);
  await expect(page.getByText("Unexpected Application Error!")).toHaveCount(0);
}

export async function visitTranslated(path: string) {
  await page.goto(path);
  await expectTranslated();
}
