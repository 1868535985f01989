import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { getDb } from "#db/client.server.ts";
import { rockPosts } from "#db/schema.ts";
import { showFind } from "#domain/finds/admin/change-find.server.ts";
import { withFindLock } from "#domain/finds/admin/move-find.server.ts";
import {
  correctFind,
  hashFindKey,
  newFindKey,
} from "#domain/finds/finder-access.server.ts";
import { addFind, emptyOwnStore } from "#tests/setup/own-store.ts";

process.env.MODERATION = "off";

test("a correction that waits for its turn doesn't show a find again that the admin hides meanwhile", async () => {
  emptyOwnStore();
  const { uuid, rps_key } = addFind(7);
  const key = newFindKey();
  getDb()
    .update(rockPosts)
    .set({ show: true, find_key_hash: hashFindKey(key) })
    .where(eq(rockPosts.rps_key, rps_key))
    .run();
  // A photograph that arrives holds the find for as long as it takes to be checked.
  let letGo = () => {};
  const checked = new Promise<void>((resolve) => (letGo = resolve));
  const held = withFindLock(rps_key, () => checked);
  const correction = correctFind(uuid, key, { comment: "Look again" }, "en");
  showFind(rps_key, false, () => true);
  letGo();
  await held;
  expect(await correction).toMatchObject({
    comment: "Look again",
    show: false,
  });
});
