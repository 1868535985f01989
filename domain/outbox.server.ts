import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { getDb, type Tx } from "#db/client.server.ts";
import { databaseDamage } from "#db/damage.server.ts";
import { outbox } from "#db/schema.ts";
import { writeWhenFree } from "#db/write.server.ts";
import {
  HOUR_MS,
  noteHours,
  hoursRun,
} from "#domain/limits/hours-run.server.ts";
import { log } from "#core/log.server.ts";
import { repeat } from "#core/repeat.server.ts";
import { handOutNews, hasNews } from "./follow/news.server.ts";
import { prepareNews, prepareQuestion } from "./follow/prepare.server.ts";
import {
  hostOfIds,
  iso,
  type Outgoing,
  type OutboxRow,
  digestSettings,
  mailServer,
  sendMail,
} from "./mail/send-mail.server.ts";
import { pauseAfter } from "./mail/schedule.ts";
import {
  isDailyMailDue,
  planDailyMail,
  prepareDailyMail,
} from "./review/daily-mail.server.ts";

/**
 * Sends the mails of the outbox, one after the other, so that a kill doubles one at most. A doubled mail has the same
 * Message-ID.
 */

const INTERVAL_MS = 15_000;
/** Tries of a mail to a follower that the mail server puts off: with their pauses, two days. */
const TRIES_MAX = 53;
const ERROR_MAX = 500;

const PREPARE: Record<
  OutboxRow["kind"],
  (row: OutboxRow, now: number) => Promise<Outgoing | undefined>
> = {
  question: prepareQuestion,
  news: prepareNews,
  daily: prepareDailyMail,
};

let failures = 0;
/** Notes the mail that the mail server took last; undefined once the database has it. */
let noteTaken: ((tx: Tx) => void) | undefined;

/** Only one call may run at a time. @returns milliseconds until the next call */
export async function sendNext(now = Date.now()): Promise<number> {
  const server = mailServer();
  if (!server || databaseDamage() !== undefined) return INTERVAL_MS;
  // First, so that no mail is sent again whose end could not be written.
  await writeTaken();
  let row = findDue();
  if (hasNews() || isDailyMailDue(getDb(), now)) {
    await writeWhenFree((tx) => {
      handOutNews(tx, noteHours(tx));
      planDailyMail(tx, now);
    });
    row = findDue();
  }
  return row ? trySending(row, server, now) : INTERVAL_MS;
}

async function trySending(
  row: OutboxRow,
  server: NonNullable<ReturnType<typeof mailServer>>,
  now: number,
) {
  const outgoing = await PREPARE[row.kind](row, now);
  const isBegun = await writeWhenFree((tx) => {
    // Meanwhile its receiver may have stopped.
    if (!tx.select().from(outbox).where(isRow(row)).get()) return false;
    if (outgoing) return outgoing.begin(tx);
    // The finds that it told are hidden, but there may be other news.
    if (row.news !== null) change(tx, row, { news: null, id: randomUUID() });
    else close(tx, row);
    return false;
  });
  if (!outgoing || !isBegun) return 0;
  try {
    const messageId = `<${row.id}@${hostOfIds()}>`;
    await sendMail(
      { ...outgoing.mail, messageId },
      { ...server, to: outgoing.to },
    );
  } catch (error) {
    const verdict = judge(error);
    logFailure(row, error as Error);
    await writeWhenFree((tx) => noteFailure(tx, row, outgoing, error as Error));
    return verdict === "server" ? pauseAfter(++failures) : 0;
  }
  failures = 0;
  noteTaken = (tx) => close(tx, row, outgoing, iso(now));
  await writeTaken();
  return 0;
}

async function writeTaken() {
  if (noteTaken) await writeWhenFree(noteTaken);
  noteTaken = undefined;
}

/** The next due mail: questions, which somebody waits for at a form, come first, then the earliest due. */
const findDue = () =>
  getDb().get<OutboxRow | undefined>(sql`
    SELECT * FROM outbox
     WHERE send_after <= ${hoursRun()}
       AND (kind <> 'daily' OR ${Number(digestSettings() !== undefined)})
     ORDER BY kind = 'question' DESC, send_after, mail_key LIMIT 1`);

const isRow = ({ mail_key }: OutboxRow) => eq(outbox.mail_key, mail_key);

const change = (tx: Tx, row: OutboxRow, values: Partial<OutboxRow>) =>
  void tx.update(outbox).set(values).where(isRow(row)).run();

function close(tx: Tx, row: OutboxRow, outgoing?: Outgoing, sent_dt?: string) {
  // So that its day has no other.
  if (row.kind === "daily" && sent_dt)
    change(tx, row, { send_after: null, sent_dt });
  else tx.delete(outbox).where(isRow(row)).run();
  outgoing?.end?.(tx, sent_dt);
}

function noteFailure(tx: Tx, row: OutboxRow, outgoing: Outgoing, error: Error) {
  const verdict = judge(error);
  if (verdict === "no-good" && outgoing.bounce) return outgoing.bounce(tx);
  const tries = row.tries + (verdict === "server" ? 0 : 1);
  if (tries >= TRIES_MAX && row.kind !== "daily")
    return close(tx, row, outgoing);
  const pause = tries > row.tries ? pauseAfter(tries) : 0;
  change(tx, row, {
    tries,
    send_after: noteHours(tx) + pause / HOUR_MS,
    error: error.message.slice(0, ERROR_MAX),
    // If the mail server surely hasn't taken it, the next try may tell more.
    ...(isSurelyRefused(error) ? { news: row.news } : {}),
  });
}

function logFailure({ kind }: OutboxRow, error: Error) {
  if (kind === "daily")
    return log.error("the daily mail could not be sent", {
      error: error.message,
    });
  const { responseCode, command, code } = error as Error &
    Record<string, unknown>;
  // Without the server's words, because they may repeat the address.
  log.warn("a mail to a follower could not be sent", {
    responseCode,
    command,
    code,
  });
}

/** Sends what is due without waiting for the next look. */
export const sendSoon = () => loop?.soon();
let loop: ReturnType<typeof repeat> | undefined;

/** @returns a function that stops this. A mail that is on its way may still arrive */
export function startSending(): () => void {
  loop = repeat(async () => {
    try {
      return await sendNext();
    } catch (error) {
      log.error("sending the mails failed", { error });
      return INTERVAL_MS;
    }
  });
  return loop.stop;
}

/** Consequences of a mail that could not be sent, for its address. */

interface MailError {
  /** The mail server's answer, such as `550 5.1.1 There is nobody here`. */
  response?: string;
  responseCode?: number | false;
  /** The last SMTP command. */
  command?: string;
  syscall?: string;
}

/**
 * `no-good`: the address is wrong. `later`: another try may be better. `server`: nothing was said about the address,
 * because the mail server is away or doesn't take the site's mails.
 */
type Verdict = "no-good" | "later" | "server";

/** Steps before the receiver is named. */
const BEFORE_RECEIVER = /^(CONN|[EHL]+LO|STARTTLS|AUTH\b.*|MAIL FROM)$/;
/**
 * Codes of the mail system, the contents and the rules of the server. They don't speak of the address, but for 5.6.7:
 * the address has letters that the server will never take.
 */
const NOT_ABOUT_ADDRESS = /^5\d\d[ -]5\.(?!6\.7\b)[367]\./;
const CLOSING = 421;
export function judge(error: unknown): Verdict {
  const { response = "", responseCode, command = "" } = error as MailError;
  if (BEFORE_RECEIVER.test(command) || responseCode === CLOSING)
    return "server";
  const isRefused = Number(responseCode) >= 500;
  return isRefused && !NOT_ABOUT_ADDRESS.test(response) ? "no-good" : "later";
}

/** Whether the mail server can't have taken the mail. A server that closes may have taken it just before. */
function isSurelyRefused(error: unknown) {
  const { responseCode, syscall } = error as MailError;
  const isAnswer = Number(responseCode) >= 400 && responseCode !== CLOSING;
  return isAnswer || syscall === "connect";
}
