import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import {
  describeWeakness,
  LONGEST_COMMON,
} from "#domain/account/weak-password.server.ts";

const NAMES = ["admin", "Robin’s Rocks", "Robin", "rocks.example.org"];
const DATES = ["April 2019 – 12. Oktober 2021"];
const OWN = { names: NAMES, dates: DATES, language: "de" };

test("a password of the 3,000 most common that are long enough is weak, in any case", async () => {
  // As npm has it, most common first.
  const file = "node_modules/@zxcvbn-ts/language-common/src/passwords.json";
  const list = JSON.parse(readFileSync(file, "utf8")) as unknown[];
  const common = list.map(String).filter(({ length }) => length >= 8);
  const longest = Math.max(...common.map(({ length }) => length));
  expect(common.length).toBeGreaterThan(15_000);
  expect(longest).toBe(LONGEST_COMMON);
  for (const password of common.slice(0, 3000).filter((_, n) => n % 50 === 0))
    for (const typed of [password, password.toUpperCase()])
      expect(await describeWeakness(typed, OWN), typed).toBeDefined();
});

test.each([
  "robinsrocks",
  "Robins-Rocks",
  "ROBIN’S ROCKS",
  "robinrobin",
  "admin admin",
  "admin.robin",
])(
  "a password of nothing but the site's names is weak: %s",
  async (password) => {
    expect(await describeWeakness(password, OWN)).toContain("names");
  },
);

test.each([
  "robin2021",
  "ROBIN 2019-2021",
  "2021robin",
  "Robin_12102021!",
  "robin2580",
  "admin123456",
  "4711robin",
  "robin7rocks7",
  "april2019",
  "Robin-April",
  "october21robin",
  "okt2021rocks",
  "20192021",
  "04192110",
  "12.10.2021",
  "20210000",
  "rocks.example.org",
  "rocksexample1",
  "Röbin２０２１",
])(
  "a password of nothing but the site's names, its dates and digits is weak: %s",
  async (password) => {
    expect(await describeWeakness(password, OWN)).toContain("dates");
  },
);

test.each([
  "________",
  "🪨🪨🪨🪨🪨🪨🪨🪨",
  " ".repeat(12),
  " \t \u00a0 \t \u2003",
])("a password of one character or of blanks is weak: %j", async (password) => {
  expect(await describeWeakness(password, OWN)).toContain("over and over");
});

test("a password of names that can be read in many ways is looked at in linear time", async () => {
  const names = [..."robin", "robin", "ro", "bin", "rob", "in"];
  const dates = ["1 11 111 1111"];
  for (const part of ["robin", "1", "robin1"])
    for (const end of ["", "!x", "-z"])
      expect(
        await describeWeakness(part.repeat(5000) + end, { names, dates }),
        part + end,
      ).toEqual(end === "" ? expect.any(String) : undefined);
});

test.each([
  "a rock from robin's beach",
  "adminished",
  "long enough",
  "12 pebbles, 3 otters",
  "石の上にも三年",
  "robin sings at dawn",
  "robin2021pebbles",
  "58203147",
  "1 otter, 2 stones, 3 springs",
])("a password of one's own isn't weak: %s", async (password) => {
  expect(await describeWeakness(password, OWN)).toBeUndefined();
});

test("a password that the site makes for itself isn't weak", async () => {
  for (let n = 0; n < 20; n++)
    expect(
      await describeWeakness(randomBytes(12).toString("base64url"), OWN),
    ).toBeUndefined();
});

test("a password is not compared with names that have no letters", async () => {
  expect(
    await describeWeakness("?!?!?!?!", { names: ["–", ""] }),
  ).toBeUndefined();
});
