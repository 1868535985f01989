import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { getDb } from "#db/client.server.ts";
import { readFollow } from "#domain/follow/followers.server.ts";
import { hashOf } from "#core/hash.server.ts";
import { openReviewKey } from "#domain/review/review-keys.server.ts";
import { makeOldDatabase } from "#tests/setup/old-database.ts";
import { mailsTo } from "#tests/setup/processes/mail-server.ts";
import { HOUR, pass, server, toldOf, useMailServer } from "./mailbox.ts";

/** An update of a site of the version before the outbox. */

useMailServer();

/** The last migration of that version. */
const LAST = 17;

const find = (n: number) => `${n}0000000-0000-4000-8000-000000000000`;
const follower = (n: number, address: string, asks: string | null = null) =>
  `(${n}, 'id-${n}', 17, '${address}', ${Number(asks === null)}, ${asks && `'${asks}'`}, ${asks && "'2099-01-01'"})`;

/** Find 1 was told to all; find 2 to `told`, perhaps to `open`, and not to `due`; `asked` has to be asked. */
const OLD = `
  INSERT INTO rock_posts (rps_key, uuid, rock_number, location, date, comment, show)
  VALUES (1, '${find(1)}', 17, 'First', '2026-05-17T00:00:00Z', 'x', 1), (2, '${find(2)}', 17, 'Second', '2026-05-18T00:00:00Z', 'x', 1);
  INSERT INTO news (news_key, uuid, rock_number, state, shown_dt)
  VALUES (1, '${find(1)}', 17, 'over', '2026-05-17T00:00:00.000Z'), (2, '${find(2)}', 17, 'due', '2026-05-18T00:00:00.000Z');
  INSERT INTO followers (flw_key, id, rock_number, address, confirmed, asks, expires_dt)
  VALUES ${follower(1, "told@example.org")}, ${follower(2, "open@example.org")}, ${follower(3, "due@example.org")}, ${follower(4, "asked@example.org", "ask")};
  INSERT INTO told (flw_key, news_key, mail_id, state)
  VALUES (1, 1, 'a', 'sent'), (2, 1, 'b', 'sent'), (3, 1, 'c', 'given-up'), (1, 2, 'd', 'sent'), (2, 2, 'e', 'open');
  INSERT INTO follower_keys VALUES ('${hashOf("stops")}', 1);
  INSERT INTO digests (digest_key, day, key_hash, expires_dt, sent_dt, error)
  VALUES (1, '2026-05-17', '${hashOf("first")}', '2099-01-01', NULL, 'Nobody is here'), (2, '2026-05-17', '${hashOf("second")}', '2099-01-01', '2026-05-17T19:00:00.000Z', NULL);
  INSERT INTO digest_finds VALUES (1, 1), (2, 2), (2, 1);`;

test("an update tells who was not told yet, asks who was to be asked, and keeps every key and mail", async () => {
  makeOldDatabase(LAST, OLD);
  await pass(HOUR);
  expect(toldOf("told@example.org")).toEqual([]);
  for (const address of ["open@example.org", "due@example.org"])
    expect(toldOf(address)).toEqual([["Second"]]);
  const idOf = (address: string) => mailsTo(server, address)[0]!.messageId;
  expect(idOf("open@example.org")).toBe("<e@rocks.example.org>");
  expect(idOf("asked@example.org")).toBe("<ask@rocks.example.org>");
  expect(server.mails).toHaveLength(3);
  expect(readFollow("stops")).toMatchObject({ state: "confirmed" });
  expect(openReviewKey("first")).toEqual([1]);
  expect(openReviewKey("second")).toEqual([1, 2]);
  expect(getDb().all(sql`SELECT id, send_after, sent_dt FROM outbox`)).toEqual([
    {
      id: "finds.2026-05-17",
      send_after: null,
      sent_dt: "2026-05-17T19:00:00.000Z",
    },
  ]);
});
