import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { fixture } from "#tests/fixtures/index.ts";
import { filesBelow } from "#tests/setup/files.ts";
import { doJob, readJob, startJob } from "#tests/setup/calls/jobs.ts";
import { cookie, setUpSite, site } from "#tests/setup/vitest/site.ts";
import { addFind, create, readEvents } from "#tests/setup/calls/image-jobs.ts";

setUpSite();

describe("media, the whole store", () => {
  test("has finds, catalogue pictures and photos made @soak", async () => {
    const { folder, made } = await addFind(["plain.png"]);
    await rm(site.inStore(folder, made[0]!));
    await putFile("catalog/7/original/rock.jpg", "progressive.jpg");
    await putFile("albums/lake/b.jpg", "progressive.jpg");
    await doJob(site, cookie, "/api/albums/sync");
    await rm(site.inStore("albums/lake/webp/b.webp"));
    site.alter(
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
    expect(site.query("SELECT ready FROM rocks")).toEqual([{ ready: 1 }]);
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
    const before = site.query("SELECT count(*) FROM jobs");
    const answer = await startJob(site, cookie, "/api/create-images", {
      path: folder,
    });
    expect(answer).toMatchObject({
      status: 400,
      body: { error: expect.any(String), fields: { path: expect.any(String) } },
    });
    expect(site.query("SELECT count(*) FROM jobs")).toEqual(before);
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
    expect((await site.fetch(path, { method })).status).toBe(401);
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
    // A job that has ended has only one event.
    expect(await readEvents(job_id)).toEqual([job]);
  });

  test("of an unknown job answer 404", async () => {
    const answer = await site.fetch("/api/jobs/none/events", {
      headers: { cookie },
    });
    expect(answer.status).toBe(404);
  });
});

async function putFile(place: string, name: string) {
  const file = site.inStore(place);
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, await readFile(fixture(name)));
}
