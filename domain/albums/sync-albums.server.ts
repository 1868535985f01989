import { formatCount } from "#domain/core/words.ts";
import { eq } from "drizzle-orm";
import { jobs } from "#db/schema.ts";
import { applyAlbumFiles } from "./album-sync.server.ts";
import { catalogue, type LeftOut } from "../jobs/catalogue.ts";
import { recordParts } from "../jobs/parts.server.ts";
import type { JobKind } from "../jobs/job-kind.ts";

export const syncAlbums: JobKind<"sync-albums"> = {
  ...catalogue["sync-albums"],
  getData: () => ({}),
  settle: ({ row }, result) =>
    Promise.resolve({
      apply(tx) {
        const { albums, leftOut } = result ?? { albums: [], leftOut: [] };
        const applied = applyAlbumFiles(tx, albums);
        tx.update(jobs)
          .set({ message: describeLeftOut([...leftOut, ...applied.leftOut]) })
          .where(eq(jobs.job_id, row.job_id))
          .run();
        recordParts(tx, row.job_id, applied.pictures);
      },
    }),
  divide: () => [],
  applyFailure: () => 0,
};

/** Names in the message for each reason. */
const NAMES_MAX = 3;

/** Says what a sync has left out and why, in one sentence; empty if that is nothing. */
export function describeLeftOut(leftOut: LeftOut[]) {
  const byReason = new Map<string, string[]>();
  for (const { path, why } of leftOut) {
    const names = byReason.get(why);
    if (names) names.push(nameOf(path));
    else byReason.set(why, [nameOf(path)]);
  }
  const groups = [...byReason].map(
    ([why, names]) => `${listNames(names)} (${why})`,
  );
  return groups.length > 0 ? `Left out: ${groups.join(", ")}` : "";
}

const listNames = (names: string[]) =>
  names.slice(0, NAMES_MAX).join(", ") +
  (names.length > NAMES_MAX
    ? ` and ${formatCount(names.length - NAMES_MAX)} more`
    : "");

/** A path in quotes, with what can't be seen escaped. */
function nameOf(path: string) {
  const name = path.replace(
    /\p{C}/gu,
    (sign) => `\\u{${sign.codePointAt(0)!.toString(16)}}`,
  );
  return name.endsWith("/") ? `the folder '${name.slice(0, -1)}'` : `'${name}'`;
}
