import { countOf, plural } from "#domain/core/words.ts";
import { eq } from "drizzle-orm";
import { jobs } from "#db/schema.ts";
import { applyAlbumFiles } from "./album-sync.server.ts";
import { catalogue, type JobResult } from "../jobs/catalogue.ts";
import { recordParts } from "../jobs/parts.server.ts";
import type { JobKind } from "../jobs/job-kind.ts";

export const syncAlbums: JobKind<"sync-albums"> = {
  ...catalogue["sync-albums"],
  getData: () => ({}),
  settle: ({ row }, result) =>
    Promise.resolve({
      apply(tx) {
        const albums = result?.albums ?? [];
        tx.update(jobs)
          .set({ message: describeLeftOut(albums) })
          .where(eq(jobs.job_id, row.job_id))
          .run();
        recordParts(tx, row.job_id, applyAlbumFiles(tx, albums));
      },
    }),
  divide: () => [],
  applyFailure: () => 0,
};

/** File names in the message of a sync. */
const NAMES_MAX = 5;

/** Names the files that a sync has left out, with control characters escaped; empty if there are none. */
function describeLeftOut(albums: JobResult<"sync-albums">["albums"]) {
  const names = albums.flatMap(({ name, leftOut = [] }) =>
    leftOut.map((file) => `${name}/${file}`),
  );
  if (names.length === 0) return "";
  const listed = names.slice(0, NAMES_MAX).map((name) => JSON.stringify(name));
  const files = countOf(names.length, "file");
  const more = names.length > NAMES_MAX ? ", …" : "";
  return `${files} left out because of ${plural(names.length, "its name", "their names")}: ${listed.join(", ")}${more}`;
}
