import { and, eq } from "drizzle-orm";
import { getDb } from "#db/client.server.ts";
import { rockPostImages, rockPosts } from "#db/schema.ts";
import { parseBlurs } from "#core/blurs.ts";
import type { PictureKind } from "../jobs/picture-kind.ts";
import { deriveTaskForFind } from "../store/paths.ts";
import { takePlaceAtOnce } from "./admin/replacements.server.ts";

export const findPicture: PictureKind<"find"> = {
  getTask(key, db) {
    const row = db
      .select({ image: rockPostImages, post: rockPosts })
      .from(rockPostImages)
      .innerJoin(rockPosts, eq(rockPosts.rps_key, rockPostImages.rps_key))
      .where(eq(rockPostImages.rpi_key, key))
      .get();
    if (!row) return undefined;
    return {
      ...deriveTaskForFind(row.post.folder, row.image),
      blurs: parseBlurs(row.image.blurs),
    };
  },
  applyResult(tx, key, { width, height, taken_dt, fingerprint }) {
    const image = tx
      .update(rockPostImages)
      .set({ ready: true, error: null, width, height, taken_dt, fingerprint })
      .where(eq(rockPostImages.rpi_key, key))
      .returning()
      .get();
    if (image) takePlaceAtOnce(tx, image);
  },
  applyFailure(tx, key, error) {
    tx.update(rockPostImages)
      .set({ error })
      .where(eq(rockPostImages.rpi_key, key))
      .run();
  },
  getKey: ({ uuid, file }) =>
    getDb()
      .select({ key: rockPostImages.rpi_key })
      .from(rockPostImages)
      .innerJoin(rockPosts, eq(rockPosts.rps_key, rockPostImages.rps_key))
      .where(
        and(eq(rockPosts.uuid, uuid), eq(rockPostImages.original_file, file)),
      )
      .get()?.key,
  isReady: (key) =>
    getDb()
      .select({ ready: rockPostImages.ready })
      .from(rockPostImages)
      .where(eq(rockPostImages.rpi_key, key))
      .get()?.ready ?? false,
  unmake(tx, key) {
    tx.update(rockPostImages)
      .set({ ready: false })
      .where(eq(rockPostImages.rpi_key, key))
      .run();
  },
};
