import { sql } from "drizzle-orm";
import { getDb } from "#db/client.server.ts";
import { readHealth } from "./health.server.ts";
import { listStepsLeft } from "./set-up-steps.server.ts";
import { readBackups } from "../backup/schedule.server.ts";
import { readLastCheck } from "../check/nightly.server.ts";
import { readMailState } from "../review/daily-mail.server.ts";
import { localDay } from "#core/local-day.server.ts";
import { countWorkers } from "../engines/engine.server.ts";
import {
  keysOfWaiting,
  listUnplacedFinds,
  listWaitingFinds,
} from "../finds/admin/read-finds.server.ts";
import { listCards } from "../finds/journeys.server.ts";
import { getRockPicture } from "../rocks/rock-pictures.server.ts";
import { readOnThisDay } from "../site/on-this-day.server.ts";
import { describeLeftOut } from "../albums/album-sync.server.ts";
import { listLeftOut } from "../store/scan.server.ts";
import { readStorage } from "../store/storage.server.ts";
import { readScannedNumbers } from "../visits/scanned-numbers.server.ts";

const WAITING_MAX = 5;
const UNPLACED_MAX = 3;
const NEWEST_MAX = 5;
const NUMBERS_MAX = 20;
const FAILED_MAX = 20;

export async function readDashboard() {
  // SQLite prefers the index of all shown finds to the small one of those that are counted, and takes a second.
  const counts = getDb().get<{
    waiting: number;
    unplaced: number;
    failed: number;
    queued: number;
    running: number;
  }>(sql`
    SELECT (SELECT count(*) FROM (${keysOfWaiting})) AS waiting,
           (SELECT count(*) FROM rock_posts INDEXED BY rock_posts_unplaced
             WHERE show = 1 AND latitude IS NULL AND no_place = 0) AS unplaced,
           (SELECT count(*) FROM rock_post_images WHERE error IS NOT NULL) +
           (SELECT count(*) FROM rocks WHERE error IS NOT NULL) +
           (SELECT count(*) FROM photos WHERE error IS NOT NULL) AS failed,
           (SELECT count(*) FROM jobs WHERE state = 'queued') AS queued,
           (SELECT count(*) FROM jobs WHERE state = 'running') AS running`);
  const [health, workers, storage, backups, leftOut] = await Promise.all([
    readHealth(),
    countWorkers(),
    readStorage(),
    readBackups(),
    // A store that can't be read is a trouble of its own.
    listLeftOut().catch(() => []),
  ]);
  const today = localDay();
  return {
    now: Date.now(),
    today,
    waiting: readWaiting(counts.waiting),
    // Shown finds that still need a place on the map, or the decision that they have none.
    unplaced: {
      count: counts.unplaced,
      first: listUnplacedFinds(UNPLACED_MAX),
    },
    newest: listCards(
      sql`ORDER BY p.date DESC, p.create_dt DESC, p.rps_key DESC LIMIT ${NEWEST_MAX}`,
    ),
    ...readScannedNumbers(NUMBERS_MAX),
    onThisDay: readOnThisDay(today),
    stepsLeft: listStepsLeft(),
    failed: { count: counts.failed, first: listFailed() },
    health,
    backups,
    check: readLastCheck(),
    leftOut: { count: leftOut.length, words: describeLeftOut(leftOut) },
    mail: readMailState(),
    jobs: {
      queued: counts.queued,
      running: counts.running,
      workers: workers.all,
    },
    storage,
  };
}

export type Dashboard = Awaited<ReturnType<typeof readDashboard>>;

/** The finds that nobody has decided on yet, oldest first, and the day on which the oldest was sent. */
function readWaiting(count: number) {
  const finds = listWaitingFinds(WAITING_MAX);
  const oldest = finds[0];
  return {
    count,
    since: oldest ? localDay(new Date(oldest.create_dt)) : null,
    first: finds.map(({ uuid, rock_number, location, first_image_name }) => ({
      uuid,
      rock_number,
      location,
      first_image_name,
      in_catalogue: getRockPicture(rock_number) !== undefined,
    })),
  };
}

/** The pictures whose derivatives could not be made, each with the folder that 'create images' takes. */
const listFailed = () =>
  getDb().all<{ what: string; error: string; folder: string }>(sql`
    SELECT 'Find of rock ' || rock_number || ': ' || original_name AS what, error,
           'media/rocks/' || rock_number || '/' || uuid AS folder
      FROM rock_post_images JOIN rock_posts USING (rps_key) WHERE error IS NOT NULL
     UNION ALL
    SELECT 'Catalogue: rock ' || rock_number, error, 'media/catalog/' || rock_number
      FROM rocks WHERE error IS NOT NULL
     UNION ALL
    SELECT 'Album ' || a.name || ': ' || original_file, error, 'media/albums/' || a.name
      FROM photos JOIN albums a USING (pa_key) WHERE error IS NOT NULL
     LIMIT ${FAILED_MAX}`);

export type FailedImage = Dashboard["failed"]["first"][number];
