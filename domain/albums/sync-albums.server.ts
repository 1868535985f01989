import { formatCount, plural } from "#core/words.ts";
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
};

/** Names in the message for each reason. */
const NAMES_MAX = 3;

/** Names the files that a sync left out, and why; empty if it took them all. */
export function describeLeftOut(leftOut: LeftOut[]) {
  const groups = new Map<string, LeftOut[]>();
  for (const one of leftOut) {
    const group = `${one.why}, ${isFolder(one) ? "folders" : "files"}`;
    groups.set(group, groups.get(group) ?? []);
    groups.get(group)!.push(one);
  }
  const sentence = [...groups.values()].map(describeGroup).join(", ");
  return sentence && `Left out: ${sentence}`;
}

const isFolder = ({ path }: LeftOut) => path.endsWith("/");

/** Of one reason: "the folders 'A', 'B', 'C' and 12 more (why)" */
function describeGroup(group: LeftOut[]) {
  const [{ why }] = group as [LeftOut];
  const names = group.slice(0, NAMES_MAX).map(nameOf).join(", ");
  return [
    ...(group.every(isFolder)
      ? [plural(group.length, "the folder", "the folders")]
      : []),
    names,
    ...(group.length > NAMES_MAX
      ? [`and ${formatCount(group.length - NAMES_MAX)} more`]
      : []),
    `(${why})`,
  ].join(" ");
}

/** A path in quotes, with invisible characters escaped. */
const nameOf = ({ path }: LeftOut) =>
  `'${path
    .replace(/\/$/, "")
    .replace(
      /\p{C}/gu,
      (sign) => `\\u{${sign.codePointAt(0)!.toString(16)}}`,
    )}'`;
