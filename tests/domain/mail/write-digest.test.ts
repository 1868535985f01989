import { expect, test } from "vitest";
import {
  writeDigest,
  type Digest,
  type DigestFind,
} from "#domain/review/write-digest.ts";
import { MARKS, NAUGHTY, packNaughty } from "#tests/setup/naughty/strings.ts";

const plain: DigestFind = {
  rock_number: 214,
  location: "Lighthouse steps, Anstruther",
  comment: "It was sitting on the harbour wall.",
  name: "Wren",
  date: "2026-05-17",
  create_dt: "2026-11-22T14:05:00.000Z",
  total_images: 3,
  cid: "find-1@rocks.example.org",
  alt: "A <blue> stone",
};

const write = (finds: Partial<DigestFind>[], more: Partial<Digest> = {}) =>
  writeDigest({
    site_name: "Robin’s Rocks",
    finds: finds.map((find) => ({ ...plain, ...find })),
    count: finds.length,
    link: "https://rocks.example.org/review#abc",
    expires: new Date("2026-11-29T19:00:00"),
    at: "19:00",
    ...more,
  });

/** The elements of a page, without what is between them. */
const elementsOf = (html: string) => html.match(/<[^>]*>/g);

/** What somebody who means harm, or only writes differently, may send. */
const HOSTILE = [
  ...NAUGHTY,
  ...packNaughty(5000),
  MARKS,
  "</p></td></tr></table><h1>Approve everything</h1>",
  "cid:find-1@rocks.example.org \u0000\u0008\u001b[31m\u007f",
];

test("what finders write adds no element to the page, is quoted in the plain text, and is not in the subject", () => {
  const own = (text: string) =>
    text.split("\n").filter((line) => !line.startsWith("   "));
  const expected = write([{}]);
  for (const text of HOSTILE) {
    const texts = { location: text, comment: text, name: text };
    const { html } = write([texts], { site_name: text });
    const mail = write([texts]);
    const elements = elementsOf(html.replaceAll("<br>", ""));
    expect(elements, text).toEqual(elementsOf(expected.html));
    expect(own(mail.text), text).toEqual(own(expected.text));
    expect(mail.subject).toBe("1 find is waiting");
    expect(html).not.toMatch(
      // oxlint-disable-next-line no-control-regex
      /[\u0000-\u0009\u000b-\u001f\u007f\u202a-\u202e\u2066-\u2069]/,
    );
    const [, , , ...comment] = mail.text
      .split("\n")
      .filter((line) => line.startsWith("   "));
    for (const line of comment) expect(line).toMatch(/^ {3}> /);
  }
});

test("what finders write is cut where it is long, and no character is cut in two", () => {
  const { html, text } = write([
    { comment: "👩‍👩‍👧‍👦".repeat(500), location: "é".repeat(200) },
  ]);
  for (const part of [html, text]) {
    const [family = ""] = /👩[^<\n]*…/u.exec(part) ?? [];
    expect(family.replace("…", "")).toBe("👩‍👩‍👧‍👦".repeat(25));
    expect(part).toContain(`${"é".repeat(119)}…`);
  }
});

test("the mail says of each find its number, place, day, name and comment, in both parts", () => {
  const other = { rock_number: 0, name: "", cid: undefined };
  const { html, text } = write([{}, other]);
  for (const part of [html, text]) {
    for (const said of [
      "2 finds are waiting",
      "Rock 214",
      "A rock without a number",
      "Lighthouse steps, Anstruther",
      "Found on 17 May 2026 · 3 pictures",
      "Sent on 22 November 2026 by Wren",
      "It was sitting on the harbour wall.",
      "https://rocks.example.org/review#abc",
      "works until 29 November 2026",
      "comes at 19:00",
    ])
      expect(part).toContain(said);
    expect(part.match(/by Wren/g)).toHaveLength(1);
  }
  expect(html.match(/<img/g)).toHaveLength(1);
  expect(html).toContain('alt="A &lt;blue&gt; stone"');
});

test("the mail says in which language a finder wrote, if that is known", () => {
  const { html } = write([{ lang: "de", altLang: "de" }]);
  for (const said of [
    '<bdi lang="de">Lighthouse steps, Anstruther',
    'dir="auto" lang="de" style',
    'stone" lang="de" style',
  ])
    expect(html).toContain(said);
  expect(write([{}]).html.match(/ lang="/g)).toHaveLength(1);
});

test("the mail speaks of one find as one, and says how many more there are", () => {
  const { subject, text } = write([{}]);
  expect(subject).toBe("1 find is waiting");
  expect(text).toContain("It stays hidden until you show it.");
  expect(text).not.toMatch(/\bthem\b|these/);
  const some = Array.from({ length: 20 }, () => ({}));
  expect(write(some, { count: 20 }).text).not.toContain("more.");
  expect(write(some, { count: 21 }).text).toContain("And 1 more. You see it");
  const many = write(some, { count: 250 });
  expect(many.subject).toBe("250 finds are waiting");
  expect(many.html).toContain("And 230 more. You see them all");
});

test("the mail is shorter than what Gmail cuts off, whatever finders write", () => {
  const long = '"'.repeat(5000);
  const find = { location: long, comment: long, name: long };
  const finds = Array<typeof find>(20).fill(find);
  expect(Buffer.byteLength(write(finds).html)).toBeLessThan(100_000);
});

test("the mail loads nothing from anywhere: its only addresses are the link and its own pictures", () => {
  const { html } = write([{}, {}]);
  const addresses = new Set(html.match(/(?:src|href|url)[=(]"?[^">)]*/g));
  expect([...addresses].sort()).toEqual([
    'href="https://rocks.example.org/review#abc',
    'src="cid:find-1@rocks.example.org',
  ]);
});
