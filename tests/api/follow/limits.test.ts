import { beforeAll, beforeEach, expect, test } from "vitest";
import {
  mailEnv,
  type MailServer,
  mailsTo,
  mailTo,
  startMailServer,
} from "#tests/setup/processes/mail-server.ts";
import { startSite } from "#tests/setup/processes/site.ts";
import { send, site, useSite } from "#tests/setup/vitest/site.ts";

let server: MailServer;
beforeAll(async () => {
  server = await startMailServer();
  await useSite(
    await startSite({
      env: {
        ...mailEnv(server),
        UPLOAD_LIMITS: "8/10m",
        UPLOAD_LIMIT_TOTAL: "20/1d",
        TRUST_PROXY: "true",
      },
    }),
  );
  return async () => {
    await site.stop();
    await server.stop();
  };
});
beforeEach(() => {
  site.alter("DELETE FROM followers");
  site.alter("DELETE FROM rate_limits");
  server.mails.length = 0;
});

const ask = async (email: string, rock: number, from: string) => {
  const headers = { "X-Forwarded-For": from };
  const path = `POST /api/rocks/${rock}/follow`;
  return (await send(path, { email }, headers)).status;
};

test("an address gets three mails a day that ask, whoever enters it and for whichever rock", async () => {
  const written = ["me@example.org", "Me@Example.ORG", "ME@EXAMPLE.ORG"];
  for (let rock = 1; rock <= 12; rock++)
    expect(await ask(written[rock % 3]!, rock, `203.0.113.${rock}`)).toBe(202);
  // The mails are sent in order.
  await ask("last@example.org", 1, "203.0.113.99");
  await mailTo(server, "last@example.org");
  expect(server.mails).toHaveLength(4);
  expect(site.query("SELECT 1 FROM followers")).toHaveLength(4);
});

test("asking again while the mail is on its way sends one", async () => {
  await Promise.all(
    Array.from({ length: 5 }, () => ask("me@example.org", 1, "203.0.113.1")),
  );
  await ask("last@example.org", 1, "203.0.113.2");
  await mailTo(server, "last@example.org");
  expect(mailsTo(server, "me@example.org").length).toBeLessThanOrEqual(3);
});

test("a sender has the limits of finds, and so have all together", async () => {
  const statuses = [];
  for (let n = 0; n < 10; n++)
    statuses.push(await ask(`n${n}@example.org`, 1, "203.0.113.1"));
  expect(statuses).toEqual([...Array(8).fill(202), 429, 429]);
  for (let n = 0; n < 12; n++)
    expect(await ask(`m${n}@example.org`, 1, `198.51.100.${n}`)).toBe(202);
  expect(await ask("one-more@example.org", 1, "198.51.100.99")).toBe(429);
});
