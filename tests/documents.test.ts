import { existsSync, statSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { defaultText, readSettings } from "#core/settings.server.ts";
import {
  settingGroups,
  settingSchema,
  takesOf,
  type SettingName,
} from "#core/settings/schema.ts";
import { listFiles, readSource } from "./setup/source.ts";

const WIDTH = 110;

const HEAD =
  "Settings. Copy this file to `.env`, and remove the `#` from the lines that you change. Every setting is optional. The value shown is the default, and an empty value counts as not set. The environment wins over this file, and both win over what the admin sets in the browser, under Settings. A wrong value stops the start with one line that names it. This file is made from core/settings/schema.ts.";

/** As comments, in lines that are not too long. */
function comment(text: string) {
  const lines = [""];
  for (const word of text.split(" ")) {
    const longer = `${lines.at(-1)} ${word}`;
    if (longer.length < WIDTH) lines[lines.length - 1] = longer;
    else lines.push(` ${word}`);
  }
  return lines.map((line) => `#${line}`).join("\n");
}

function describeSetting(name: SettingName) {
  const value = defaultText(name) ?? "";
  const quote = value.includes("'") ? '"' : /[\s"#]/.test(value) ? "'" : "";
  const says = `${settingSchema[name].says} It takes ${takesOf(name)}.`;
  return `${comment(says)}\n# ${name}=${quote}${value}${quote}\n`;
}

/** `.env.example` */
const describeSettings = () =>
  [
    `${comment(HEAD)}\n`,
    ...Object.entries(settingGroups).flatMap(([title, names]) => [
      `# ---- ${title} ----\n`,
      ...names.map(describeSetting),
    ]),
  ].join("\n");

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

  // So many have WCAG 2.2 and ASVS 5.0.0 of each level.
  test.each([
    [WCAG, "met|not met|not applicable|needs an eye", { A: 31, AA: 24 }],
    [
      ASVS,
      "met|not applicable|left to the operator|\\*\\*not met\\*\\*",
      { 1: 70, 2: 183 },
    ],
  ])(
    "%s has each item of its levels once, in order, with a result and a reason",
    (document, results, levels) => {
      const row = `^\\| (\\d+\\.\\d+\\.\\d+) +\\| (\\w+) +\\| .+? \\| +(?:${results}) +\\| +\\S.*\\|$`;
      const rows = [...readSource(document).matchAll(RegExp(row, "gm"))];
      const numbers = rows.map(([, number = ""]) => number);
      expect(numbers).toEqual(
        [...new Set(numbers)].sort((a, b) =>
          a.localeCompare(b, "en", { numeric: true }),
        ),
      );
      const counts: Record<string, number> = {};
      for (const [, , level = ""] of rows)
        counts[level] = (counts[level] ?? 0) + 1;
      expect(counts).toEqual(levels);
    },
  );
});

const MAY_BE_MISSING = { throwIfNoEntry: false } as const;
