import { afterEach, expect, test, vi } from "vitest";
import { addressOf } from "#app/components/api/send.ts";
import { setUpI18n } from "#core/languages/set-up-i18n.ts";
import { formatsOfOldBrowser } from "#tests/setup/e2e/old-browsers.ts";

afterEach(() => void vi.unstubAllGlobals());

test("Arabic numbers are written 0–9, also by a browser that has other digits for them", () => {
  vi.stubGlobal("Intl", { ...Intl, NumberFormat: formatsOfOldBrowser() });
  expect(new Intl.NumberFormat("ar").format(1234)).toBe("١٬٢٣٤");
  expect(setUpI18n("ar", {}).number(1234)).toBe("1,234");
  expect(setUpI18n("de", {}).number(1234)).toBe("1.234");
});

test("an address keeps its query in browsers whose queries have no size", () => {
  const { prototype } = URLSearchParams;
  const size = Object.getOwnPropertyDescriptor(prototype, "size")!;
  delete (prototype as { size?: number }).size;
  try {
    expect(addressOf("GET /api/places", { query: { q: "Oslo" } })).toBe(
      "/api/places?q=Oslo",
    );
    expect(addressOf("GET /api/rocks", {})).toBe("/api/rocks");
  } finally {
    Object.defineProperty(prototype, "size", size);
  }
});
