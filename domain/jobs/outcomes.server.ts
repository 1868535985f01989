import { createHash } from "node:crypto";
import path from "node:path";
import { setImmediate } from "node:timers/promises";
import { and, count, eq, inArray, notInArray, sql } from "drizzle-orm";
import { type Tx } from "#db/client.server.ts";
import { write, writeIfPossible, writeWhenFree } from "#db/write.server.ts";
import { jobs } from "#db/schema.ts";
import { JobError, STORE_AWAY } from "./image-process.server.ts";
import {
  CRASHES_MAX,
  PICTURES_PER_JOB,
  policies,
  type JobData,
  type JobName,
  type JobResult,
  type PictureResult,
} from "./catalogue.ts";
import { log } from "../core/log.server.ts";
import {
  countImages,
  countJob,
} from "../operations/metrics/ended-jobs.server.ts";
import { isDerived } from "../store/scan.server.ts";
import { placeDerivatives, removeStaged } from "../store/staged.server.ts";
import { stagedTask, type DeriveTask } from "../store/paths.ts";
import { syncFolders } from "../store/write.server.ts";
import { describeShare, keepShare } from "../rocks/share-pictures.server.ts";
import { isStoreHere, storeId } from "../store/identity.server.ts";
import { applyAlbumFiles } from "../albums/album-sync.server.ts";
import {
  isRunning,
  nowIso,
  ownKinds,
  parsePayload,
  recordJob,
  emitCancel,
  emitJobChange,
  attemptId,
  startDueJobs,
  type JobRow,
} from "./ledger.server.ts";
import {
  applyFailure,
  applyResult,
  isReady,
  parsePicture,
  deriveTask,
  type Picture,
} from "./pictures.server.ts";

/** What becomes of a job: its result applied once, its failure counted, its parent carried on. */

/** What a worker is given for a job, with the paths as of now; undefined where nothing is left to do. */
export function payloadForWorker(job: JobRow): JobData<JobName> | undefined {
  const data = taskData(job);
  return data && Object.assign(data, { store: storeId() });
}

function taskData(job: JobRow): JobData<JobName> | undefined {
  if (job.kind === "draw-share")
    return describeShare(parsePayload<"draw-share">(job).rock_number);
  if (job.kind !== "derive")
    return parsePayload<"create-images" | "sync-albums">(job);
  const tasks = parsePayload<"derive">(job).pictures.flatMap((picture, id) => {
    const task = deriveTask(picture);
    return task
      ? [{ id, ...stagedTask(attemptId(job), nameOf(picture, task), task) }]
      : [];
  });
  return tasks.length > 0 ? { tasks } : undefined;
}

function expectStore() {
  if (!isStoreHere()) throw new JobError("store_away", STORE_AWAY);
}

/** Names a picture and its original: another original of the same picture has another name. */
const nameOf = ({ of, key }: Picture, { original }: DeriveTask) =>
  createHash("sha256")
    .update(JSON.stringify([of, key, path.posix.basename(original)]))
    .digest("hex")
    .slice(0, 24);

/** `name` is what `nameOf` gave when the files were moved to their places. */
type PlacedResult = PictureResult & { name?: string };

const REPLACED = "The picture was moved or replaced while it was being made.";

/**
 * Moves what a job has made to its places. A result counts only for the original that it was made from: any
 * other one finds no files under its name.
 */
async function placeAll(
  job: JobRow,
  results: PictureResult[],
): Promise<PlacedResult[]> {
  const { pictures } = parsePayload<"derive">(job);
  const folders = new Set<string>();
  const placed: PlacedResult[] = [];
  for (const result of results) {
    const picture = pictures[result.id]!;
    const task = deriveTask(picture);
    const name = task && nameOf(picture, task);
    const filled =
      "error" in result || !task || !name
        ? undefined
        : placeDerivatives(stagedTask(attemptId(job), name, task), task);
    filled?.forEach((folder) => folders.add(folder));
    placed.push(
      "error" in result
        ? result
        : filled
          ? { ...result, name }
          : { id: result.id, error: REPLACED },
    );
    await setImmediate();
  }
  await syncFolders(folders);
  return placed;
}

/**
 * Applies a job's result, once: a second answer for the same job finds it finished and changes nothing.
 * @param result undefined where there was nothing left to do
 */
export async function finishJob(
  job: JobRow,
  result: JobResult<JobName> | undefined,
) {
  expectStore();
  const pictures =
    result && "pictures" in result ? await placeAll(job, result.pictures) : [];
  const [only] = pictures;
  if (
    only &&
    "error" in only &&
    parsePayload<"derive">(job).pictures.length === 1
  )
    return failTry(job, { how: "error", message: only.error });
  const picked = result && "originals" in result ? await pick(job, result) : [];
  const isFirst = await writeWhenFree((tx) => {
    const ended = tx
      .update(jobs)
      .set({ state: "succeeded", done: job.total, finished_dt: nowIso() })
      .where(isRunning(job.job_id))
      .run();
    if (ended.changes === 0) return false;
    if (job.kind === "derive") endPictures(tx, job, pictures);
    else if (result && "originals" in result) planPictures(tx, job, picked);
    else if (result && "albums" in result) {
      tx.update(jobs)
        .set({ message: nameLeftOut(result.albums) })
        .where(eq(jobs.job_id, job.job_id))
        .run();
      planPictures(tx, job, applyAlbumFiles(tx, result.albums));
    }
    // What was not found counts only if the store was there until now.
    expectStore();
    return true;
  });
  if (isFirst) {
    countJob(job.kind, "succeeded");
    countImages(
      "made",
      pictures.filter((picture) => !("error" in picture)).length,
    );
  }
  if (result && "drawn" in result)
    await keepShare(parsePayload<"draw-share">(job).rock_number);
  tell(job);
}

/** The originals that a 'create images' has to work on; others are answered in between, for there may be many. */
async function pick(
  job: JobRow,
  { originals }: JobResult<"create-images">,
): Promise<Picture[]> {
  const { regenerate } = parsePayload<"create-images">(job);
  const picked: Picture[] = [];
  for (const [n, { original, isDone }] of originals.entries()) {
    if (n % 20 === 0) await setImmediate();
    const picture = parsePicture(original);
    if (!picture) continue;
    const isMade = () => isReady(picture) && (isDone ?? hasFiles(picture));
    if (regenerate || !isMade()) picked.push(picture);
  }
  return picked;
}

function hasFiles(picture: Picture) {
  const task = deriveTask(picture);
  return task !== undefined && isDerived(task);
}

/** Shares a parent's pictures out among its children; without any it has ended. */
export function planPictures(
  tx: Tx,
  parent: Pick<JobRow, "job_id">,
  pictures: Picture[],
) {
  for (let from = 0; from < pictures.length; from += PICTURES_PER_JOB)
    recordJob(
      tx,
      "derive",
      { pictures: pictures.slice(from, from + PICTURES_PER_JOB) },
      { parent_id: parent.job_id },
    );
  tx.update(jobs)
    .set({
      state: "running",
      total: pictures.length,
      done: 0,
      finished_dt: null,
    })
    .where(eq(jobs.job_id, parent.job_id))
    .run();
  endParent(tx, parent.job_id);
}

function endPictures(tx: Tx, job: JobRow, results: PlacedResult[]) {
  const { pictures } = parsePayload<"derive">(job);
  const again: number[] = [];
  for (const result of results) {
    const picture = pictures[result.id]!;
    if (!("error" in result) && isInPlace(picture, result.name))
      applyResult(tx, picture, result);
    else again.push(result.id);
  }
  if (again.length > 0)
    tx.update(jobs)
      .set({ done: pictures.length - again.length })
      .where(eq(jobs.job_id, job.job_id))
      .run();
  for (const id of again) recordAlone(tx, job, pictures[id]!, { attempts: 1 });
  carryParentOn(tx, job.parent_id, pictures.length - again.length);
}

/** Its row may have changed since its files were moved to their places. */
function isInPlace(picture: Picture, name: string | undefined) {
  const task = deriveTask(picture);
  return (
    task !== undefined && nameOf(picture, task) === name && isDerived(task)
  );
}

/** A picture that failed among others goes on as a job of its own, so that it can fail alone. */
function recordAlone(
  tx: Tx,
  job: JobRow,
  picture: Picture,
  counts: { attempts?: number; crashes?: number },
) {
  recordJob(
    tx,
    "derive",
    { pictures: [picture] },
    { parent_id: job.parent_id, run_after: Date.now() + 1000, ...counts },
  );
}

function carryParentOn(tx: Tx, parentId: string | null, pictures: number) {
  if (parentId === null) return;
  tx.update(jobs)
    .set({ done: sql`${jobs.done} + ${pictures}` })
    .where(isRunning(parentId))
    .run();
  endParent(tx, parentId);
}

/** Ends a parent whose children have all ended. */
function endParent(tx: Tx, parentId: string) {
  const children = eq(jobs.parent_id, parentId);
  const open = tx
    .select({ n: count() })
    .from(jobs)
    .where(and(children, inArray(jobs.state, ["queued", "running"])))
    .get()!;
  if (open.n > 0) return;
  const failed = tx
    .select({ n: count() })
    .from(jobs)
    .where(and(children, eq(jobs.state, "failed")))
    .get()!;
  const parent = tx.select().from(jobs).where(eq(jobs.job_id, parentId)).get()!;
  tx.update(jobs)
    .set({
      state: "succeeded",
      finished_dt: nowIso(),
      message: [sumUp(parent.total - failed.n, failed.n), parent.message]
        .filter(Boolean)
        .join(". "),
    })
    .where(isRunning(parentId))
    .run();
}

/** Names that are told of files that a sync has left out. */
const NAMES_TOLD = 5;

/** The files that a sync has left out, control characters written out; empty if there are none. */
function nameLeftOut(albums: JobResult<"sync-albums">["albums"]) {
  const names = albums.flatMap(({ name, leftOut = [] }) =>
    leftOut.map((file) => `${name}/${file}`),
  );
  if (names.length === 0) return "";
  const told = names.slice(0, NAMES_TOLD).map((name) => JSON.stringify(name));
  const files = names.length === 1 ? "1 file" : `${names.length} files`;
  const more = names.length > NAMES_TOLD ? ", …" : "";
  return `${files} left out because of ${names.length === 1 ? "its name" : "their names"}: ${told.join(", ")}${more}`;
}

function sumUp(made: number, failed: number) {
  const images = `${made.toLocaleString("en")} ${made === 1 ? "image" : "images"} made`;
  return failed === 0
    ? images
    : `${images}, ${failed.toLocaleString("en")} failed`;
}

/** Counts a try that failed: the job waits for its next one, or is set aside with its reason. */
export async function failTry(
  job: JobRow,
  { how, message }: Pick<JobError, "how" | "message">,
) {
  const attempts = job.attempts + (how === "crash" ? 0 : 1);
  const crashes = job.crashes + (how === "crash" ? 1 : 0);
  const isOver =
    attempts >= policies[job.kind as JobName].attempts ||
    crashes >= CRASHES_MAX;
  const pictures =
    job.kind === "derive" ? parsePayload<"derive">(job).pictures : [];
  const isShared = pictures.length > 1;
  await writeWhenFree((tx) => {
    const change =
      isShared && (isOver || how === "crash")
        ? { state: "succeeded" as const, done: 0, finished_dt: nowIso() }
        : isOver
          ? {
              state: "failed" as const,
              error: message,
              finished_dt: nowIso(),
            }
          : {
              state: "queued" as const,
              error: message,
              attempts,
              crashes,
              // A crash is the job's own fault, and time mends nothing of it.
              run_after:
                Date.now() + (how === "crash" ? 0 : 1000 * 2 ** attempts),
            };
    const changed = tx
      .update(jobs)
      .set(change)
      .where(isRunning(job.job_id))
      .run();
    if (changed.changes === 0 || change.state === "queued") return;
    if (isShared)
      for (const picture of pictures)
        recordAlone(tx, job, picture, { crashes: how === "crash" ? 1 : 0 });
    else {
      tx.update(jobs)
        .set({ attempts, crashes })
        .where(eq(jobs.job_id, job.job_id))
        .run();
      for (const picture of pictures) applyFailure(tx, picture, message);
      carryParentOn(tx, job.parent_id, pictures.length);
      countJob(job.kind, "failed");
      countImages("failed", pictures.length);
    }
  });
  tell(job);
}

export function noteProgress(job: JobRow, done: number) {
  try {
    writeIfPossible((tx) =>
      tx.update(jobs).set({ done }).where(isRunning(job.job_id)).run(),
    );
    emitJobChange(job.parent_id ?? job.job_id);
  } catch (error) {
    log.warn("a job's progress could not be written", { error });
  }
}

/**
 * Ends a job that someone started before its time: what waits is dropped, what runs is finished.
 * @returns whether there was anything left to end
 */
export function cancelJob(jobId: string): boolean {
  const ended = write((tx) => {
    const open = inArray(jobs.state, ["queued", "running"]);
    const job = tx
      .select()
      .from(jobs)
      .where(and(eq(jobs.job_id, jobId), notInArray(jobs.kind, ownKinds), open))
      .get();
    if (!job) return false;
    tx.delete(jobs)
      .where(and(eq(jobs.parent_id, jobId), eq(jobs.state, "queued")))
      .run();
    tx.update(jobs)
      .set({
        state: "failed",
        error: `Cancelled after ${job.done} of ${job.total}.`,
        finished_dt: nowIso(),
      })
      .where(eq(jobs.job_id, jobId))
      .run();
    return true;
  });
  if (ended) {
    emitCancel(jobId);
    emitJobChange(jobId);
  }
  return ended;
}

function tell(job: JobRow) {
  removeStaged(attemptId(job)).catch((error: unknown) =>
    log.warn("a job's folder could not be removed", { error }),
  );
  emitJobChange(job.job_id);
  if (job.parent_id !== null) emitJobChange(job.parent_id);
  startDueJobs();
}
