import { eq, sql } from "drizzle-orm";
import { getDb, type Tx } from "#db/client.server.ts";
import { followCounts, followers, outbox } from "#db/schema.ts";
import { noteHours } from "#domain/limits/hours-run.server.ts";
import {
  makeKey,
  type Outgoing,
  type OutboxRow,
} from "../mail/outgoing.server.ts";
import { composeQuestion, composeStory } from "./compose.server.ts";
import { addFollowerKey, hasExpired } from "./follower-keys.server.ts";
import { forget, isAddress } from "./followers.server.ts";
import { listItems, noteTold } from "./news.server.ts";

/** The outbox's mails to followers. */

/** The mail that asks an address to confirm; undefined if that is too late. */
export async function prepareQuestion({
  flw_key,
}: OutboxRow): Promise<Outgoing | undefined> {
  const follower = getFollower(flw_key!);
  if (hasExpired(follower)) return undefined;
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
  const items = listItems(getDb(), row);
  if (items.length === 0) return undefined;
  const follower = getFollower(row.flw_key!);
  const { flw_key } = follower;
  const news = JSON.stringify(items.map(({ news_key }) => news_key));
  const key = makeKey();
  const { begin, ...outgoing } = toFollower(follower, key);
  const finds = items.map(({ rps_key }) => rps_key);
  return {
    ...outgoing,
    mail: await composeStory({ follower, key }, finds),
    begin(tx) {
      if (JSON.stringify(listItems(tx, row)) !== JSON.stringify(items))
        return false;
      tx.update(outbox)
        .set({ news })
        .where(eq(outbox.mail_key, row.mail_key))
        .run();
      return begin(tx);
    },
    end(tx, sent_dt) {
      noteTold(tx, flw_key, news);
      if (sent_dt === undefined) return;
      tx.update(followers)
        .set({ told_hour: noteHours(tx) })
        .where(eq(followers.flw_key, flw_key))
        .run();
      count(tx, "sent");
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
