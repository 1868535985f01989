import { beforeAll, expect, test } from "vitest";
import { readAddresses } from "#tests/setup/routes.ts";
import { doJob } from "#tests/setup/calls/jobs.ts";
import { addPosts, addRocks } from "#tests/setup/calls/rocks.ts";
import { holdLock } from "#tests/setup/lock.ts";
import { until } from "#tests/setup/until.ts";
import { setUpSite, site } from "#tests/setup/vitest/site.ts";

/** Less than the five seconds for which a write waits for the lock, and the whole site with it. */
const PATIENCE_MS = 4500;

let uuid: string;
let photo: string;
setUpSite();
beforeAll(async () => {
  ({ uuid } = await site.addFind());
  addRocks(site, [[214], [215], [216]]);
  await addPosts(site, [{ rock: 215, at: [56.2, -2.7], pictures: 1 }]);
  site.alter(`UPDATE rock_posts SET show = 1;
     INSERT INTO albums (pa_key, name, show, order_num) VALUES (1, 'lake', 1, 1)`);
  await site.untilIdle();
  const [image] = site.query<{ current_name: string }>(
    "SELECT current_name FROM rock_post_images JOIN rock_posts USING (rps_key) WHERE rock_number = 214",
  );
  photo = `/media/rocks/214/${uuid}/webp/${image!.current_name}.webp`;
});

/** Asks while the database's write lock is taken, as another process would. */
async function underWriteLock(ask: () => Promise<void>) {
  const free = holdLock(site.databasePath);
  await ask().finally(free);
}

const withKeys = (address: string) =>
  address
    .replace(":uuid", uuid)
    .replace(":rockNumber", "214")
    .replace("rocks/:file", "rocks/214.jpg")
    .replace(":file", "journeys.csv")
    .replace(":part", "1.xml")
    .replace(/:\w+/g, "1")
    .replace("media/*", photo.slice(1))
    .replace("*", "nothing/here");

/** Every address of the site: pages as documents and as data, the API, pictures, the feed and the sitemap. */
async function listAddresses() {
  const addresses = (await readAddresses())
    .map(({ address }) => withKeys(address))
    // Streams of events stay open.
    .filter((address) => !address.endsWith("/events"));
  const pages = addresses.filter((address) => !/^\/api\/|\./.test(address));
  const asData = (page: string) => `${page.replace(/\/$/, "/_root")}.data`;
  return [...addresses, ...pages.map(asData)];
}

/** Fails if the answer takes as long as a wait for the lock. */
const ask = (address: string, init: RequestInit = {}) =>
  site.fetch(address, {
    redirect: "manual",
    signal: AbortSignal.timeout(PATIENCE_MS),
    ...init,
  });

async function walk(cookie?: string) {
  const answers: Record<string, number> = {};
  for (const address of await listAddresses()) {
    const answer = await ask(address, {
      headers: cookie ? { cookie } : { Accept: "text/html" },
    });
    await answer.arrayBuffer();
    answers[address] = answer.status;
  }
  return answers;
}

test("every public address answers the same while somebody else holds the write lock, and none waits for it", async () => {
  await walk();
  await site.untilIdle();
  const usual = await walk();
  for (const address of [
    ...["/", "/share-your-rock", "/rocks/214.data", photo, "/feed.xml"],
    ...["/share/rocks/214.jpg", "/healthz", "/api/albums/1/photos"],
  ])
    expect(usual[address], address).toBe(200);
  // After a restart nothing is cached, and everything is read for the first time.
  await site.restart();
  await underWriteLock(async () => {
    expect(await walk()).toEqual(usual);
  });
});

test("so does every address that an admin reads, in a session that would be noted as used", async () => {
  const cookie = await site.signIn();
  const usual = await walk(cookie);
  for (const address of ["/admin/journey.data", "/api/jobs"])
    expect(usual[address], address).toBe(200);
  await site.restart();
  site.alter("UPDATE admin_sessions SET seen_at = seen_at - 120000");
  const seen = site.query("SELECT seen_at FROM admin_sessions");
  await underWriteLock(async () => {
    expect(await walk(cookie)).toEqual(usual);
    expect(site.query("SELECT seen_at FROM admin_sessions")).toEqual(seen);
  });
  await ask("/api/jobs", { headers: { cookie } });
  expect(site.query("SELECT seen_at FROM admin_sessions")).not.toEqual(seen);
});

test("a share picture that is asked for under the lock is drawn later", async () => {
  const picture = "/share/rocks/215.jpg";
  await underWriteLock(async () => {
    expect((await ask(picture)).status).toBe(302);
    expect((await ask("/rocks/215")).status).toBe(200);
  });
  expect((await ask(picture)).status).toBe(302);
  await site.untilIdle();
  expect((await ask(picture)).status).toBe(200);
});

test("work that falls due under the lock keeps nobody waiting, and is done after it", async () => {
  const cookie = await site.signIn();
  const due = Date.now() + 10_000;
  site.alter(`INSERT INTO jobs (job_id, kind, payload, run_after, created_dt)
     VALUES ('waiting', 'sync-albums', '{}', ${due}, '2026-05-17T00:00:00.000Z')`);
  // Another job makes the engine look at its queue, and so notice when the first one is due.
  await doJob(site, cookie, "/api/create-images", { path: "media/catalog" });
  await underWriteLock(async () => {
    await until(async () => {
      expect((await ask("/api/rock-posts/totals")).status).toBe(200);
      return Date.now() > due + 1_000;
    });
    expect(site.count("jobs WHERE state = 'queued'")).toBe(1);
  });
  await site.untilIdle();
});
