import { writeWhenFree } from "#db/write.server.ts";
import { log } from "#core/log.server.ts";
import type { Picture } from "../jobs/catalogue.ts";
import { listUnfinished, startDueJobs } from "../jobs/ledger.server.ts";
import { recordInParts } from "../jobs/parts.server.ts";
import type { Broken } from "./check-derivatives.server.ts";

const KINDS = {
  rock_post_images: "find",
  rocks: "catalogue",
  photos: "photo",
} as const;

const NAMED_MAX = 20;

/** Starts a job that makes broken derivatives again. The old ones stay in place until then. */
export async function makeAgain(broken: Broken[]) {
  log.warn("derivatives are missing or damaged", {
    count: broken.length,
    some: broken
      .slice(0, NAMED_MAX)
      .map(({ kind, place }) => `${kind} ${place}`),
  });
  const wanted = broken.filter(({ canBeMade }) => canBeMade);
  await writeWhenFree((tx) => {
    const pictures = Object.entries(KINDS).flatMap(([table, of]) => {
      const ofTable = wanted.filter(({ row }) => row.table === table);
      const keys = [...new Set(ofTable.map(({ row }) => row.key))];
      const open = new Set(listUnfinished(tx, of, keys));
      return keys
        .filter((key) => !open.has(key))
        .map((key): Picture => ({ of, key }));
    });
    if (pictures.length > 0) recordInParts(tx, pictures);
  });
  startDueJobs();
}
