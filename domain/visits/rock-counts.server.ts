import { and, count, eq, lt, ne, sql } from "drizzle-orm";
import type { Tx } from "#db/client.server.ts";
import { write } from "#db/write.server.ts";
import { rockCounts } from "#db/schema.ts";
import { networkOf } from "#core/network.server.ts";
import { addressKey, EVERYWHERE, takeTry } from "../limits/tries.server.ts";
import type { RockCount } from "./schemas.ts";

const DAY_MS = 86_400_000;
const ADDRESS_DAYS = 30;
/** Rows that one network may add in a day. After that, its visits are counted without their rock. */
const ROWS_MAX = 200;

type CountRow = typeof rockCounts.$inferInsert;

/** A browser counts each of its visits once, so this is enough for a whole school behind one address. */
const limitsOf = (address: string) =>
  new Map([
    [addressKey(address), [{ count: 300, ms: SPAN_MS }]],
    [EVERYWHERE, [{ count: 3000, ms: SPAN_MS }]],
  ]);
const SPAN_MS = 600_000;

/** By rock, day, page, kind of device and network. Nothing else is kept. @throws {DomainError} too_many */
export function countVisit(
  visit: RockCount,
  { page, address }: { page: string; address: string },
) {
  takeTry("visit", limitsOf(address));
  const row: CountRow = {
    day: dayOf(Date.now()),
    rock_qr_number: visit.rock_qr_number,
    page,
    device: deviceOf(visit.user_agent),
    address_prefix: networkOf(address, { ipv4: 24, ipv6: 48 }),
    visits: 1,
  };
  write((tx) => {
    const { rows } = tx
      .select({ rows: count() })
      .from(rockCounts)
      .where(
        and(
          eq(rockCounts.day, row.day),
          eq(rockCounts.address_prefix, row.address_prefix),
        ),
      )
      .get()!;
    add(tx, rows < ROWS_MAX ? row : { ...row, rock_qr_number: "" });
  });
}

/** Removes the networks of visits that are older than 30 days. Only the sums of their day stay. */
export function sweepAddresses(now = Date.now()) {
  const old = and(
    lt(rockCounts.day, dayOf(now - ADDRESS_DAYS * DAY_MS)),
    ne(rockCounts.address_prefix, ""),
  );
  write((tx) => {
    for (const row of tx.select().from(rockCounts).where(old).all())
      add(tx, { ...row, address_prefix: "" });
    tx.delete(rockCounts).where(old).run();
  });
}

function add(tx: Tx, row: CountRow) {
  tx.insert(rockCounts)
    .values(row)
    .onConflictDoUpdate({
      target: [
        rockCounts.day,
        rockCounts.rock_qr_number,
        rockCounts.page,
        rockCounts.device,
        rockCounts.address_prefix,
      ],
      set: { visits: sql`${rockCounts.visits} + excluded.visits` },
    })
    .run();
}

const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);

function deviceOf(userAgent: string) {
  if (/(?<!cu)bot\b|crawl|spider|slurp|preview/i.test(userAgent)) return "bot";
  if (/ipad|tablet|kindle|android(?!.*mobile)/i.test(userAgent))
    return "tablet";
  if (/mobi|iphone|ipod|android/i.test(userAgent)) return "phone";
  if (/windows|macintosh|linux|x11|cros/i.test(userAgent)) return "computer";
  return "unknown";
}
