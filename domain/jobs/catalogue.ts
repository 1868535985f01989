import { derivativeSets, type DeriveTask } from "../store/paths.ts";

/** Every kind of work that a worker does: what it is given, and what it answers. Plain JSON both ways. */

export interface DeriveResult {
  /** Pixels of the original, upright. */
  width: number;
  height: number;
  /** When the camera says it was taken: YYYY-MM-DDTHH:MM:SS, local to the camera; null if unknown. */
  taken_dt: string | null;
  /** Size and modification time of the original that the derivatives were made of. */
  bytes: number;
  mtime_ms: number;
}

/** What came of one picture of a job; `id` is its place in the job's list. */
export type PictureResult = { id: number } & (DeriveResult | { error: string });

/** What a rock's share picture shows. */
export interface ShareCard {
  site_name: string;
  rock_number: number;
  trips: number;
  distance_km: number;
  countries: number;
  /** In the order in which they were reached. */
  stops: { latitude: number; longitude: number }[];
  /** Whether a way leads from each stop to the next. */
  isWay: boolean;
}

export interface StoredFile {
  file: string;
  bytes: number;
  mtime_ms: number;
}

export interface JobCatalogue {
  /** Makes the derivatives of a few pictures. One that fails stops none of the others. */
  derive: {
    data: { tasks: (DeriveTask & { id: number })[] };
    result: { pictures: PictureResult[] };
  };
  /** Finds the originals below a folder of the store, and which of their derivatives are missing. */
  "create-images": {
    data: { folder: string; regenerate: boolean };
    result: { originals: { original: string; isDone?: boolean }[] };
  };
  /** Reads what stands in the albums' folders. */
  "sync-albums": {
    data: Record<string, never>;
    result: {
      /** A worker of an older version names no files that were left out. */
      albums: { name: string; files: StoredFile[]; leftOut?: string[] }[];
    };
  };
  /** Draws what is shown where a rock's page is shared, of a photograph's large derivative and the rock's pin if there are any. */
  "draw-share": {
    data: {
      card: ShareCard;
      photo: string | undefined;
      pin?: string;
      output: string;
    };
    result: { drawn: string };
  };
}

export type JobName = keyof JobCatalogue;
/** `store` is the id of the store that the paths are in; absent in jobs of earlier versions. */
export type JobData<N extends JobName> = JobCatalogue[N]["data"] & {
  store?: string;
};
export type JobResult<N extends JobName> = JobCatalogue[N]["result"];
/** Called with `done` of `total` while a job runs. */
export type Progress = (done: number, total: number) => void;

export interface JobPolicy {
  /** Tries before a job that ends with an error is given up. */
  attempts: number;
  /** Milliseconds a try may take, from one picture done to the next, before its process is ended. */
  timeLimit: number;
}

export const policies: Record<JobName, JobPolicy> = {
  derive: { attempts: 3, timeLimit: 120_000 },
  "create-images": { attempts: 3, timeLimit: 600_000 },
  "sync-albums": { attempts: 3, timeLimit: 600_000 },
  "draw-share": { attempts: 3, timeLimit: 120_000 },
};
const derivatives = new Set<string>(Object.values(derivativeSets).flat());

/** Whether this version can do a job: one of a later version may be of another kind, or want other derivatives. */
export const canDo = (name: string, data: JobData<JobName>) =>
  Object.hasOwn(policies, name) &&
  (!("tasks" in data) ||
    data.tasks.every(({ outputs }) =>
      Object.keys(outputs).every((kind) => derivatives.has(kind)),
    ));

/** Pictures in one job, where many are to be made: few enough to be shared out and followed. */
export const PICTURES_PER_JOB = 20;
/** A job that has taken its process down this often is set aside. */
export const CRASHES_MAX = 2;
/** Bytes of memory a worker process may take before it is ended. */
export const WORKER_MEMORY_MAX = 1_500_000_000;

/** Exit status of an image process that got no more memory. */
export const OUT_OF_MEMORY_STATUS = 70;

// ── What an image process and its parent say to each other ─────────────────────────────────────

export type ToImageProcess = {
  [N in JobName]: { name: N; data: JobData<N> };
}[JobName];
export type FromImageProcess =
  | { done: number; total: number }
  | { result: JobResult<JobName> }
  | { error: string }
  | { storeAway: true };
