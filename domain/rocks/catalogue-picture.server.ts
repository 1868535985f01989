import { and, eq } from "drizzle-orm";
import { getDb } from "#db/client.server.ts";
import { rocks } from "#db/schema.ts";
import type { PictureKind } from "../jobs/picture-kind.ts";
import { deriveTaskForRock } from "../store/paths.ts";

export const cataloguePicture: PictureKind<"catalogue"> = {
  getTask(key, db) {
    const rock = db.select().from(rocks).where(eq(rocks.rc_key, key)).get();
    return rock && deriveTaskForRock(rock);
  },
  applyResult(tx, key) {
    tx.update(rocks)
      .set({ ready: true, pin_ready: true, error: null })
      .where(eq(rocks.rc_key, key))
      .run();
  },
  applyFailure(tx, key, error) {
    tx.update(rocks).set({ error }).where(eq(rocks.rc_key, key)).run();
  },
  getKey: ({ folder, file }) =>
    getDb()
      .select({ key: rocks.rc_key })
      .from(rocks)
      .where(and(eq(rocks.folder, folder), eq(rocks.original_file, file)))
      .get()?.key,
  isReady(key) {
    const rock = getDb()
      .select({ ready: rocks.ready, pin_ready: rocks.pin_ready })
      .from(rocks)
      .where(eq(rocks.rc_key, key))
      .get();
    return rock !== undefined && rock.ready && rock.pin_ready;
  },
  unmake(tx, key) {
    tx.update(rocks)
      .set({ ready: false, pin_ready: false })
      .where(eq(rocks.rc_key, key))
      .run();
  },
};
