import { mkdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Job } from "#domain/jobs/answers.ts";
import { fixture } from "#tests/fixtures/index.ts";
import {
  alter,
  findFields,
  inStore,
  query,
  sendFind,
  signIn,
  untilIdle,
} from "#tests/setup/calls/site-calls.ts";
import { filesBelow } from "#tests/setup/files.ts";
import { doJob, readJob, startJob } from "#tests/setup/calls/jobs.ts";
import { startQueueSite } from "#tests/setup/processes/queue.ts";
import { startSite, type Site } from "#tests/setup/processes/site.ts";
import { until } from "#tests/setup/until.ts";

let site: Site;
let cookie: string;
let stop: () => Promise<void>;
afterAll(() => stop());

let lastRock = 0;
/** Sends a find of a rock of its own, and waits for its derivatives; gives its folder and its files there. */
async function addFind(images = ["plain.png", "progressive.jpg"]) {
  const rockNumber = String(++lastRock);
  const answer = await sendFind(site, { ...findFields, rockNumber }, images);
  const { uuid } = (await answer.json()) as { uuid: string };
  await untilIdle(site);
  const folder = `rocks/${rockNumber}/${uuid}`;
  const files = filesBelow(inStore(site, folder));
  return {
    folder,
    rock: `media/rocks/${rockNumber}`,
    made: files.filter((file) => file.endsWith(".webp")),
    originals: files.filter((file) => file.startsWith("original/")),
  };
}

/** When each file was written. */
const timesOf = (folder: string, files: string[]) =>
  Promise.all(
    files.map(
      async (file) => (await stat(inStore(site, folder, file))).mtimeMs,
    ),
  );

const create = (body: unknown) =>
  doJob(site, cookie, "/api/create-images", body);

describe.each(["embedded", "BullMQ"])("with the %s engine", (engine) => {
  beforeAll(async () => {
    if (engine === "embedded") {
      site = await startSite({ env: { UPLOAD_LIMITS: "off" } });
      stop = site.stop;
    } else {
      await stop();
      const queue = await startQueueSite({ workers: 1 });
      ({ site, stop } = queue);
    }
    cookie = await signIn(site);
  });

  test("makes what is missing below media/rocks, and nothing else", async () => {
    const { folder, made } = await addFind();
    const before = await timesOf(folder, made);
    await rm(inStore(site, folder, made[0]!));
    const job = await create({});
    expect(job).toMatchObject({
      kind: "create-images",
      state: "succeeded",
      done: 1,
      total: 1,
      message: "1 image made",
      error: null,
      failures: [],
    });
    const after = await timesOf(folder, made);
    const missing = made[0]!.split("/")[1];
    expect(after.map((time, n) => time !== before[n])).toEqual(
      made.map((file) => file.endsWith(`/${missing}`)),
    );
    expect((await create({})).message).toBe("0 images made");
  });

  test("makes everything below a folder again with regenerate", async () => {
    const here = await addFind();
    const there = await addFind();
    const before = await timesOf(here.folder, here.made);
    const untouched = await timesOf(there.folder, there.made);
    const job = await create({ path: here.rock, regenerate: true });
    expect(job).toMatchObject({ done: 2, total: 2, message: "2 images made" });
    const after = await timesOf(here.folder, here.made);
    expect(after.every((time, n) => time > before[n]!)).toBe(true);
    expect(await timesOf(there.folder, there.made)).toEqual(untouched);
  });

  test("shares many images out, and counts them as they are made", async () => {
    const finds = [];
    for (let n = 0; n < 5; n++)
      finds.push(await addFind(Array<string>(5).fill("plain.png")));
    for (const { folder } of finds)
      await rm(inStore(site, folder, "webp"), { recursive: true });
    const { job_id } = (await startJob(site, cookie, "/api/create-images"))
      .body;
    const events = await readEvents(job_id);
    expect(events.at(-1)).toMatchObject({
      state: "succeeded",
      done: 25,
      total: 25,
      message: "25 images made",
    });
    const counts = events.filter(({ total }) => total === 25);
    expect(counts.map(({ done }) => done)).toEqual(
      counts.map(({ done }) => done).sort((a, b) => a - b),
    );
    expect(counts.some(({ done }) => done % 20 > 0 && done < 25)).toBe(true);
    for (const { folder, made } of finds)
      expect(
        filesBelow(inStore(site, folder)).filter((f) => f.endsWith(".webp")),
      ).toEqual(made);
  });

  test("says which images failed, and why", async () => {
    const { folder, rock, originals, made } = await addFind();
    const before = await timesOf(folder, made);
    await writeFile(inStore(site, folder, originals[0]!), "not an image");
    const job = await create({ path: rock, regenerate: true });
    expect(job).toMatchObject({
      state: "succeeded",
      done: 2,
      total: 2,
      message: "1 image made, 1 failed",
      failures: [
        {
          picture: `${folder}/${originals[0]}`,
          error: expect.stringMatching(/^This image can't be read: /),
        },
      ],
    });
    // The old derivatives stay whole and in their place.
    const after = await timesOf(folder, made);
    expect(after.filter((time, n) => time !== before[n])).toHaveLength(2);
    expect((await create({ path: rock })).message).toBe("0 images made");
  });
});

describe("media, the whole store", () => {
  test("has finds, catalogue pictures and photos made", async () => {
    const { folder, made } = await addFind(["plain.png"]);
    await rm(inStore(site, folder, made[0]!));
    await putFile("catalog/7/original/rock.jpg", "progressive.jpg");
    await putFile("albums/lake/b.jpg", "progressive.jpg");
    await doJob(site, cookie, "/api/albums/sync");
    await rm(inStore(site, "albums/lake/webp/b.webp"));
    alter(
      site,
      "INSERT INTO rocks (rock_number, original_file) VALUES (7, 'rock.jpg')",
    );
    expect((await create({ path: "media" })).message).toBe("3 images made");
    const files = filesBelow(site.mediaDir);
    for (const file of [
      `${folder}/${made[0]}`,
      "catalog/7/a.webp",
      "catalog/7/a_sm.webp",
      "albums/lake/webp/b.webp",
    ])
      expect(files).toContain(file);
    expect(query(site, "SELECT ready FROM rocks")).toEqual([{ ready: 1 }]);
  });
});

describe("a start that is refused", () => {
  test.each([
    [""],
    ["/"],
    ["rocks"],
    ["media/rocks/987654"],
    ["media/other"],
    ["media/tmp"],
    ["media/.."],
    ["media/rocks/../.."],
    ["media/rocks/%2e%2e"],
    ["../media"],
    ["/etc"],
    ["media\\rocks"],
    ["media/rocks\u0000"],
    ["media//rocks"],
  ])("for the folder %j answers 400 and records nothing", async (folder) => {
    const before = query(site, "SELECT count(*) FROM jobs");
    const answer = await startJob(site, cookie, "/api/create-images", {
      path: folder,
    });
    expect(answer).toMatchObject({
      status: 400,
      body: { error: expect.any(String), fields: { path: expect.any(String) } },
    });
    expect(query(site, "SELECT count(*) FROM jobs")).toEqual(before);
  });

  test.each([[{ path: 5 }], [{ regenerate: "yes" }]])(
    "for the body %j answers 400",
    async (body) => {
      expect(
        (await startJob(site, cookie, "/api/create-images", body)).status,
      ).toBe(400);
    },
  );

  test.each([
    ["POST", "/api/create-images"],
    ["POST", "/api/albums/sync"],
    ["GET", "/api/jobs"],
    ["GET", "/api/jobs/some"],
    ["DELETE", "/api/jobs/some"],
    ["GET", "/api/jobs/some/events"],
  ])("without a session answers 401: %s %s", async (method, path) => {
    expect((await fetch(site.baseURL + path, { method })).status).toBe(401);
  });
});

describe("a job's events", () => {
  test("are the job as JSON at each of its changes, without names, and end with it", async () => {
    const { rock } = await addFind();
    const { job_id } = (
      await startJob(site, cookie, "/api/create-images", {
        path: rock,
        regenerate: true,
      })
    ).body;
    const events = await readEvents(job_id);
    const { failures, ...job } = await readJob(site, cookie, job_id);
    expect(failures).toEqual([]);
    expect(events.at(-1)).toEqual(job);
    expect(job.state).toBe("succeeded");
    expect(new Set(events.map((event) => JSON.stringify(event))).size).toBe(
      events.length,
    );
    const order = ["queued", "running", "succeeded"];
    const states = events.map(({ state }) => order.indexOf(state));
    expect(states).toEqual(states.toSorted());
    // Of a job that has ended there is one event.
    expect(await readEvents(job_id)).toEqual([job]);
  });

  test("of an unknown job answer 404", async () => {
    const answer = await fetch(`${site.baseURL}/api/jobs/none/events`, {
      headers: { cookie },
    });
    expect(answer.status).toBe(404);
  });
});

describe("while no worker takes it", () => {
  let queue: Awaited<ReturnType<typeof startQueueSite>>;
  beforeAll(async () => {
    await stop();
    queue = await startQueueSite({ workers: 0 });
    ({ site, stop } = queue);
    cookie = await signIn(site);
  });

  test("a job is joined by another start on its folder, unless that asks for more", async () => {
    const start = async (body: unknown) =>
      (await startJob(site, cookie, "/api/create-images", body)).body.job_id;
    const first = await start({});
    expect(await start({})).toBe(first);
    expect(await start({ path: "media/rocks/" })).toBe(first);
    expect(await start({ path: "media/albums" })).not.toBe(first);
    const all = await start({ regenerate: true });
    expect(all).not.toBe(first);
    expect(await start({ regenerate: true })).toBe(all);
    const answer = await fetch(`${site.baseURL}/api/jobs`, {
      headers: { cookie },
    });
    const listed = (await answer.json()) as Job[];
    expect(listed.map(({ kind }) => kind)).toEqual(
      Array(3).fill("create-images"),
    );
    expect(listed[0]!.job_id).toBe(all);
  });

  test("a job is cancelled for good", async () => {
    const { job_id } = (
      await startJob(site, cookie, "/api/create-images", { path: "media" })
    ).body;
    const cancel = () =>
      fetch(`${site.baseURL}/api/jobs/${job_id}`, {
        method: "DELETE",
        headers: { cookie },
      });
    const events = readEvents(job_id);
    const answer = await cancel();
    expect(answer.status).toBe(204);
    const job = await readJob(site, cookie, job_id);
    expect(job).toMatchObject({
      state: "failed",
      error: "Cancelled after 0 of 0.",
    });
    expect((await events).at(-1)).toMatchObject({ state: "failed" });
    expect((await cancel()).status).toBe(409);
    await queue.addWorker();
    await untilIdle(site);
    expect(await readJob(site, cookie, job_id)).toEqual(job);
  });

  test("the site outlives a listener that goes away", async () => {
    await queue.workers[0]!.stop();
    const { job_id } = (await startJob(site, cookie, "/api/create-images"))
      .body;
    const leaving = new AbortController();
    const answer = await fetch(`${site.baseURL}/api/jobs/${job_id}/events`, {
      headers: { cookie },
      signal: leaving.signal,
    });
    await answer.body!.getReader().read();
    leaving.abort();
    await queue.addWorker();
    await until(async () =>
      (await readJob(site, cookie, job_id)).state === "succeeded"
        ? true
        : undefined,
    );
    expect(site.lines.filter((line) => /"level":"error"/.test(line))).toEqual(
      [],
    );
  });
});

/** Listens to a job until the site closes the stream. */
async function readEvents(jobId: string): Promise<Job[]> {
  const answer = await fetch(`${site.baseURL}/api/jobs/${jobId}/events`, {
    headers: { cookie },
  });
  expect(answer.status).toBe(200);
  expect(answer.headers.get("content-type")).toMatch(/^text\/event-stream/);
  const blocks = (await answer.text()).split("\n\n");
  expect(blocks.pop()).toBe("");
  return blocks.map((block) => {
    expect(block).toMatch(/^data: \{.*\}$/);
    return JSON.parse(block.slice("data: ".length)) as Job;
  });
}

async function putFile(place: string, name: string) {
  const file = inStore(site, place);
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, await readFile(fixture(name)));
}
