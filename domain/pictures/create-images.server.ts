import { setImmediate } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { getDb } from "#db/client.server.ts";
import { ROOTS } from "../store/parse-path.ts";
import { isDerived } from "../store/scan.server.ts";
import { catalogue, type JobResult, type Picture } from "../jobs/catalogue.ts";
import { recordParts } from "../jobs/parts.server.ts";
import { getDeriveTask, getPictureAt, isReady } from "./pictures.server.ts";
import type { JobKind } from "../jobs/job-kind.ts";

/**
 * The folders of the store that an operator's path stands for: 'rocks/12' is every find of rock 12, wherever its files
 * are. Empty if there is none.
 */
export function listFoldersOf(folder: string): string[] {
  if (folder === "") return ROOTS;
  const [root, number, uuid] = folder.split("/");
  if (number === undefined || root === "albums") return [folder];
  const rows =
    root === "catalog"
      ? sql`SELECT folder FROM rocks WHERE rock_number = ${number}`
      : sql`SELECT folder FROM rock_posts WHERE rock_number = ${number} AND ${uuid ?? sql`uuid`} = uuid`;
  return getDb()
    .all<{ folder: string }>(rows)
    .map(({ folder }) => folder);
}

export const createImages: JobKind<"create-images"> = {
  ...catalogue["create-images"],
  getData: ({ payload }) => ({ folders: listFoldersOf(payload.folder) }),
  async settle({ row, payload }, result) {
    const originals = result?.originals ?? [];
    const pictures = await pick(payload.regenerate, originals);
    return {
      apply: (tx) =>
        recordParts(
          tx,
          row.job_id,
          pictures,
          pictures.length > 0
            ? undefined
            : originals.length > 0
              ? "Every picture has its images already"
              : "There are no originals in that folder",
        ),
    };
  },
  divide: () => [],
  applyFailure: () => 0,
};

/** The pictures to be made. Lets the site answer others in between, because there may be many. */
async function pick(
  regenerate: boolean,
  originals: JobResult<"create-images">["originals"],
): Promise<Picture[]> {
  const picked: Picture[] = [];
  for (const [n, { original, isDone }] of originals.entries()) {
    if (n % 20 === 0) await setImmediate();
    const picture = getPictureAt(original);
    if (!picture) continue;
    const isMade = () => isReady(picture) && (isDone ?? hasFiles(picture));
    if (regenerate || !isMade()) picked.push(picture);
  }
  return picked;
}

function hasFiles(picture: Picture) {
  const task = getDeriveTask(picture);
  return task !== undefined && isDerived(task);
}
