import { describe, expect, test } from "vitest";
import { listFiles, readSource } from "./setup/source.ts";

const LAYERS = ["tokens", "base", "components", "pages"];
const LAYER_ORDER = "@layer tokens, base, vendor, components, pages;";

/** Lists the rules of a stylesheet that are outside the layers. */
function listUnlayered(css: string): string[] {
  let outermost = css.replace(/\/\*.*?\*\//gs, "");
  while (/\{[^{}]*\}/.test(outermost))
    outermost = outermost.replace(/\{[^{}]*\}/g, ";");
  return outermost
    .split(";")
    .map((rule) => rule.trim())
    .filter(
      (rule) =>
        rule !== "" && !LAYERS.some((name) => rule === `@layer ${name}`),
    );
}

describe("styles", () => {
  test("are in the layers, whose order the first of them gives", () => {
    const first = "app/styles/tokens.css";
    expect(readSource(first)).toMatch(LAYER_ORDER);
    const files = listFiles("app", /\.css$/);
    expect(files).toContain(first);
    expect(
      files.flatMap((file) => {
        const text = readSource(file);
        const css = file === first ? text.replace(LAYER_ORDER, "") : text;
        return listUnlayered(css).map((rule) => `${file}: ${rule}`);
      }),
    ).toEqual([]);
  });

  test.each([
    ["a { b: c }", "a"],
    ["@layer base { a { b: c } } @media print { a { b: c } }", "@media print"],
    ["@layer other { a { b: c } }", "@layer other"],
    ["@layer pages, base; @layer base { a { b: c } }", "@layer pages, base"],
    ['@import "./other.css";', '@import "./other.css"'],
  ])("may not say %s", (css, rule) => {
    expect(listUnlayered(css)).toEqual([rule]);
  });
});
