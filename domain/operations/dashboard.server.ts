import { sql } from "drizzle-orm";
import { getDb } from "#db/client.server.ts";
import { readHealth } from "./health.server.ts";
import type { Health } from "./answers.ts";
import { listWorkers } from "../jobs/engines/engine.server.ts";
import {
  listImagesOfFind,
  listUnplacedFinds,
  listWaitingFinds,
} from "../finds/admin/read-finds.server.ts";
import { albumFolder, catalogueFolder, findFolder } from "../store/paths.ts";
import { listPublicFinds } from "../finds/journeys.server.ts";
import type { FindImage, AdminFind, PublicFind } from "../finds/answers.ts";
import { readStorage, type Storage } from "../store/storage.server.ts";

/** What wants the admin's attention, and how the site is. */
export interface Dashboard {
  waiting: { count: number; first: WaitingFind[] };
  /** Shown finds that still need a place on the map, or the decision that they have none. */
  unplaced: { count: number; first: AdminFind[] };
  newest: PublicFind[];
  failed: { count: number; first: FailedImage[] };
  health: Health;
  jobs: { queued: number; running: number; workers: number };
  storage: Storage;
}

export interface WaitingFind {
  post: AdminFind;
  images: FindImage[];
}

export interface FailedImage {
  /** What a person knows it by. */
  what: string;
  error: string;
  /** The folder that it is in, as 'create images' takes it. */
  folder: string;
}

const WAITING_MAX = 6;
const UNPLACED_MAX = 5;
const NEWEST_MAX = 6;
const FAILED_MAX = 20;

export async function readDashboard(): Promise<Dashboard> {
  const counts = getDb().get<{
    waiting: number;
    unplaced: number;
    failed: number;
    queued: number;
    running: number;
  }>(sql`
    SELECT (SELECT count(*) FROM rock_posts WHERE show = 0 AND put_aside = 0) AS waiting,
           (SELECT count(*) FROM rock_posts WHERE show = 1 AND latitude IS NULL AND no_place = 0) AS unplaced,
           (SELECT count(*) FROM rock_post_images WHERE error IS NOT NULL) +
           (SELECT count(*) FROM rocks WHERE error IS NOT NULL) +
           (SELECT count(*) FROM photos WHERE error IS NOT NULL) AS failed,
           (SELECT count(*) FROM jobs WHERE state = 'queued') AS queued,
           (SELECT count(*) FROM jobs WHERE state = 'running') AS running`);
  const [health, workers, storage] = await Promise.all([
    readHealth(),
    listWorkers(),
    readStorage(),
  ]);
  return {
    waiting: {
      count: counts.waiting,
      first: listWaitingFinds(WAITING_MAX).map((post) => ({
        post,
        images: listImagesOfFind(post.rps_key),
      })),
    },
    unplaced: {
      count: counts.unplaced,
      first: listUnplacedFinds(UNPLACED_MAX),
    },
    newest: listPublicFinds({ limit: NEWEST_MAX }).posts,
    failed: { count: counts.failed, first: listFailed() },
    health,
    jobs: {
      queued: counts.queued,
      running: counts.running,
      workers: workers.length,
    },
    storage,
  };
}

/** The pictures whose derivatives could not be made. */
function listFailed(): FailedImage[] {
  const finds = getDb().all<{
    rock_number: number;
    uuid: string;
    name: string;
    error: string;
  }>(sql`
    SELECT p.rock_number, p.uuid, i.original_name AS name, i.error
      FROM rock_post_images i JOIN rock_posts p USING (rps_key)
     WHERE i.error IS NOT NULL LIMIT ${FAILED_MAX}`);
  const rocks = getDb().all<{ rock_number: number; error: string }>(
    sql`SELECT rock_number, error FROM rocks WHERE error IS NOT NULL LIMIT ${FAILED_MAX}`,
  );
  const photos = getDb().all<{
    album: string;
    name: string;
    error: string;
  }>(sql`
    SELECT a.name AS album, p.original_file AS name, p.error
      FROM photos p JOIN albums a USING (pa_key) WHERE p.error IS NOT NULL LIMIT ${FAILED_MAX}`);
  return [
    ...finds.map(({ rock_number, uuid, name, error }) => ({
      what: `Find of rock ${rock_number}: ${name}`,
      error,
      folder: `media/${findFolder(rock_number, uuid)}`,
    })),
    ...rocks.map(({ rock_number, error }) => ({
      what: `Catalogue: rock ${rock_number}`,
      error,
      folder: `media/${catalogueFolder(rock_number)}`,
    })),
    ...photos.map(({ album, name, error }) => ({
      what: `Album ${album}: ${name}`,
      error,
      folder: `media/${albumFolder(album)}`,
    })),
  ].slice(0, FAILED_MAX);
}
