import { getDb } from "#db/client.server.ts";
import { listOpen, type JobKind } from "#domain/jobs/ledger.server.ts";
import { getNewestJob } from "#domain/jobs/list-jobs.server.ts";
import { getFile } from "#domain/store/disk.server.ts";
import {
  keepsakeFile,
  keepsakeForms,
  KEEPSAKE_WORK,
} from "#domain/store/paths.ts";
import { removeFromStore } from "#domain/store/write.server.ts";
import { commandLine } from "#core/settings.server.ts";
import { countOf, formatCount } from "#core/words.ts";
import { catalogue, type JobResult } from "../jobs/catalogue.ts";

/** The keepsakes in the store: one of each form, replaced by the next. */

export async function readKeepsakes() {
  return Promise.all(
    keepsakeForms.map(async (form) => {
      const found = await getFile(keepsakeFile(form));
      return {
        form,
        file: found
          ? {
              bytes: found.bytes,
              made_dt: new Date(found.mtime_ms).toISOString(),
            }
          : null,
        job: getNewestJob("keepsake", { form }) ?? null,
      };
    }),
  );
}

export type Keepsake = Awaited<ReturnType<typeof readKeepsakes>>[number];

export async function findKeepsake(name: string) {
  const form = keepsakeForms.find((form) => `${form}.zip` === name);
  if (!form || !(await getFile(keepsakeFile(form)))) return undefined;
  return { form, path: keepsakeFile(form), name: `keepsake-${form}.zip` };
}

/** Removes the leftovers of a keepsake that nobody makes any more. */
export async function sweepKeepsakes() {
  if (listOpen(getDb(), "keepsake").length === 0)
    await removeFromStore(KEEPSAKE_WORK);
}

export const keepsake: JobKind<"keepsake"> = {
  ...catalogue.keepsake,
  getData: ({ payload }) => payload,
  settle: (_job, result) =>
    result === undefined
      ? {}
      : result.lacks.length > 0
        ? { error: describeLacks(result), isFinal: true }
        : { message: describe(result) },
};

const describe = ({ pages, pictures }: JobResult<"keepsake">) =>
  `${countOf(pages, "page")} and ${countOf(pictures, "picture")}`;

const NAMED_MAX = 20;

/** 'It lacks 2 pictures: album sea: a.jpg; rock 7: its own picture. Everything else is in it: 9 pages and 40 pictures.' */
function describeLacks(result: JobResult<"keepsake">) {
  const { lacks } = result;
  const named = lacks.slice(0, NAMED_MAX).join("; ");
  const more = lacks.length - NAMED_MAX;
  const others =
    more > 0
      ? `; and ${formatCount(more)} more, which ${commandLine("keepsake", "FILE")} names`
      : "";
  return `It lacks ${countOf(lacks.length, "picture")}: ${named}${others}. Everything else is in it: ${describe(result)}.`;
}
