import { expect, test } from "vitest";
import { findFields, findForm } from "#tests/setup/calls/site-calls.ts";
import { setUpSite, site } from "#tests/setup/vitest/site.ts";

setUpSite();

test.each([
  undefined,
  "*/*",
  "application/json",
  "application/json, text/html",
])(
  "a client that accepts %s and so asks for no page gets JSON",
  async (accept) => {
    const headers: Record<string, string> = accept ? { Accept: accept } : {};
    const answer = await site.sendFind(findFields, ["plain.png"], headers);
    expect(answer.status).toBe(201);
    expect(answer.headers.get("content-type")).toContain("application/json");
  },
);

test("a form of another origin is refused, and a page can't be read where a find is sent to", async () => {
  const foreign = await site.fetch("/api/upload-rock", {
    method: "POST",
    headers: { Accept: "text/html", Origin: "https://a.example" },
    body: await findForm(findFields, ["plain.png"]),
  });
  expect(foreign.status).toBe(403);
  const read = await site.fetch("/api/upload-rock", {
    headers: { Accept: "text/html" },
  });
  expect(read.status).toBe(405);
  expect(read.headers.get("content-type")).toContain("application/json");
});

test("what can't be taken from the plain form is said on a page that runs no script of anybody else", async () => {
  const asPage = { Accept: "text/html,application/xhtml+xml" };
  for (const [fields, images, words] of [
    [{ ...findFields, rockNumber: "x" }, ["plain.png"], "Submit Failed"],
    [
      findFields,
      Array<string>(6).fill("plain.png"),
      "You can only upload up to 5 images.",
    ],
  ] as const) {
    const page = await site.sendFind(fields, [...images], asPage);
    expect(page.status).toBe(400);
    expect(page.headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(page.headers.get("content-security-policy")).toContain(
      "script-src 'self';",
    );
    expect(await page.text()).toContain(words);
  }
});
