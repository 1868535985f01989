import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import type { Job } from "../../../domain/jobs/answers.ts";
import { startChild } from "../../setup/processes/child.ts";
import { filesBelow } from "../../setup/files.ts";
import type { AlbumCare } from "./album-care.ts";
import type { FindCare } from "./find-care.ts";
import type { KeptInTrash } from "./kept-in-trash.ts";
import { shows, sumOf, type Picture } from "./pictures.ts";
import { asJson, type Round } from "./round.ts";

/** What has to be true when the weather has cleared. Every function throws an error that says what isn't. */

interface Done {
  round: Round;
  finds: FindCare[];
  album: AlbumCare;
  kept: KeptInTrash;
  /** How often the admin has asked for pictures to be made again. */
  createImages: number;
}

export async function checkEverything(done: Done) {
  await waitUntilCalm(done.round);
  for (const find of done.finds) await checkFind(done, find);
  await checkAlbum(done);
  done.kept.check();
  checkJobs(done.round);
  await runTheCheck(done.round);
}

/** The site is well again, has done all its jobs, and has tidied up. */
async function waitUntilCalm(round: Round) {
  const { site, hooks } = round.lane;
  await round.until("/healthz says ok", async () => {
    const answer = await round.ask({ path: "/healthz" });
    return (
      answer?.status === 200 &&
      asJson<{ status: string }>(answer).status === "ok"
    );
  });
  hooks.passAnHour(site.pid());
  const openJobs = () =>
    site.query<Job>(
      "SELECT kind, state, error, run_after FROM jobs WHERE state IN ('queued', 'running')",
    );
  await round
    .until("the jobs are done", () => openJobs().length === 0)
    .catch((error: Error) => {
      throw new Error(`${error.message} ${JSON.stringify(openJobs())}`);
    });
  // What a living process has left half-written is removed once it is an hour old.
  hooks.letAnHourPass(site.pid());
  const leftovers = () => {
    const waiting = site
      .query<{ id: string }>("SELECT id FROM uploads WHERE NOT is_used")
      .map(({ id }) => `uploads/${id}`);
    const folder = site.inStore("tmp");
    return existsSync(folder)
      ? filesBelow(folder).filter((file) => !waiting.includes(file))
      : [];
  };
  await round
    .until(
      "nothing is left in the temporary folders",
      () => leftovers().length === 0,
    )
    .catch((error: Error) => {
      throw new Error(`${error.message} ${leftovers().join(", ")}`);
    });
}

interface ImageRow {
  current_name: string;
  original_name: string;
  original_file: string;
  sha256: string;
  ready: number;
  show: number;
  error: string | null;
  applied: number;
}

async function checkFind({ round, createImages }: Done, care: FindCare) {
  const { site, power } = round.lane;
  const { find, receipt } = care.finder;
  const fail = (said: string): never => {
    throw new Error(`${find.comment} ${said}`);
  };
  const rows = site.query<{
    rps_key: number;
    uuid: string;
    rock_number: number;
    show: number;
    folder: string;
  }>(`SELECT * FROM rock_posts WHERE submission_id = '${find.submissionId}'`);
  if (rows.length !== 1)
    fail(`was confirmed and is there ${rows.length} times`);
  const [row] = rows as [(typeof rows)[0]];
  if (row.uuid !== receipt!.uuid)
    fail(`has uuid ${row.uuid}, and ${receipt!.uuid} was confirmed`);
  if (row.rock_number !== care.number)
    fail(`has number ${row.rock_number}, expected ${care.number}`);
  if (Boolean(row.show) !== care.isShown)
    fail(`has show = ${row.show}, expected ${care.isShown}`);

  const images =
    site.query<ImageRow>(`SELECT *, (SELECT count(*) FROM applied WHERE of = 'rock_post_images' AND key = rpi_key) AS applied
       FROM rock_post_images WHERE rps_key = ${row.rps_key} ORDER BY rpi_key`);
  if (
    !isDeepStrictEqual(
      images.map(({ current_name }) => current_name),
      receipt!.images,
    )
  )
    fail(`has other images than were confirmed: ${JSON.stringify(images)}`);
  const { folder } = row;
  const expected = find.pictures.flatMap((_, n) => [
    `original/${images[n]!.original_file}`,
    `sm/${images[n]!.current_name}.webp`,
    `webp/${images[n]!.current_name}.webp`,
    `webp640/${images[n]!.current_name}.webp`,
  ]);
  const there = existsSync(site.inStore(folder))
    ? filesBelow(site.inStore(folder))
    : [];
  if (!isDeepStrictEqual(there, expected.sort()))
    fail(
      `has the files ${there.join(", ")}, expected ${expected.join(", ")}; errors: ${images.map(({ error }) => error).join(", ")}`,
    );
  for (const file of there) {
    const taken = power.wouldTake(`${folder}/${file}`);
    if (taken) fail(`is done, and a power cut would take ${taken}`);
  }
  for (const [n, picture] of find.pictures.entries()) {
    const image = images[n]!;
    const name = `image ${image.current_name}`;
    requireOriginal(
      site.inStore(folder, "original", image.original_file),
      image.sha256,
      picture,
      fail,
    );
    if (image.original_name !== picture.name)
      fail(`has ${image.original_name} for ${picture.name}`);
    if (!image.ready) fail(`has an ${name} that is not ready: ${image.error}`);
    if (Boolean(image.show) === care.hiddenImages.has(image.current_name))
      fail(`has show = ${image.show} for ${name}`);
    const most = 1 + createImages + care.restores;
    if (image.applied < 1 || image.applied > most)
      fail(
        `has an ${name} to which results were applied ${image.applied} times, expected 1 to ${most}`,
      );
    for (const kind of ["sm", "webp"])
      if (
        !(await shows(
          readFileSync(
            site.inStore(folder, kind, `${image.current_name}.webp`),
          ),
          picture,
        ))
      )
        fail(`has an ${name} whose ${kind} shows another picture`);
  }
  await checkPublic(round, care, fail);
}

/** A shown find is public with its shown images, and a hidden one is not. */
async function checkPublic(
  round: Round,
  care: FindCare,
  fail: (said: string) => never,
) {
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

function requireOriginal(
  file: string,
  sha256: string,
  picture: Picture,
  fail: (said: string) => never,
) {
  if (!existsSync(file)) fail(`has no original of ${picture.name}`);
  const sum = sumOf(readFileSync(file));
  if (sum !== picture.sha256 || sha256 !== picture.sha256)
    fail(
      `has another original for ${picture.name}: the file's sum is ${sum}, its row's ${sha256}, expected ${picture.sha256}`,
    );
}

async function checkAlbum({ round, album }: Done) {
  const { site, power } = round.lane;
  const photos = site.query<{
    name: string;
    original_file: string;
    sha256: string;
    ready: number;
    error: string | null;
  }>(
    `SELECT photos.* FROM photos JOIN albums USING (pa_key) WHERE albums.name = '${album.name}'`,
  );
  const kinds = ["webp", "webp640", "webp300x300"];
  for (const [file, picture] of album.confirmed) {
    const fail = (said: string): never => {
      throw new Error(`Photo ${file} of album ${album.name} ${said}`);
    };
    const rows = photos.filter(({ original_file }) => original_file === file);
    if (rows.length !== 1)
      fail(`was confirmed and is there ${rows.length} times`);
    const [photo] = rows as [(typeof rows)[0]];
    const folder = site.inStore("albums", album.name);
    requireOriginal(
      `${folder}/${file}`,
      photo.sha256 ?? picture.sha256,
      picture,
      fail,
    );
    if (!photo.ready) fail(`is not ready: ${photo.error}`);
    for (const place of [
      file,
      ...kinds.map((kind) => `${kind}/${photo.name}`),
    ]) {
      const taken = power.wouldTake(`albums/${album.name}/${place}`);
      if (taken) fail(`is done, and a power cut would take ${taken}`);
    }
    for (const kind of kinds)
      if (
        !existsSync(`${folder}/${kind}/${photo.name}`) ||
        !(await shows(readFileSync(`${folder}/${kind}/${photo.name}`), picture))
      )
        fail(`has a ${kind} that is missing or shows another picture`);
  }
  for (const secret of album.secrets) await secret.look(round);
}

/** Every job has ended well. What the admin has started has done its total, and so have its parts together. */
function checkJobs({ lane: { site } }: Round) {
  const wrong =
    site.query<Job>(`SELECT kind, state, done, total, error FROM jobs AS job
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
