import { createServer, type AddressInfo, type Server } from "node:net";
import { beforeAll, expect, test } from "vitest";
import { getDb } from "#db/client.server.ts";
import { rockPosts } from "#db/schema.ts";
import { sendNext } from "#domain/outbox/send-mails.server.ts";
import { readMailState } from "#domain/review/daily-mail.server.ts";

let server: Server;

beforeAll(async () => {
  server = createServer();
  await new Promise<void>((resolve) =>
    server.listen(0, "127.0.0.1", () => resolve()),
  );
  const { port } = server.address() as AddressInfo;
  // Any time limit passes here, so this one is short.
  process.env.SMTP_URL = `smtp://127.0.0.1:${port}?greetingTimeout=100`;
  process.env.MAIL_FROM = "rocks@example.org";
  process.env.DIGEST_TO = "me@example.org";
  return () => new Promise((resolve) => server.close(resolve));
});

test("a mail server that takes the call and says nothing is given up, and tried again in a minute @soak", async () => {
  getDb()
    .insert(rockPosts)
    .values({
      uuid: "00000000-0000-4000-8000-000000000001",
      rock_number: 214,
      location: "The pier",
      comment: "On a wall.",
      date: "2026-05-17T00:00:00Z",
    })
    .run();
  expect(await sendNext(Number(new Date(2099, 10, 2, 19)))).toBe(60_000);
  expect(readMailState()).toMatchObject({
    sent_dt: undefined,
    error: "Greeting never received",
  });
});
