import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import { startChild } from "../../setup/processes/child.ts";
import { filesBelow, sumOf } from "../../setup/files.ts";
import type { AlbumCare } from "./album-care.ts";
import type { FindCare } from "./find-care.ts";
import { isOf } from "../pictures.ts";
import type { Picture } from "./plan.ts";
import { asJson, type Round } from "./round.ts";

/** What has to be true when the weather has cleared. Every function throws an error that says what isn't. */

interface Done {
  round: Round;
  finds: FindCare[];
  album: AlbumCare;
  /** How often the admin has asked for pictures to be made again. */
  createImages: number;
}

export async function checkEverything(done: Done) {
  await waitUntilCalm(done.round);
  for (const find of done.finds) await checkFind(done, find);
  await checkAlbum(done);
  checkJobs(done.round);
  await runTheCheck(done.round);
}

/** The site is well again, has done all its jobs, and has tidied up. */
async function waitUntilCalm(round: Round) {
  const { site, hooks } = round.lane;
  const untilNone = (what: string, list: () => string[]) =>
    round
      .until(what, () => list().length === 0)
      .catch((error: Error) => {
        throw new Error(`${error.message} ${list().join(", ")}`);
      });
  await round.until("/healthz says ok", async () => {
    const answer = await round.ask({ path: "/healthz" });
    return (
      answer?.status === 200 &&
      asJson<{ status: string }>(answer).status === "ok"
    );
  });
  hooks.passAnHour(site.pid());
  await untilNone("the jobs are done", () =>
    site
      .query(
        "SELECT kind, state, error, run_after FROM jobs WHERE state IN ('queued', 'running')",
      )
      .map((job) => JSON.stringify(job)),
  );
  // What a living process has left half-written is removed once it is an hour old.
  hooks.letAnHourPass(site.pid());
  await untilNone("nothing is left in the temporary folders", () => {
    const waiting = site
      .query<{ id: string }>("SELECT id FROM uploads WHERE NOT is_used")
      .map(({ id }) => `uploads/${id}`);
    const folder = site.inStore("tmp");
    return existsSync(folder)
      ? filesBelow(folder).filter((file) => !waiting.includes(file))
      : [];
  });
}

interface PictureRow {
  original_file: string;
  sha256: string | null;
  ready: number;
  error: string | null;
}
interface ImageRow extends PictureRow {
  current_name: string;
  original_name: string;
  show: number;
  applied: number;
}

interface FindRow {
  rps_key: number;
  uuid: string;
  rock_number: number;
  show: number;
  folder: string;
}

type Fail = (said: string) => never;

/** The original has its bytes, the derivatives show it, and no power cut would take any of them. */
async function checkPicture(
  { lane: { site, power } }: Round,
  row: PictureRow,
  picture: Picture,
  { original, derivatives }: { original: string; derivatives: string[] },
  fail: Fail,
) {
  if (!existsSync(site.inStore(original))) fail(`has no ${original}`);
  const sum = sumOf(readFileSync(site.inStore(original)));
  const right = sumOf(picture.bytes);
  if (sum !== right || (row.sha256 ?? sum) !== sum)
    fail(
      `has the sum ${sum} in ${original}, and ${row.sha256} in its row, expected ${right}`,
    );
  if (!row.ready) fail(`is not ready: ${original}, ${row.error}`);
  for (const file of [original, ...derivatives]) {
    if (!existsSync(site.inStore(file))) fail(`has no ${file}`);
    const taken = power.wouldTake(file);
    if (taken) fail(`is done, and a power cut would take ${taken}`);
  }
  for (const file of derivatives)
    if (!(await isOf(picture.id, readFileSync(site.inStore(file)))))
      fail(`has a ${file} that shows another picture`);
}

async function checkFind({ round, createImages }: Done, care: FindCare) {
  const { site } = round.lane;
  const { find, receipt } = care.finder;
  const fail = (said: string): never => {
    throw new Error(`${find.comment} ${said}`);
  };
  const rows = site.query<FindRow>(
    `SELECT * FROM rock_posts WHERE submission_id = '${find.submissionId}'`,
  );
  const is = rows.map((row) => [row.uuid, row.rock_number, row.show]);
  const must = [[care.uuid, care.number, Number(care.isShown)]];
  if (!isDeepStrictEqual(is, must))
    fail(
      `is there with uuid, number and show ${JSON.stringify(is)}, expected ${JSON.stringify(must)}`,
    );
  const { folder, rps_key } = rows[0]!;
  const images = site.query<ImageRow>(
    `SELECT *, (SELECT count(*) FROM applied WHERE of = 'rock_post_images' AND key = rpi_key) AS applied
       FROM rock_post_images WHERE rps_key = ${rps_key} ORDER BY rpi_key`,
  );
  const names = images.map(({ current_name }) => current_name);
  if (!isDeepStrictEqual(names, receipt!.images))
    fail(`has other images than were confirmed: ${JSON.stringify(images)}`);
  const expected: string[] = [];
  for (const [n, picture] of find.pictures.entries()) {
    const image = images[n]!;
    const name = image.current_name;
    const original = `${folder}/original/${image.original_file}`;
    const derivatives = ["sm", "webp", "webp640"].map(
      (kind) => `${folder}/${kind}/${name}.webp`,
    );
    expected.push(original, ...derivatives);
    const files = { original, derivatives };
    await checkPicture(round, image, picture, files, fail);
    if (image.original_name !== picture.name)
      fail(`has ${image.original_name} for ${picture.name}`);
    if (Boolean(image.show) === care.hiddenImages.has(name))
      fail(`has show = ${image.show} for ${name}`);
    const most = 1 + createImages + care.restores;
    if (image.applied < 1 || image.applied > most)
      fail(
        `has an image ${name} to which results were applied ${image.applied} times, expected 1 to ${most}`,
      );
  }
  const there = filesBelow(site.inStore(folder)).map(
    (file) => `${folder}/${file}`,
  );
  if (!isDeepStrictEqual(there, expected.sort()))
    fail(`has the files ${there.join()}, expected ${expected.join()}`);
  await checkPublic(round, care, fail);
}

/** A shown find is public with its shown images, and a hidden one is not. */
async function checkPublic(round: Round, care: FindCare, fail: Fail) {
  for (const secret of care.secrets) await secret.look(round);
  if (!care.isShown) return;
  const answer = await round.ask({ path: `/api/rock-posts/${care.number}` });
  const posts = asJson<{ uuid: string; imagenames: string[] }[]>(answer!);
  const post = posts.find(({ uuid }) => uuid === care.uuid);
  const shown = care.images.filter((name) => !care.hiddenImages.has(name));
  if (!isDeepStrictEqual(post?.imagenames, shown))
    fail(
      `is shown, and the public sees ${JSON.stringify(post)}, expected the images ${shown.join(", ")}`,
    );
  for (const name of shown) {
    const path = `/media/rocks/${care.number}/${care.uuid}/sm/${name}.webp`;
    const picture = await round.ask({ path });
    if (picture?.status !== 200)
      fail(`is shown, and ${path} answers ${picture?.status}`);
  }
}

async function checkAlbum({ round, album }: Done) {
  const photos = round.lane.site.query<PictureRow & { name: string }>(
    `SELECT photos.* FROM photos JOIN albums USING (pa_key) WHERE albums.name = '${album.name}'`,
  );
  const folder = `albums/${album.name}`;
  for (const [file, picture] of album.confirmed) {
    const fail = (said: string): never => {
      throw new Error(`Photo ${file} of album ${album.name} ${said}`);
    };
    const rows = photos.filter(({ original_file }) => original_file === file);
    if (rows.length !== 1)
      fail(`was confirmed and is there ${rows.length} times`);
    const derivatives = ["webp", "webp640", "webp300x300"].map(
      (kind) => `${folder}/${kind}/${rows[0]!.name}`,
    );
    const files = { original: `${folder}/${file}`, derivatives };
    await checkPicture(round, rows[0]!, picture, files, fail);
  }
  await album.secret.look(round);
}

/** Every job has ended well. What the admin has started has done its total, and so have its parts together. */
function checkJobs({ lane: { site } }: Round) {
  const wrong =
    site.query(`SELECT kind, state, done, total, error FROM jobs AS job
      WHERE state = 'failed' OR done > total
         OR (state = 'succeeded' AND kind <> 'derive'
             AND (done <> total OR done <> coalesce((SELECT sum(done) FROM jobs AS part WHERE part.parent_id = job.job_id), done)))`);
  if (wrong.length > 0)
    throw new Error(
      `Jobs have not ended as they should: ${JSON.stringify(wrong)}`,
    );
}

/** Runs what `npm run check` runs once it has built the site. */
async function runTheCheck({ lane: { site } }: Round) {
  const lines: string[] = [];
  const child = startChild(process.execPath, ["build/node/check.js"], lines, {
    DATABASE_PATH: site.databasePath,
    MEDIA_DIR: site.mediaDir,
  });
  const [code] = (await once(child, "close")) as [number | null];
  if (code !== 0) throw new Error(`npm run check says: ${lines.join("\n")}`);
}
