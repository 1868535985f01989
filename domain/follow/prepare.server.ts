import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { getDb, type Tx } from "#db/client.server.ts";
import { followCounts, followers, outbox, told } from "#db/schema.ts";
import {
  iso,
  makeKey,
  type Outgoing,
  type OutboxRow,
} from "../mail/outgoing.server.ts";
import { composeQuestion, composeStory } from "./compose.server.ts";
import { addFollowerKey, hasExpired } from "./follower-keys.server.ts";
import { forget, isAddress } from "./followers.server.ts";
import { listItems } from "./news.server.ts";

/** The outbox's mails to followers. */

/** The mail that asks an address to confirm; undefined if that is too late. */
export async function prepareQuestion(
  { flw_key }: OutboxRow,
  now: number,
): Promise<Outgoing | undefined> {
  const follower = getFollower(flw_key!);
  if (hasExpired(follower, now)) return undefined;
  const key = makeKey();
  return Promise.resolve({
    ...toFollower(follower, key),
    mail: composeQuestion({ follower, key }),
  });
}

/** The mail that tells of finds; undefined if they are not shown any more. */
export async function prepareNews(
  row: OutboxRow,
): Promise<Outgoing | undefined> {
  const flw_key = row.flw_key!;
  const { items, isRepeated } = listItems(getDb(), flw_key, row.id);
  if (items.length === 0) return undefined;
  const follower = getFollower(flw_key);
  const key = makeKey();
  const { begin, ...outgoing } = toFollower(follower, key);
  const finds = items.map(({ rps_key }) => rps_key);
  const isOfMail = sql`flw_key = ${flw_key} AND mail_id = ${row.id}`;
  return {
    ...outgoing,
    mail: await composeStory({ follower, key }, finds),
    begin(tx) {
      const { items: now } = listItems(tx, flw_key, row.id);
      if (JSON.stringify(now) !== JSON.stringify(items)) return false;
      const { changes } = tx.delete(told).where(isOfMail).run();
      if (changes > 0 && !isRepeated) {
        // The mail server may have taken other finds under this id, which are hidden now.
        tx.update(outbox)
          .set({ id: randomUUID() })
          .where(eq(outbox.mail_key, row.mail_key))
          .run();
        return false;
      }
      tx.insert(told)
        .values(
          items.map(({ news_key }) => ({ flw_key, news_key, mail_id: row.id })),
        )
        .run();
      return begin(tx);
    },
    end(tx, now) {
      tx.update(followers)
        .set({ told_dt: iso(now) })
        .where(eq(followers.flw_key, flw_key))
        .run();
      count(tx, "sent");
    },
    takeBack(tx) {
      if (!isRepeated) tx.delete(told).where(isOfMail).run();
    },
  };
}

const getFollower = (flw_key: number) =>
  getDb().select().from(followers).where(eq(followers.flw_key, flw_key)).get()!;

const toFollower = (
  { flw_key, address }: typeof followers.$inferSelect,
  key: string,
) => ({
  to: [address],
  begin(tx: Tx) {
    addFollowerKey(tx, key, flw_key);
    return true;
  },
  bounce(tx: Tx) {
    forget(tx, isAddress(address));
    count(tx, "bounced");
  },
});

const count = (tx: Tx, name: "sent" | "bounced") =>
  void tx
    .insert(followCounts)
    .values({ name, count: 1 })
    .onConflictDoUpdate({
      target: followCounts.name,
      set: { count: sql`count + 1` },
    })
    .run();
