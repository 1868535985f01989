import * as v from "valibot";
import { Blur } from "#core/blurs.ts";
import {
  derivativeSets,
  keepsakeForms,
  sitePictureNames,
} from "../store/paths.ts";

/** Every kind of job, as far as site and worker share it, all plain JSON. */

const Key = v.pipe(v.number(), v.integer());
const Size = v.pipe(v.number(), v.minValue(0));

/** A picture that derivatives are made of. Its paths are looked up when a job is handed out. */
const Picture = v.variant("of", [
  v.object({ of: v.literal("find"), key: Key }),
  v.object({ of: v.literal("catalogue"), key: Key }),
  v.object({ of: v.literal("photo"), key: Key }),
  v.object({
    of: v.literal("site"),
    key: v.picklist(sitePictureNames),
  }),
]);
export type Picture = v.InferOutput<typeof Picture>;

const DeriveTask = v.object({
  id: Key,
  original: v.string(),
  outputs: v.record(
    v.picklist(Object.values(derivativeSets).flat()),
    v.string(),
  ),
  blurs: v.optional(v.array(Blur)),
});

const DeriveResult = v.object({
  id: Key,
  /** Pixels of the original, upright. */
  width: Size,
  height: Size,
  /** The time at which the camera says it was taken: YYYY-MM-DDTHH:MM:SS, local to the camera; null if unknown. */
  taken_dt: v.nullable(v.string()),
  /** Size and modification time of the original that the derivatives were made of. */
  bytes: Size,
  mtime_ms: v.number(),
  /** SHA-256 of that original, hex. Answers of earlier versions have none. */
  sha256: v.optional(v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/))),
  /** Fingerprint of a find's picture, to compare it with others. Answers of earlier versions have none. */
  fingerprint: v.optional(v.pipe(v.string(), v.regex(/^[0-9a-f]{16}$/))),
  /** Number of blurred parts. Workers of earlier versions blur none and say nothing. */
  blurred: v.optional(Size),
});
export type DeriveResult = Omit<v.InferOutput<typeof DeriveResult>, "id">;

const PictureResult = v.union([
  v.object({ id: Key, error: v.string() }),
  DeriveResult,
]);
export type PictureResult = v.InferOutput<typeof PictureResult>;

const ShareCard = v.object({
  /** In the site's own language. */
  site_name: v.string(),
  site_language: v.string(),
  language: v.string(),
  rock: v.string(),
  /** The most important line, and one that may be empty. */
  main: v.string(),
  more: v.string(),
  /** In the order in which the rock reached them. */
  stops: v.array(v.object({ latitude: v.number(), longitude: v.number() })),
  isWay: v.boolean(),
});
export type ShareCard = v.InferOutput<typeof ShareCard>;

/** The id of the store that a job's paths are in. Jobs of earlier versions have none. */
const store = v.optional(v.string());
const Keepsake = { form: v.picklist(keepsakeForms) };

type Schema = v.GenericSchema<unknown, object>;

interface Entry {
  /** For the admin. */
  label: string;
  /** The starter of such a job: an admin, who follows it, or the site itself. */
  startedBy: "admin" | "site";
  /** The process that runs it: a worker, or one of the site's own, which may read the database. `none` if it needs none. */
  doneBy: "worker" | "site" | "none";
  /** Tries before a job that ends with an error is given up. */
  attempts: number;
  /** Milliseconds a try may take, from one picture done to the next, before its process is ended. */
  timeLimit: number;
  payload: Schema;
  data: Schema;
  result: Schema;
}

/** Of a kind that the site itself does, when it settles the job. */
const WITHOUT_PROCESS = {
  doneBy: "none",
  timeLimit: 0,
  data: v.never(),
  result: v.never(),
} as const;

export const catalogue = {
  /** Makes the derivatives of a few pictures. One that fails stops none of the others. */
  derive: {
    label: "Images",
    startedBy: "site",
    doneBy: "worker",
    attempts: 3,
    timeLimit: 120_000,
    payload: v.object({ pictures: v.array(Picture) }),
    data: v.object({ tasks: v.array(DeriveTask), store }),
    result: v.object({ pictures: v.array(PictureResult) }),
  },
  /** Looks for what is missing of the derivatives below a folder, and makes it in parts. */
  "create-images": {
    ...WITHOUT_PROCESS,
    label: "Create images",
    startedBy: "admin",
    attempts: 3,
    payload: v.object({ folder: v.string(), regenerate: v.boolean() }),
  },
  /** Brings albums and photos in line with the albums' folders, and makes the pictures in parts. */
  "sync-albums": {
    ...WITHOUT_PROCESS,
    label: "Album sync",
    startedBy: "admin",
    attempts: 3,
    payload: v.object({}),
  },
  /** Draws the picture of a rock's page when it is shared, from a large derivative and the rock's pin. */
  "draw-share": {
    label: "Share picture",
    startedBy: "site",
    doneBy: "worker",
    attempts: 3,
    timeLimit: 120_000,
    payload: v.object({
      rock_number: Key,
      version: v.string(),
      /** Absent in jobs of earlier versions. */
      language: v.optional(v.string()),
    }),
    data: v.object({
      card: ShareCard,
      photo: v.optional(v.string()),
      pin: v.optional(v.string()),
      output: v.string(),
      store,
    }),
    result: v.object({ drawn: v.string() }),
  },
  /** Tells of a restore, which no engine does: its job is recorded when it has ended. */
  restore: {
    ...WITHOUT_PROCESS,
    label: "Restore",
    startedBy: "admin",
    attempts: 1,
    payload: v.object({ boxes_kept: Size }),
  },
  keepsake: {
    label: "Keepsake",
    startedBy: "admin",
    doneBy: "site",
    attempts: 3,
    timeLimit: 600_000,
    payload: v.object(Keepsake),
    data: v.object({ ...Keepsake, store }),
    result: v.object({
      pages: v.number(),
      pictures: v.number(),
      bytes: Size,
      /** In words, what it should have and doesn't. */
      lacks: v.array(v.string()),
    }),
  },
  "back-up": {
    label: "Backup",
    startedBy: "admin",
    doneBy: "site",
    attempts: 1,
    // Another backup may be under way, and this one waits for it.
    timeLimit: 6 * 3_600_000,
    payload: v.object({}),
    data: v.object({ folder: v.string(), store }),
    result: v.object({
      files: v.number(),
      bytes: Size,
      missing: v.number(),
      damaged: v.number(),
    }),
  },
} satisfies Record<string, Entry>;

type Catalogue = typeof catalogue;
export type JobName = keyof Catalogue;
export type Doer = Exclude<Entry["doneBy"], "none">;
export type NameDoneBy<D extends Doer> = {
  [N in JobName]: Catalogue[N]["doneBy"] extends D ? N : never;
}[JobName];
export type JobPayload<N extends JobName = JobName> = v.InferOutput<
  Catalogue[N]["payload"]
>;
export type JobData<N extends JobName = JobName> = v.InferOutput<
  Catalogue[N]["data"]
>;
export type JobResult<N extends JobName = JobName> = v.InferOutput<
  Catalogue[N]["result"]
>;
/** @param message the progress in words; then `total` may differ from the one before */
export type Progress = (done: number, total: number, message?: string) => void;

export const jobNames = Object.keys(catalogue) as JobName[];
export const isJobName = (name: string): name is JobName =>
  Object.hasOwn(catalogue, name);

export const jobLabels: Record<string, string> = Object.fromEntries(
  jobNames.map((name) => [name, catalogue[name].label]),
);

export type JobTask<D extends Doer = Doer> = {
  [N in NameDoneBy<D>]: { name: N; data: JobData<N> };
}[NameDoneBy<D>];

type Issues = [v.BaseIssue<unknown>, ...v.BaseIssue<unknown>[]];

const unreadable = (what: string, [issue]: Issues) =>
  new JobError(
    "error",
    `${what} can't be read: ${[v.getDotPath(issue), issue.message].filter(Boolean).join(": ")}.`,
  );

function requireRead(what: string, schema: v.GenericSchema, given: unknown) {
  const read = v.safeParse(schema, given);
  if (read.success) return read.output;
  throw unreadable(what, read.issues);
}

/** @throws {JobError} error when it can't be read */
export function readPayload<N extends JobName>(
  name: N,
  json: string,
): JobPayload<N> {
  const schema = catalogue[name].payload as Schema;
  const text = v.pipe(v.string(), v.parseJson(), schema);
  return requireRead("The job", text, json) as JobPayload<N>;
}

/** @throws {JobError} error when it can't be read */
export function readResult<N extends JobName>(
  name: N,
  answer: unknown,
): JobResult<N> {
  const schema = catalogue[name].result as Schema;
  return requireRead("The worker's answer", schema, answer) as JobResult<N>;
}

/** @throws {JobError} too_old if a later version wants what this one does not know; error if it can't be read */
export function readTask<D extends Doer>(
  doer: D,
  name: string,
  data: unknown,
): JobTask<D> {
  const tooOld = new JobError("too_old", "This worker is too old for the job.");
  if (!isJobName(name) || catalogue[name].doneBy !== doer) throw tooOld;
  const read = v.safeParse(catalogue[name].data as Schema, data);
  if (read.success) return { name, data: read.output } as JobTask<D>;
  const isOfLaterVersion = read.issues.every(
    ({ path }) => path?.at(-1)?.origin === "key",
  );
  throw isOfLaterVersion ? tooOld : unreadable("The job", read.issues);
}

export const countPictures = (payload: JobPayload) =>
  "pictures" in payload ? payload.pictures.length : 0;

export const countTasks = ({ data }: JobTask) =>
  "tasks" in data ? data.tasks.length : 0;

/** Pictures in one job, when there are many: few enough to be shared out and followed. */
export const PICTURES_PER_JOB = 20;
/** A job that has taken its process down this often is given up. */
export const CRASHES_MAX = 2;
/** Bytes of memory that a worker process may take before it is ended. */
export const WORKER_MEMORY_MAX = 1_500_000_000;

/** Exit status of an image process that got no more memory. */
export const OUT_OF_MEMORY_STATUS = 70;

/** Failures of a job's try, and their form between a worker and the site. */

/**
 * `error`: the job can't be done. `crash`: the process ended by its own fault or at a limit. `killed`: it
 * was ended from outside, through no fault of the job's. These three count as tries.
 *
 * `stopped`: the worker was asked to end and gave the job back. `too_old`: the job is of a later version than the
 * worker. `store_away`: the worker doesn't see the store.
 */
export type FailureKind =
  | "error"
  | "crash"
  | "killed"
  | "stopped"
  | "too_old"
  | "store_away";

export class JobError extends Error {
  readonly kind: FailureKind;

  constructor(kind: FailureKind, message: string) {
    super(message);
    this.kind = kind;
  }
}

/** A process was ended because it took longer than its time limit. */
export class TimeLimitError extends JobError {}

export const asJobError = (error: unknown) =>
  error instanceof JobError ? error : new JobError("error", String(error));

export const storeAwayError = () =>
  new JobError("store_away", "MEDIA_DIR is not the site's store.");

/** Workers and sites of other versions read this too, so its fields keep their names. */
export const encodeFailure = ({ kind, message }: JobError) =>
  JSON.stringify({ how: kind, message });

/** Reads a failure's reason. One of BullMQ's own, for a job whose workers kept dying, counts as `killed`. */
export function decodeFailure(reason: string): JobError {
  try {
    const { how, message } = JSON.parse(reason) as {
      how?: FailureKind;
      message?: string;
    };
    if (how && message) return new JobError(how, message);
  } catch {
    // BullMQ's own words, not those of a worker of ours.
  }
  return new JobError("killed", reason);
}

export const QUEUE = "pictures";

/** A try's name in Redis begins with its job's id. */
export const jobIdOf = (tryId: string) => tryId.split("_")[0]!;
