import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { expect } from "vitest";
import { startChild } from "../../setup/processes/child.ts";
import { filesBelow, sumOf } from "../../setup/files.ts";
import type { AlbumCare } from "./album-care.ts";
import type { FindCare } from "./find-care.ts";
import { isOf } from "../pictures.ts";
import type { Picture } from "./plan.ts";
import { asJson, type Round } from "./round.ts";

/** What has to be true when the weather has cleared. */

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
  await round.until("/healthz says ok", async () => {
    const answer = await round.ask({ path: "/healthz" });
    return answer?.status === 200 && asJson<Row>(answer).status === "ok";
  });
  hooks.passAnHour(site.pid());
  await round.untilNone("the jobs are done", () =>
    site.query(
      "SELECT kind, state, error, run_after FROM jobs WHERE state IN ('queued', 'running')",
    ),
  );
  // What a living process has left half-written is removed once it is an hour old.
  hooks.letAnHourPass(site.pid());
  await round.untilNone("nothing is left in the temporary folders", () => {
    const waiting = site
      .column("SELECT id FROM uploads WHERE NOT is_used")
      .map((id) => `uploads/${id}`);
    const folder = site.inStore("tmp");
    return existsSync(folder)
      ? filesBelow(folder).filter((file) => !waiting.includes(file))
      : [];
  });
}

type Row = Record<string, string | number | null>;

/** The original has its bytes, the derivatives show it, and no power cut would take any of them. */
async function checkPicture(
  { lane: { site, power } }: Round,
  { sha256, ready, error }: Row,
  picture: Picture,
  original: string,
  derivatives: string[],
) {
  const bytes = readFileSync(site.inStore(original));
  expect(bytes.equals(picture.bytes), original).toBe(true);
  expect([null, sumOf(bytes)], `the sum of ${original}`).toContain(sha256);
  expect({ ready, error }, original).toEqual({ ready: 1, error: null });
  for (const file of [original, ...derivatives])
    expect(power.wouldTake(file), "a power cut would take").toBe(undefined);
  for (const file of derivatives)
    expect(await isOf(picture.id, readFileSync(site.inStore(file))), file).toBe(
      true,
    );
}

async function checkFind({ round, createImages }: Done, care: FindCare) {
  const { site } = round.lane;
  const { find } = care.finder;
  const said = find.comment;
  const rows = site.query<Row>(
    `SELECT * FROM rock_posts WHERE submission_id = '${find.submissionId}'`,
  );
  expect(rows, said).toMatchObject([
    {
      uuid: care.uuid,
      rock_number: care.number,
      show: Number(care.isShown),
    },
  ]);
  const { folder, rps_key } = rows[0]!;
  const images = site.query<Row>(
    `SELECT *, (SELECT count(*) FROM applied WHERE of = 'rock_post_images' AND key = rpi_key) AS applied
       FROM rock_post_images WHERE rps_key = ${rps_key} ORDER BY rpi_key`,
  );
  expect(images, said).toMatchObject(
    care.images.map((name, n) => ({
      current_name: name,
      original_name: find.pictures[n]!.name,
      show: Number(!care.hiddenImages.has(name)),
    })),
  );
  const files: string[] = [];
  for (const [n, image] of images.entries()) {
    const original = `${folder}/original/${image.original_file}`;
    const derivatives = ["sm", "webp", "webp640"].map(
      (kind) => `${folder}/${kind}/${image.current_name}.webp`,
    );
    files.push(original, ...derivatives);
    const picture = find.pictures[n]!;
    await checkPicture(round, image, picture, original, derivatives);
    const applied = `results applied to ${original}`;
    expect(image.applied, applied).toBeGreaterThan(0);
    const most = 1 + createImages + care.restores;
    expect(image.applied, applied).toBeLessThanOrEqual(most);
  }
  const there = filesBelow(site.inStore(String(folder)));
  const right = files.map((file) => file.slice(`${folder}/`.length));
  expect(there, `files of ${said}`).toEqual(right.sort());
  await checkPublic(round, care);
}

/** A shown find is public with its shown images, and a hidden one is not. */
async function checkPublic(round: Round, care: FindCare) {
  for (const secret of care.secrets) await secret.look(round);
  if (!care.isShown) return;
  const answer = await round.ask({ path: `/api/rock-posts/${care.number}` });
  const posts = asJson<{ uuid: string; imagenames: string[] }[]>(answer!);
  const post = posts.find(({ uuid }) => uuid === care.uuid);
  const shown = care.images.filter((name) => !care.hiddenImages.has(name));
  expect(post?.imagenames, care.finder.find.comment).toEqual(shown);
  for (const name of shown) {
    const path = `/media/rocks/${care.number}/${care.uuid}/sm/${name}.webp`;
    expect((await round.ask({ path }))?.status, path).toBe(200);
  }
}

async function checkAlbum({ round, album }: Done) {
  const photos = round.lane.site.query<Row>(
    `SELECT photos.* FROM photos JOIN albums USING (pa_key) WHERE albums.name = '${album.name}'`,
  );
  const folder = `albums/${album.name}`;
  for (const [file, picture] of album.confirmed) {
    const rows = photos.filter(({ original_file }) => original_file === file);
    expect(rows, `rows of ${folder}/${file}`).toHaveLength(1);
    const derivatives = ["webp", "webp640", "webp300x300"].map(
      (kind) => `${folder}/${kind}/${rows[0]!.name}`,
    );
    const original = `${folder}/${file}`;
    await checkPicture(round, rows[0]!, picture, original, derivatives);
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
  expect(wrong, "jobs that have not ended as they should").toEqual([]);
}

/** Runs what `npm run check` runs once it has built the site. */
async function runTheCheck({ lane: { site } }: Round) {
  const lines: string[] = [];
  const child = startChild(process.execPath, ["build/node/check.js"], lines, {
    DATABASE_PATH: site.databasePath,
    MEDIA_DIR: site.mediaDir,
  });
  const [code] = (await once(child, "close")) as [number | null];
  expect(code, lines.join("\n")).toBe(0);
}
