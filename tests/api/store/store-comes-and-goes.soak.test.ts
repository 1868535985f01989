import { existsSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { findFields, findForm } from "#tests/setup/calls/site-calls.ts";
import { filesBelow } from "#tests/setup/files.ts";
import { until } from "#tests/setup/until.ts";
import { takeStoreAway, untilSeenBack } from "#tests/setup/processes/volume.ts";
import { send, setUpSite, site } from "#tests/setup/vitest/site.ts";

/**
 * The store goes away at six different moments of a call and comes back after its answer. Then the site must be
 * as if the call had either been refused or had succeeded: nothing is lost, and nothing deleted is back.
 */
setUpSite({
  env: { UPLOAD_LIMITS: "off", UPLOAD_LIMIT_TOTAL: "off" },
});

/** Turns of the event loop between the call and the moment when the store goes away. */
const MOMENTS = [0, 1, 5, 25, 125, 600];

/** Takes the store away this many turns after a call began, and brings it back after the answer. */
async function interrupt(turns: number, answering: Promise<Response>) {
  for (let turn = 0; turn < turns; turn++)
    await new Promise((resolve) => setImmediate(resolve));
  const volume = takeStoreAway(site);
  const answer = await answering;
  volume.bringBack();
  await untilSeenBack();
  await site.untilIdle();
  await site.untilHealthy();
  return answer;
}

async function addAlbum(name: string) {
  const created = await send("POST /api/albums", { name, show: true });
  expect(created.status).toBe(201);
  const sent = await send(
    `POST /api/albums/${name}/upload-images`,
    await findForm({}, ["plain.png"], "files"),
  );
  expect(sent.status).toBe(201);
  await site.untilIdle();
  return ((await created.json()) as { pa_key: number }).pa_key;
}

describe.each(MOMENTS)("the store goes away %i turns into", (turns) => {
  test("an upload", async () => {
    const countFiles = () =>
      existsSync(site.inStore("rocks"))
        ? filesBelow(site.inStore("rocks")).length
        : 0;
    const before = countFiles();
    const rows = site.query("SELECT uuid FROM rock_posts").length;
    const form = await findForm(findFields, ["orientation-6.jpg"]);
    const answer = await interrupt(
      turns,
      site.fetch("/api/upload-rock", { method: "POST", body: form }),
    );
    expect([201, 503]).toContain(answer.status);
    if (answer.status === 201) {
      const { uuid } = (await answer.json()) as { uuid: string };
      expect(filesBelow(site.inStore("rocks/214", uuid))).toHaveLength(4);
    } else {
      expect(site.query("SELECT uuid FROM rock_posts")).toHaveLength(rows);
      await until(() => (countFiles() === before ? true : undefined));
    }
  });

  test("an album's deletion", async () => {
    const name = `gone${turns}`;
    const key = await addAlbum(name);
    const answer = await interrupt(turns, send(`DELETE /api/albums/${key}`));
    expect([204, 503]).toContain(answer.status);
    const rows = site.query(`SELECT * FROM albums WHERE pa_key = ${key}`);
    if (answer.status === 503) {
      expect(rows).toHaveLength(1);
      expect(filesBelow(site.inStore("albums", name))).toHaveLength(4);
      return;
    }
    expect(rows).toEqual([]);
    await send("POST /api/albums/sync");
    await site.untilIdle();
    expect(site.query(`SELECT * FROM albums WHERE name = '${name}'`)).toEqual(
      [],
    );
  });

  test.each([
    ["/api/albums/sync", undefined],
    ["/api/create-images", { path: "media", regenerate: true }],
  ])("%s", async (address, body) => {
    const name = `${address.slice(-4)}${turns}`;
    const key = await addAlbum(name);
    const answer = await interrupt(turns, send(`POST ${address}`, body));
    expect([202, 503]).toContain(answer.status);
    expect(
      site.query(
        `SELECT ready, missing, error FROM photos WHERE pa_key = ${key}`,
      ),
    ).toEqual([{ ready: 1, missing: 0, error: null }]);
    expect(filesBelow(site.inStore("albums", name))).toHaveLength(4);
  });
});
