import { afterAll, afterEach, beforeAll, beforeEach, vi } from "vitest";
import { askToFollow, confirmFollow } from "#domain/follow/followers.server.ts";
import { forget, forgetTries } from "#tests/setup/vitest/forget.ts";
import { sendNext } from "#domain/outbox.server.ts";
import {
  keyIn,
  type MailServer,
  type MailServerOptions,
  mailsTo,
  startMailServer,
} from "#tests/setup/processes/mail-server.ts";
import * as rows from "#tests/setup/rows.ts";

/** A mail server, a clock that the test turns, and a database in which finds wait and rocks are followed. */

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

export const ME = "me@example.org";
export const YOU = "you@example.org";

export let server: MailServer;
/** The codes with which the mail server refuses addresses. */
export const refused = new Map<string, number>();
/** Runs when the mail server has read a mail, before it takes it. */
export const hooks: { beforeTaking?: () => Promise<void> } = {};

const options = {
  refuse: (receiver: string) => refused.get(receiver),
  beforeTaking: () => hooks.beforeTaking?.() ?? Promise.resolve(),
};

export function useMailServer(env: Record<string, string> = {}) {
  beforeAll(async () => {
    server = await startMailServer(options);
    Object.assign(process.env, {
      SMTP_URL: server.url,
      MAIL_FROM: "rocks@example.org",
      PUBLIC_URL: "https://rocks.example.org",
      UPLOAD_LIMITS: "off",
      UPLOAD_LIMIT_TOTAL: "off",
      LOG_LEVEL: "error",
      ...env,
    });
  });
  afterAll(() => server.stop());
  beforeEach(reset);
  afterEach(() => void vi.useRealTimers());
}

export function reset() {
  refused.clear();
  hooks.beforeTaking = undefined;
  server.mails.length = 0;
  vi.useFakeTimers({ toFake: ["Date", "performance"] });
  forgetTries();
  forget("empty daily mail");
  const tables =
    "trash rock_posts news outbox followers follow_counts stopped_followers secrets review_keys";
  for (const table of tables.split(" ")) rows.runSql(`DELETE FROM ${table}`);
}

export const stopServer = () => server.stop();

/** Starts the mail server on its port again, with the mails that it has taken. */
export async function startServerAgain(more: MailServerOptions = {}) {
  const port = Number(new URL(server.url).port);
  const { mails } = server;
  server = await startMailServer({ ...options, ...more, port, mails });
}

/** Lets time pass, and has the site look as often as it does. */
export async function pass(ms: number) {
  for (let left = ms; ;) {
    const wait = await sendNext();
    if (wait === 0) continue;
    if (left === 0) return;
    // The longer it is, the less often the site looks, but for a mail that it is to try then.
    const step = Math.min(Math.max(wait, MINUTE / 2, ms / 200), left);
    vi.advanceTimersByTime(step);
    left -= step;
  }
}

export const jump = (ms: number) => vi.setSystemTime(Date.now() + ms);

/** An address follows a rock. @returns the key of the mail that asked it */
export async function follow(address: string, rock = 17, body: object = {}) {
  const before = mailsTo(server, address).length;
  askToFollow(
    rock,
    { email: address, ...body },
    { address: "203.0.113.1", language: "en" },
  );
  await pass(0);
  const key = keyIn(mailsTo(server, address)[before]!);
  confirmFollow(key);
  return key;
}

export const addFind = ({
  rock = 17,
  ...more
}: { rock?: number } & Parameters<typeof rows.addFind>[0] = {}) =>
  rows.addFind({ rock_number: rock, location: "The pier", ...more }).rps_key;

export const show = (key: number, isShown = true) =>
  rows.runSql(
    `UPDATE rock_posts SET show = ${Number(isShown)} WHERE rps_key = ${key}`,
  );

export const moveTo = (key: number, rock: number) =>
  rows.runSql(
    `UPDATE rock_posts SET rock_number = ${rock} WHERE rps_key = ${key}`,
  );

/** The addresses that follow a rock, once for each rock. */
export const followers = () =>
  rows.readColumn("SELECT address FROM followers ORDER BY flw_key");

/** The mails that told an address of finds: the places in each. */
export const toldOf = (address: string) =>
  mailsTo(server, address)
    .filter(({ subject }) => subject!.endsWith("moved on"))
    .map(({ text }) =>
      [...text!.matchAll(/^(.+)\nFound on/gm)].map(([, place]) => place),
    );
