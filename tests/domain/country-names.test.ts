import { expect, test } from "vitest";
import { nameCountry } from "#core/languages/country-names.ts";

test("a country is named in a language", () => {
  expect(nameCountry("en", "Germany")).toBe("Germany");
  expect(nameCountry("de", "Germany")).toBe("Deutschland");
  expect(nameCountry("ja", "United Kingdom")).toBe("イギリス");
  expect(nameCountry("ar", "France")).toBe("فرنسا");
});

test("a country that nobody knows keeps its name", () => {
  expect(nameCountry("de", "Atlantis")).toBe("Atlantis");
  expect(nameCountry("de", "")).toBe("");
});
