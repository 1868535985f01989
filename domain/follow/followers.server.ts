import { msg } from "@lingui/core/macro";
import { randomUUID } from "node:crypto";
import { and, eq, lte, sql, type SQL } from "drizzle-orm";
import { getDb, type Tx } from "#db/client.server.ts";
import {
  followers,
  outbox,
  stoppedFollowers,
  followerKeys,
} from "#db/schema.ts";
import { write } from "#db/write.server.ts";
import { addressForm } from "#core/address-form.server.ts";
import { DomainError, wrongField } from "#core/errors.ts";
import { hashOf } from "#core/hash.server.ts";
import { messages } from "#core/messages.ts";
import { isOwn } from "../finds/finder-access.server.ts";
import { hoursRun, noteHours } from "#domain/limits/hours-run.server.ts";
import { findUsedUp, takeTry, uploadLimits } from "../limits/tries.server.ts";
import { mailServer } from "../mail/send-mail.server.ts";
import { requireRock } from "../rocks/rocks.server.ts";
import type { Follow, FollowCounts } from "./answers.ts";
import { countWaiting } from "./news.server.ts";
import type { FollowRequest } from "./schemas.ts";

/** Followers, who are told when a rock moves on: asking, confirming, stopping. */

const UNCONFIRMED_HOURS = 7 * 24;
/** Limit of mails that ask one address to confirm, over all senders and rocks. */
const ASKED = { count: 3, ms: 86_400_000 };

function requireForm(email: string) {
  const form = addressForm(email);
  if (form !== "") return form;
  throw wrongField("email", messages.notAnAddress);
}

/** Older rows have capitals. @param address in its one form */
export const isAddress = (address: string) =>
  sql`address COLLATE NOCASE = ${address}`;

/** The answer is the same for every address, so that nobody learns which rocks it follows. */
export function askToFollow(
  rock_number: number,
  { email, find, lang: given }: FollowRequest,
  from: { address: string; language: string },
) {
  const lang = given ?? from.language;
  if (!mailServer())
    throw new DomainError("not_found", msg`This site can't send mail.`);
  if (rock_number === 0)
    throw new DomainError("bad_input", msg`This rock has no number to follow.`);
  const address = requireForm(email);
  const own = find && isOwn(find.uuid, find.find_key) ? [find.uuid] : [];
  write((tx) => {
    // As many as finds, but counted on their own.
    takeTry("follow", uploadLimits(from.address));
    const isHere = and(
      eq(followers.rock_number, rock_number),
      isAddress(address),
    );
    const found = tx.select().from(followers).where(isHere).get();
    const asks = (found && isAsked(tx, found.flw_key)) || mayAsk(address);
    const hours = noteHours(tx);
    const expires_hour = hours + UNCONFIRMED_HOURS;
    const known = JSON.parse(found?.own_finds ?? "[]") as string[];
    const own_finds = JSON.stringify([...new Set([...known, ...own])]);
    if (found)
      tx.update(followers)
        .set({
          own_finds,
          ...(found.confirmed || !asks ? {} : { lang, expires_hour }),
        })
        .where(isHere)
        .run();
    if (!asks) return;
    const { flw_key } =
      found ??
      tx
        .insert(followers)
        .values({
          id: randomUUID(),
          rock_number,
          address,
          lang,
          expires_hour,
          own_finds,
        })
        .returning()
        .get();
    tx.insert(outbox)
      .values({
        id: randomUUID(),
        kind: "question",
        flw_key,
        send_after: hours,
      })
      .onConflictDoNothing()
      .run();
  });
}

const isAsked = (tx: Tx, flw_key: number) =>
  tx
    .select()
    .from(outbox)
    .where(and(eq(outbox.flw_key, flw_key), eq(outbox.kind, "question")))
    .get() !== undefined;

/** Mail servers bring me+rocks@… and me+stones@… to the same person, and Gmail m.e@… too. */
function mailboxOf(address: string) {
  const [local = "", domain = ""] = address.split("@");
  const name = local.replace(/\+.*/, "");
  return GMAIL.has(domain)
    ? `${name.replaceAll(".", "")}@gmail.com`
    : `${name}@${domain}`;
}

/** Two names of the same mailboxes. */
const GMAIL = new Set(["gmail.com", "googlemail.com"]);

/** Counts a mail that asks an address, unless that has had its share. */
function mayAsk(address: string) {
  const key = hashOf(mailboxOf(address));
  const limits = new Map([[key, [ASKED]]]);
  if (findUsedUp("follow-mail", limits)) return false;
  takeTry("follow-mail", limits);
  return true;
}

/** Again changes nothing. */
export function confirmFollow(key: string) {
  const { flw_key, rock_number, confirmed } = requireFollower(key);
  if (!confirmed)
    write((tx) =>
      tx
        .update(followers)
        .set({
          confirmed: true,
          expires_hour: null,
          since: sql`(SELECT ifnull(max(news_key), 0) FROM news)`,
        })
        .where(eq(followers.flw_key, flw_key))
        .run(),
    );
  return { rock_number };
}

export function readFollow(key: string): Follow {
  const { flw_key, rock_number, confirmed, address } = requireFollower(key);
  const others = getDb().all<{ rock_number: number }>(sql`
    SELECT rock_number FROM followers
     WHERE ${isAddress(address)} AND confirmed = 1 AND flw_key <> ${flw_key} ORDER BY rock_number`);
  return {
    rock_number,
    state: confirmed ? "confirmed" : "unconfirmed",
    others: others.map(({ rock_number }) => rock_number),
  };
}

/** Forgets the follower of a key at once, with `all` everything that this address follows. Again changes nothing. */
export const stopFollowing = (key: string, { all = false } = {}) =>
  write((tx) => {
    const follower = openKey(key, tx);
    if (!follower) return;
    const { flw_key, address } = follower;
    forget(tx, all ? isAddress(address) : eq(followers.flw_key, flw_key));
  });

/** Removes followers. Only their random ids are kept, so that an older backup doesn't bring them back. */
export function forget(tx: Tx, which: SQL | undefined) {
  const gone = tx.delete(followers).where(which).returning().all();
  for (const { id } of gone)
    tx.insert(stoppedFollowers).values({ id }).onConflictDoNothing().run();
  return gone.length;
}

export const sweepFollowers = () =>
  void write((tx) => forget(tx, lte(followers.expires_hour, hoursRun(tx))));

// ── The admin's side ───────────────────────────────────────────────────────────────────────────

export const removeFollowersOf = (rcKey: number) =>
  removeFollowersOfNumber(requireRock(rcKey).rock_number);

/** The same for a rock that the catalogue may not have. */
export const removeFollowersOfNumber = (rock_number: number) =>
  write((tx) => void forget(tx, eq(followers.rock_number, rock_number)));

export const removeAddress = (email: string) =>
  write((tx) => forget(tx, isAddress(requireForm(email))));

export function countFollowers(): FollowCounts {
  const counted = getDb().get<
    Omit<FollowCounts, "waiting" | "uncatalogued">
  >(sql`
    SELECT count(DISTINCT CASE WHEN confirmed THEN lower(address) END) AS addresses,
           count(DISTINCT CASE WHEN confirmed THEN rock_number END) AS rocks,
           count(DISTINCT CASE WHEN NOT confirmed THEN lower(address) END) AS unconfirmed,
           ifnull((SELECT count FROM follow_counts WHERE name = 'sent'), 0) AS sent,
           ifnull((SELECT count FROM follow_counts WHERE name = 'bounced'), 0) AS bounced
      FROM followers`);
  return {
    ...counted,
    waiting: countWaiting(),
    uncatalogued: listUncatalogued(),
  };
}

const LISTED_MAX = 100;

const listUncatalogued = () =>
  getDb().all<FollowCounts["uncatalogued"][number]>(sql`
    SELECT rock_number, count(*) AS followers FROM followers
     WHERE confirmed AND rock_number NOT IN (SELECT rock_number FROM rocks)
     GROUP BY rock_number ORDER BY followers DESC, rock_number LIMIT ${LISTED_MAX}`);

export const addFollowerKey = (tx: Tx, key: string, flw_key: number) =>
  void tx
    .insert(followerKeys)
    .values({ key_hash: hashOf(key), flw_key })
    .run();

export type Follower = typeof followers.$inferSelect;

const openKey = (
  key: string,
  db: Pick<Tx, "select"> = getDb(),
): Follower | undefined =>
  db
    .select({ follower: followers })
    .from(followerKeys)
    .innerJoin(followers, eq(followers.flw_key, followerKeys.flw_key))
    .where(eq(followerKeys.key_hash, hashOf(key)))
    .get()?.follower;

export const hasExpired = ({ expires_hour }: Follower) =>
  expires_hour !== null && expires_hour <= hoursRun();

function requireFollower(key: string) {
  const follower = openKey(key);
  if (follower && !hasExpired(follower)) return follower;
  throw new DomainError(
    "unauthorized",
    msg`This link doesn’t work any more. Either you have stopped, or it wasn’t used within seven days.`,
  );
}
