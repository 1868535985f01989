import { expect } from "vitest";
import { until as ask } from "../until.ts";

/** What a test needs of a browser that Playwright doesn't drive. */
export interface Driver {
  open: (address: string) => Promise<unknown>;
  /** Runs a function of its own in the page. Its arguments and its result are JSON. */
  run: <Args extends unknown[], Result>(
    work: (...args: Args) => Result,
    ...args: Args
  ) => Promise<Result>;
  /** The element that `findElement` finds. */
  find: (
    ...what: Parameters<typeof findElement>
  ) => Promise<Handle | undefined>;
  /** A letter, or the name of another key. */
  key: (key: string) => Promise<unknown>;
  /** Moves the mouse from point to point with its button down. CSS pixels in the window. */
  drag: (points: Point[]) => Promise<unknown>;
  draw: (file: string) => Promise<unknown>;
  /** Errors that no page handled, if the browser tells. */
  faults: string[];
  close: () => Promise<unknown>;
}

export interface Handle {
  click: () => Promise<unknown>;
  /** Replaces what a field has. */
  type: (text: string) => Promise<unknown>;
  choose: (files: string[]) => Promise<unknown>;
}

type Point = readonly [x: number, y: number];

/** CSS pixels: a small computer, because WPE has no other window. */
export const WINDOW = { width: 1280, height: 720 };

/**
 * Runs in the page: finds what a person would press or fill, the last of them in the topmost dialog.
 * @param kind `css` for a selector
 * @param name begins its label or its words
 */
export function findElement(kind: "button" | "field" | "css", name: string) {
  const dialogs = document.querySelectorAll("dialog[open]");
  const root = dialogs[dialogs.length - 1] ?? document.body;
  if (kind === "css") return root.querySelector<HTMLElement>(name);
  const labelsOf = (element: HTMLElement) => [
    element.getAttribute("aria-label"),
    ...[...((element as HTMLInputElement).labels ?? [])].map(
      (label) => label.textContent,
    ),
    element.innerText,
  ];
  const all = root.querySelectorAll<HTMLElement>(
    kind === "field" ? "input, textarea, select" : "button, a[href]",
  );
  return [...all].find(
    (element) =>
      element.getClientRects().length > 0 &&
      labelsOf(element).some((label) =>
        label?.replace(/\s+/g, " ").trim().startsWith(name),
      ),
  );
}

const STEP_MS = 60_000;

/** Asks until there is an answer, and says what it waited for if there is none for a minute. */
async function until<T>(
  answer: () => Promise<T | undefined | false>,
  what: string,
): Promise<T> {
  const end = Date.now() + STEP_MS;
  return ask(() => {
    if (Date.now() > end) throw new Error(`Waited in vain until ${what}`);
    return answer();
  });
}

/** The steps of a test in such a browser. Each waits until it can be taken. */
export function visitWith(driver: Driver, baseURL: string) {
  const find = (...what: Parameters<typeof findElement>) =>
    until(() => driver.find(...what), `${what.join(" ")} is on the page`);
  return {
    ...driver,
    /** Waits until the page is alive. */
    async visit(path: string) {
      await driver.open(`${baseURL}${path}`);
      await until(
        () =>
          driver.run(
            () => (window as { earlyClick?: unknown }).earlyClick === null,
          ),
        `${path} is alive`,
      );
    },
    async press(name: string) {
      await (await find("button", name)).click();
    },
    async fill(label: string, text: string) {
      await (await find("field", label)).type(text);
    },
    async choose(files: string[]) {
      await (await find("css", "input[type=file]")).choose(files);
    },
    sees: (text: string) =>
      until(
        () =>
          driver.run(
            (text) =>
              document.body.innerText.replace(/\s+/g, " ").includes(text),
            text,
          ),
        `the page says '${text}'`,
      ),
    /** The middle of an element, and its size. */
    async boxOf(selector: string) {
      await find("css", selector);
      return driver.run((selector) => {
        const element = document.querySelector(selector)!;
        element.scrollIntoView({ block: "center" });
        const { x, y, width, height } = element.getBoundingClientRect();
        return { x: x + width / 2, y: y + height / 2, width, height };
      }, selector);
    },
    expectNoFaults: () => expect(driver.faults).toEqual([]),
  };
}

export type Visitor = ReturnType<typeof visitWith>;
