import { eq } from "drizzle-orm";
import { getDb, type Db, type Tx } from "./client.server.ts";
import { secrets } from "./schema.ts";

/** Values that the site keeps for itself and shows to nobody. */

export const readSecret = (name: string, db: Pick<Db, "select"> = getDb()) =>
  db.select().from(secrets).where(eq(secrets.name, name)).get()?.value;

export const keepSecret = (
  tx: Pick<Tx, "insert">,
  name: string,
  value: string,
) =>
  void tx
    .insert(secrets)
    .values({ name, value })
    .onConflictDoUpdate({ target: secrets.name, set: { value } })
    .run();

export const removeSecret = (tx: Tx, name: string) =>
  tx.delete(secrets).where(eq(secrets.name, name)).run().changes > 0;
