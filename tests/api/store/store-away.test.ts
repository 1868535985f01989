import { randomUUID } from "node:crypto";
import { cpSync, existsSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { beforeEach, describe, expect, test } from "vitest";
import { albumWith } from "#tests/setup/calls/album-calls.ts";
import { imagesOf, newFind, saveFind } from "#tests/setup/calls/find-calls.ts";
import { newRock } from "#tests/setup/calls/rock-calls.ts";
import { findFields, findForm } from "#tests/setup/calls/site-calls.ts";
import { remove } from "#tests/setup/calls/trash-calls.ts";
import { filesBelow } from "#tests/setup/files.ts";
import { takeStoreAway } from "#tests/setup/processes/volume.ts";
import { until } from "#tests/setup/until.ts";
import { send, setUpSite, site, statusOf } from "#tests/setup/vitest/site.ts";

setUpSite();

const AWAY = { status: 503, media: "down" };
const sendFind = async () => (await site.sendFind()).status;

/** All rows and files that a call can change. */
const everything = () => [
  ..."rock_posts rock_post_images albums photos rocks removals"
    .split(" ")
    .map((table) => site.query(`SELECT * FROM ${table}`)),
  site.query("SELECT job_id FROM jobs"),
  filesBelow(site.mediaDir),
];

beforeEach(async () => {
  await site.untilHealthy();
  await site.untilTidy();
});

describe("while the store is away", () => {
  test("reads go on, and every call that would touch a file answers 503 and changes nothing", async () => {
    const find = await newFind();
    const [image] = await imagesOf(find);
    const rock = await newRock({ artist_keys: [1] });
    const { album, photos } = await albumWith(["plain.png"], { show: true });
    await site.untilTidy();
    const before = everything();
    const volume = takeStoreAway(site);
    expect(await site.health()).toMatchObject({ ...AWAY, database: "ok" });
    const form = (field: string, fields = {}) =>
      findForm(fields, ["plain.png"], field);
    const newOne = { rock_number: "8", artist_keys: "[1]" };
    for (const [request, body] of [
      ["POST /api/upload-rock", await findForm(findFields, ["plain.png"])],
      [`DELETE /api/journey-admin/${find.rps_key}`],
      [`DELETE /api/journey-admin/images/${image!.rpi_key}`],
      [`DELETE /api/albums/${album.pa_key}`],
      [`DELETE /api/albums/photos/${photos[0]!.p_key}`],
      ["POST /api/albums/sync"],
      [`POST /api/albums/${album.name}/init-folder`],
      ["POST /api/create-images", { regenerate: true }],
      ["POST /api/keepsake", { form: "public" }],
      [`DELETE /api/rocks/${rock.rc_key}`],
      [`POST /api/albums/${album.name}/upload-images`, await form("files")],
      [`POST /api/journey-admin/${find.rps_key}/images`, await form("image")],
      ["POST /api/rocks", await form("image", newOne)],
    ] as [string, unknown?][]) {
      const answer = await send(request, body);
      expect(answer.status, request).toBe(503);
      expect(await answer.text()).toContain("photographs");
    }
    expect(filesBelow(site.mediaDir)).toEqual([]);
    for (const page of ["/", "/map", "/photos", "/api/albums", "/api/rocks"])
      expect(await statusOf(`GET ${page}`), page).toBe(200);
    volume.bringBack();
    expect(everything()).toEqual(before);
    await site.untilHealthy();
    expect(await sendFind()).toBe(201);
    expect((await saveFind(find, { rock_number: 9 })).status).toBe(200);
  });

  test("neither another site's store counts as ours, nor is a folder that is gone made anew", async () => {
    const volume = takeStoreAway(site);
    cpSync(volume.elsewhere, site.mediaDir, { recursive: true });
    writeFileSync(site.inStore(".store-id"), `${randomUUID()}\n`);
    expect(await site.health()).toMatchObject(AWAY);
    expect(await sendFind()).toBe(503);
    rmSync(site.mediaDir, { recursive: true });
    expect(await sendFind()).toBe(503);
    expect(existsSync(site.mediaDir)).toBe(false);
    renameSync(volume.elsewhere, site.mediaDir);
    await site.untilHealthy();
    expect(await sendFind()).toBe(201);
  });

  test("the site starts and serves, and goes on by itself once it is back @soak", async () => {
    const left = "albums/left.png";
    writeFileSync(site.inStore(left), "left over");
    await site.kill();
    site.alter(
      `INSERT INTO removals (path, files) VALUES ('${left}', '[{"path":"${left}"}]')`,
    );
    const volume = takeStoreAway(site);
    await site.restart();
    expect(await site.health()).toMatchObject(AWAY);
    expect(filesBelow(site.mediaDir)).toEqual([]);
    volume.bringBack();
    await until(() => !existsSync(site.inStore(left)));
  });
});

test("a path that can't be removed holds up no other deletion @soak", async () => {
  const { rps_key, uuid } = await newFind();
  // No file system allows a name this long, so removing it always fails.
  const long = `albums/${"x".repeat(300)}`;
  site.alter(`INSERT INTO removals (path) VALUES ('${long}')`);
  const trashKey = await remove(`/api/journey-admin/${rps_key}`);
  expect(await statusOf(`DELETE /api/trash/${trashKey}`)).toBe(204);
  expect(existsSync(site.inStore("rocks/214", uuid))).toBe(false);
  expect(site.count("removals")).toBe(1);
  site.alter("DELETE FROM removals");
});
