import { randomUUID } from "node:crypto";
import { and, eq, sql } from "drizzle-orm";
import { getDb, type Tx } from "#db/client.server.ts";
import { databaseDamage } from "#db/damage.server.ts";
import { followCounts, followers, told } from "#db/schema.ts";
import { writeWhenFree } from "#db/write.server.ts";
import { log } from "../core/log.server.ts";
import { hoursRun } from "../core/hours-run.server.ts";
import { pauseAfter } from "../mail/schedule.ts";
import {
  closeKept,
  mailServer,
  sendOneOfMany,
} from "../mail/send-mail.server.ts";
import {
  composeQuestion,
  composeStory,
  type FollowMail,
} from "./compose.server.ts";
import { addKey, dropKey, type Follower } from "./follower-keys.server.ts";
import { forget, isAddress } from "./followers.server.ts";
import {
  advanceNews,
  closeNews,
  hasNews,
  listUntold,
  nextToTell,
  type Item,
} from "./news.server.ts";
import { isSurelyRefused, judge } from "./refusals.server.ts";

/**
 * Sends the mails to followers, one after the other, so that a kill doubles one at most. What has to be sent is in the
 * database, and so is the Message-ID of a mail from before it is sent.
 */

/** How often to check whether a mail is due, in milliseconds. */
const INTERVAL_MS = 15_000;
/** How long a mail is tried again that the mail server puts off. */
const PATIENCE_MS = 2 * 86_400_000;

interface QueuedMail extends FollowMail {
  /** Its news; undefined for the mail that asks to confirm. */
  items: Item[] | undefined;
  /** Whether it was tried before, so that the mail server may have it already. */
  isRepeated: boolean;
}

/** Consecutive failures since the last accepted mail. */
let failures = 0;
/** Accepted by the mail server, not yet recorded in the database. */
let taken: QueuedMail | undefined;

/**
 * Sends one mail, if one is due. Only one call may run at a time.
 * @returns milliseconds until the next call
 */
export async function sendNext(now = Date.now()): Promise<number> {
  const server = mailServer();
  if (!server || databaseDamage() !== undefined) return INTERVAL_MS;
  if (!taken && !hasQuestions() && !hasNews()) return INTERVAL_MS;
  // One transaction, because the disk takes longest: what came of the last mail, and the next one.
  const mail = await writeWhenFree((tx) => {
    if (taken) noteEnd(tx, taken, "sent", now);
    advanceNews(tx, now);
    return beginQuestion(tx, now) ?? beginStory(tx, now);
  });
  taken = undefined;
  if (!mail) return INTERVAL_MS;
  try {
    const keys = mail.items?.map(({ rps_key }) => rps_key);
    const written = keys
      ? await composeStory(mail, keys)
      : composeQuestion(mail);
    if (!isStillWanted(mail)) {
      await writeWhenFree((tx) => takeBack(tx, mail));
      return 0;
    }
    await sendOneOfMany(written, { ...server, to: [mail.follower.address] });
  } catch (error) {
    return noteFailure(mail, error, now);
  }
  failures = 0;
  taken = mail;
  return 0;
}

const hasQuestions = () =>
  getDb()
    .select({ key: followers.flw_key })
    .from(followers)
    .where(sql`asks IS NOT NULL`)
    .limit(1)
    .get() !== undefined;

function beginQuestion(tx: Tx, now: number): QueuedMail | undefined {
  const follower = tx
    .select()
    .from(followers)
    .where(
      sql`asks IS NOT NULL AND ifnull(retry_dt, '') <= ${iso(now)}
          AND (expires_hour IS NULL OR expires_hour > ${hoursRun(tx)})`,
    )
    .orderBy(followers.flw_key)
    .limit(1)
    .get();
  return (
    follower && {
      follower,
      mail_id: follower.asks!,
      key: addKey(tx, follower.flw_key),
      items: undefined,
      isRepeated: false,
    }
  );
}

function beginStory(tx: Tx, now: number): QueuedMail | void {
  const flw_key = nextToTell(tx, now);
  if (flw_key === undefined) return closeNews(tx);
  const follower = tx
    .select()
    .from(followers)
    .where(eq(followers.flw_key, flw_key))
    .get()!;
  const untold = listUntold(tx, flw_key);
  const open = untold.find(({ mail_id }) => mail_id !== null)?.mail_id;
  const mail_id = open ?? randomUUID();
  const items = open ? untold.filter((item) => item.mail_id === open) : untold;
  if (!open)
    tx.insert(told)
      .values(
        items.map(({ news_key }) => ({
          flw_key,
          news_key,
          mail_id,
          state: "open" as const,
        })),
      )
      .run();
  return {
    follower,
    mail_id,
    key: addKey(tx, flw_key),
    items,
    isRepeated: open !== undefined,
  };
}

/** Whether its receiver has not stopped, and all that it tells is still shown. Pictures take a while. */
function isStillWanted({ follower: { flw_key }, mail_id, items }: QueuedMail) {
  if (!items)
    return (
      getDb()
        .select({ asks: followers.asks })
        .from(followers)
        .where(eq(followers.flw_key, flw_key))
        .get()?.asks === mail_id
    );
  const due = new Set(
    listUntold(getDb(), flw_key).map(({ news_key }) => news_key),
  );
  return items.every(({ news_key }) => due.has(news_key));
}

/** Notes what came of a mail in the end. */
function noteEnd(
  tx: Tx,
  mail: QueuedMail,
  state: "sent" | "given-up",
  now: number,
) {
  const { follower, mail_id, items } = mail;
  const isOver = { tries: 0, failing_dt: null, retry_dt: null };
  if (!items) {
    setFollower(tx, mail, { ...isOver, asks: null });
    return;
  }
  const keys = JSON.stringify(items.map(({ news_key }) => news_key));
  // Both may have been removed while the mail was on its way.
  tx.insert(told)
    .select(
      sql`SELECT f.flw_key, n.news_key, ${mail_id}, ${state} FROM followers f, news n
           WHERE f.flw_key = ${follower.flw_key} AND n.news_key IN (SELECT value FROM json_each(${keys}))`,
    )
    .onConflictDoUpdate({
      target: [told.flw_key, told.news_key],
      set: { state },
    })
    .run();
  // Finds that were hidden since the mail was tried first. They are told when they are shown again.
  tx.delete(told).where(isOpenIn(mail)).run();
  setFollower(tx, mail, {
    ...isOver,
    ...(state === "sent" ? { told_dt: iso(now) } : {}),
  });
  if (state === "sent") count(tx, "sent");
}

/** @returns milliseconds until the next call */
async function noteFailure(mail: QueuedMail, error: unknown, now: number) {
  const verdict = judge(error);
  const { responseCode, command, code } = error as Record<string, unknown>;
  // Without the server's words, because they may repeat the address.
  log.warn("a mail to a follower could not be sent", {
    responseCode,
    command,
    code,
  });
  const pause = verdict === "server" ? pauseAfter(++failures) : 0;
  await writeWhenFree((tx) => {
    if (verdict === "no-good") return noteBounce(tx, mail.follower.address);
    if (isSurelyRefused(error)) takeBack(tx, mail);
    if (verdict === "later") putOff(tx, mail, now);
    else setFollower(tx, mail, { retry_dt: iso(now + pause) });
  });
  return pause;
}

function noteBounce(tx: Tx, address: string) {
  forget(tx, isAddress(address));
  count(tx, "bounced");
}

/** The next try is a new mail, with all that is to be told then. */
function takeBack(tx: Tx, mail: QueuedMail) {
  dropKey(tx, mail.key);
  if (!mail.isRepeated) tx.delete(told).where(isOpenIn(mail)).run();
}

function putOff(tx: Tx, mail: QueuedMail, now: number) {
  const { tries, failing_dt } = mail.follower;
  const since = failing_dt ?? iso(now);
  if (now - Date.parse(since) >= PATIENCE_MS)
    return noteEnd(tx, mail, "given-up", now);
  setFollower(tx, mail, {
    tries: tries + 1,
    failing_dt: since,
    retry_dt: iso(now + pauseAfter(tries + 1)),
  });
}

const iso = (ms: number) => new Date(ms).toISOString();

const isOpenIn = ({ follower, mail_id }: QueuedMail) =>
  and(
    eq(told.flw_key, follower.flw_key),
    eq(told.mail_id, mail_id),
    eq(told.state, "open"),
  );

const setFollower = (
  tx: Tx,
  { follower }: QueuedMail,
  values: Partial<Follower>,
) =>
  void tx
    .update(followers)
    .set(values)
    .where(eq(followers.flw_key, follower.flw_key))
    .run();

const count = (tx: Tx, name: "sent" | "bounced") =>
  void tx
    .insert(followCounts)
    .values({ name, count: 1 })
    .onConflictDoUpdate({
      target: followCounts.name,
      set: { count: sql`count + 1` },
    })
    .run();

/** Notes the mail that was taken last, and closes the connection. */
async function end() {
  try {
    if (taken)
      await writeWhenFree((tx) => noteEnd(tx, taken!, "sent", Date.now()));
    taken = undefined;
  } catch (error) {
    log.error("a mail to a follower was sent, but that could not be noted", {
      error,
    });
  }
  closeKept();
}

/** Sends what is due without waiting for the next check. */
export let sendSoon = () => {};

/**
 * Sends the mails to followers from now on.
 * @returns a function that stops this. A mail that is on its way may still arrive
 */
export function startTelling(): () => void {
  let next: NodeJS.Timeout | undefined;
  let isStopped = false;

  async function send() {
    next = undefined;
    let wait = INTERVAL_MS;
    try {
      wait = await sendNext();
    } catch (error) {
      log.error("scheduling the mails to followers failed", { error });
    }
    if (isStopped) return end();
    next = setTimeout(() => void send(), wait).unref();
  }

  sendSoon = () => {
    if (next === undefined || failures > 0) return;
    clearTimeout(next);
    void send();
  };
  void send();
  return () => {
    isStopped = true;
    if (next !== undefined) void end();
    clearTimeout(next);
    sendSoon = () => {};
  };
}
