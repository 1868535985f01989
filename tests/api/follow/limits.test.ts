import { expect, test } from "vitest";
import { mailsTo, mailTo } from "#tests/setup/processes/mail-server.ts";
import { site } from "#tests/setup/vitest/site.ts";
import { ask, server, useMailSite } from "./mail-site.ts";

useMailSite({
  UPLOAD_LIMITS: "8/10m",
  UPLOAD_LIMIT_TOTAL: "20/1d",
  TRUST_PROXY: "true",
});

const askFrom = async (from: string, email: string, rock = 1) =>
  (await ask(email, rock, { "X-Forwarded-For": from })).status;

test("an address gets three mails a day that ask, whoever enters it and for whichever rock", async () => {
  const written = ["me@example.org", "Me@Example.ORG", "ME@EXAMPLE.ORG"];
  for (let rock = 1; rock <= 12; rock++)
    expect(await askFrom(`203.0.113.${rock}`, written[rock % 3]!, rock)).toBe(
      202,
    );
  // The mails are sent in order.
  await askFrom("203.0.113.99", "last@example.org");
  await mailTo(server, "last@example.org");
  expect(server.mails).toHaveLength(4);
  expect(site.query("SELECT 1 FROM followers")).toHaveLength(4);
});

test.each([
  ["a tag", (n: number) => `stranger+${n}@example.org`, 3],
  [
    "dots, tags and both names of Gmail",
    (n: number) =>
      [
        "str.anger@gmail.com",
        "stranger@googlemail.com",
        "S.T.R.anger+rocks@Gmail.com",
      ][n % 3]!.replace("@", `+${n}@`),
    3,
  ],
  ["dots anywhere else", (n: number) => `s${".r".repeat(n)}@example.org`, 6],
])(
  "an address with %s is that of a mailbox, which gets three mails",
  async (_what, addressOf, mails) => {
    for (let n = 1; n <= 6; n++) await askFrom(`203.0.113.${n}`, addressOf(n));
    await askFrom("203.0.113.99", "last@example.org");
    await mailTo(server, "last@example.org");
    expect(server.mails).toHaveLength(mails + 1);
  },
);

test("asking again while the mail is on its way sends one", async () => {
  await Promise.all(
    Array.from({ length: 5 }, () => askFrom("203.0.113.1", "me@example.org")),
  );
  await askFrom("203.0.113.2", "last@example.org");
  await mailTo(server, "last@example.org");
  expect(mailsTo(server, "me@example.org").length).toBeLessThanOrEqual(3);
});

test("a sender has the limits of finds, and so have all together", async () => {
  const statuses = [];
  for (let n = 0; n < 10; n++)
    statuses.push(await askFrom("203.0.113.1", `n${n}@example.org`));
  expect(statuses).toEqual([...Array(8).fill(202), 429, 429]);
  for (let n = 0; n < 12; n++)
    expect(await askFrom(`198.51.100.${n}`, `m${n}@example.org`)).toBe(202);
  expect(await askFrom("198.51.100.99", "one-more@example.org")).toBe(429);
});
