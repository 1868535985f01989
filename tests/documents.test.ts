import { existsSync, statSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { readSettings } from "#core/settings.server.ts";
import { describeSettings } from "./setup/describe-settings.ts";
import { listFiles, readSource } from "./setup/source.ts";

describe("what is written down", () => {
  test(".env.example is made from the settings that there are", async () => {
    const made = describeSettings();
    await expect(made).toMatchFileSnapshot("../.env.example");
    const values = made.matchAll(/^# ([A-Z_]+)=(.*)$/gm);
    const written = Object.fromEntries(
      [...values].map(([, name, value = ""]) => [
        name,
        value.replace(/^(['"])(.*)\1$/, "$2"),
      ]),
    );
    expect(readSettings(written)).toEqual(readSettings({}));
  });

  test("every link in the documents leads to a file", () => {
    const broken = listFiles(".", /\.md$/).flatMap((file) =>
      [...readSource(file).matchAll(/\]\((?!https?:|#)([^)#]+)/g)]
        .map(([, link]) => path.posix.join(path.posix.dirname(file), link!))
        .filter((target) => !existsSync(target))
        .map((target) => `${file}: ${target}`),
    );
    expect(broken).toEqual([]);
  });

  const ASVS = "docs/decisions/asvs.md";
  const WCAG = "docs/decisions/wcag.md";

  test.each(["SECURITY.md", ASVS, WCAG])(
    "%s names tests that exist",
    (document) => {
      const named = [
        ...readSource(document).matchAll(
          /`((?:api|domain|e2e|generators|worker)\/[\w/-]+|\w+\.test\.ts)`/g,
        ),
      ].map(([, name]) => `tests/${name}`);
      expect(named.length).toBeGreaterThan(20);
      expect(
        named.filter((name) =>
          ["", ".test.ts", ".spec.ts", ".soak.test.ts", ".soak.spec.ts"].every(
            (ending) => !statSync(name + ending, MAY_BE_MISSING)?.isFile(),
          ),
        ),
      ).toEqual([]);
    },
  );

  test("wcag.md has each criterion of levels A and AA once, in order, with a result and a reason", () => {
    const rows = [
      ...readSource(WCAG).matchAll(
        /^\| (\d+\.\d+\.\d+) +\| (A+) +\| .+? \| +(met|not met|not applicable|needs an eye) +\| (\S.*?) *\|$/gm,
      ),
    ];
    const numbers = rows.map(([, number = ""]) => number);
    expect(numbers).toEqual(
      [...new Set(numbers)].sort((a, b) =>
        a.localeCompare(b, "en", { numeric: true }),
      ),
    );
    const ofLevel = (level: string) =>
      rows.filter(([, , own]) => own === level).length;
    // So many has version 2.2.
    expect([ofLevel("A"), ofLevel("AA")]).toEqual([31, 24]);
  });

  test("asvs.md has each requirement once, in order, with a result and a reason", () => {
    const rows = [
      ...readSource(ASVS).matchAll(
        /^\| (\d+\.\d+\.\d+) +\| ([12]) +\| .+? \| (.+?) +\| (.*?) *\|$/gm,
      ),
    ].map(([, number = "", level, result, why]) => ({
      number,
      level,
      result,
      why,
    }));
    const numbers = rows.map(({ number }) => number);
    const sorted = [...new Set(numbers)].sort((a, b) =>
      a.localeCompare(b, "en", { numeric: true }),
    );
    expect(numbers).toEqual(sorted);
    // So many has version 5.0.0.
    const ofLevel = (level: string) =>
      rows.filter((row) => row.level === level).length;
    expect([ofLevel("1"), ofLevel("2")]).toEqual([70, 183]);
    for (const { number, result, why } of rows) {
      expect([number, why]).not.toEqual([number, ""]);
      expect([number, result]).toEqual([
        number,
        expect.stringMatching(
          /^(met|not applicable|left to the operator|\*\*not met\*\*)$/,
        ),
      ]);
    }
  });
});

const MAY_BE_MISSING = { throwIfNoEntry: false } as const;
