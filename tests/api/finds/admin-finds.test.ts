import { rmSync, statSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import type { AdminFind } from "#domain/finds/answers.ts";
import { findFields } from "#tests/setup/calls/site-calls.ts";
import { startSite } from "#tests/setup/processes/site.ts";
import { filesBelow } from "#tests/setup/files.ts";
import { call, send, setUpSite, site } from "#tests/setup/vitest/site.ts";
import { asChange, newFind, saveFind } from "#tests/setup/calls/find-calls.ts";
import { remove, restore } from "#tests/setup/calls/trash-calls.ts";

setUpSite();

const open = <const Path extends string>(path: Path) =>
  call(`GET ${path}`, undefined, {});

describe("a find on its way to the map", () => {
  test("is hidden until the admin shows it, then everywhere, then hidden again at once", async () => {
    const post = await newFind({
      rockNumber: "301",
      name: "Ann",
      email: "ann@example.org",
    });
    expect(post.show).toBe(false);
    const hidden = { posts: [], pins: [], total: 0 };
    const seen = async () => ({
      posts: (await open("/api/rock-posts/301")).body.map(({ uuid }) => uuid),
      pins: (await open("/api/rock-posts/locations/all")).body
        .filter(({ rock_number }) => rock_number === 301)
        .map(({ rps_key }) => rps_key),
      total: (await open("/api/rock-posts")).body.filter(
        ({ rock_number }) => rock_number === 301,
      ).length,
    });
    expect(await seen()).toEqual(hidden);

    const saved = await call(
      `PUT /api/journey-admin/${post.rps_key}`,
      asChange(post, { latitude: 0, longitude: 0, show: true }),
    );
    expect([saved.status, saved.body.latitude, saved.body.show]).toEqual([
      200,
      0,
      true,
    ]);
    expect(await seen()).toEqual({
      posts: [post.uuid],
      pins: [post.rps_key],
      total: 1,
    });

    const [shown] = (await open("/api/rock-posts/301")).body;
    expect(shown).toMatchObject({
      rock_number: 301,
      uuid: post.uuid,
      date: "2026-05-17",
      location: findFields.location,
      comment: findFields.comment,
      imagenames: [post.first_image_name],
      artists: [],
    });

    expect(
      (await call(`POST /api/journey-admin/${post.rps_key}/toggle-show`)).body,
    ).toEqual({ show: false });
    expect(await seen()).toEqual(hidden);
  });

  test("has one pin a rock, that of the newest shown post with coordinates; each find of rock 0 has its own", async () => {
    const place = async (
      rockNumber: string,
      date: string,
      latitude: number | null,
    ) => {
      const post = await newFind({ rockNumber, date });
      await call(
        `PUT /api/journey-admin/${post.rps_key}`,
        asChange(post, {
          latitude,
          longitude: latitude === null ? null : 10,
          show: true,
        }),
      );
      return post;
    };
    const older = await place("302", "2026-01-01", 10);
    const newer = await place("302", "2026-02-01", 20);
    await place("302", "2026-03-01", null);
    const unknown = [
      await place("0", "2026-01-01", 30),
      await place("0", "2026-01-02", 40),
    ];
    const pins = async (rock: number) =>
      (await open("/api/rock-posts/locations/all")).body.filter(
        ({ rock_number }) => rock_number === rock,
      );
    expect(await pins(302)).toEqual([
      { rps_key: newer.rps_key, rock_number: 302, latitude: 20, longitude: 10 },
    ]);
    expect((await pins(0)).map(({ rps_key }) => rps_key)).toEqual(
      unknown.map(({ rps_key }) => rps_key),
    );

    expect(
      (await call(`DELETE /api/journey-admin/${newer.rps_key}`)).status,
    ).toBe(204);
    expect((await pins(302)).map(({ rps_key }) => rps_key)).toEqual([
      older.rps_key,
    ]);
  });
});

test("one picture of a find is shown only once it can be seen, or has failed", async () => {
  const find = await newFind({ rockNumber: "306" }, ["plain.png"]);
  const images = `/api/journey-admin/${find.rps_key}/images` as const;
  const [image] = (await call(`GET ${images}`)).body;
  const { rpi_key, current_name } = image!;
  const toggle = `POST /api/journey-admin/images/${rpi_key}/toggle-show`;
  const set = (values: string) =>
    site.alter(
      `UPDATE rock_post_images SET ${values} WHERE rpi_key = ${rpi_key}`,
    );
  expect((await call(toggle, { show: false })).status).toBe(200);
  set("ready = 0");
  rmSync(site.inStore("rocks/306", find.uuid, `sm/${current_name}.webp`));
  for (const body of [{ show: true }, undefined])
    expect(await call(toggle, body)).toMatchObject({
      status: 409,
      body: { error: expect.stringContaining("still being made") as string },
    });
  expect((await call(`GET ${images}`)).body[0]!.show).toBe(false);
  set("error = 'It is damaged.'");
  expect((await call(toggle, { show: true })).body).toEqual({ show: true });
});

test("a deleted post or image has no rows and is shown to nobody, and its files stay", async () => {
  const { uuid } = await site.addFind({ ...findFields, rockNumber: "305" }, [
    "plain.png",
    "orientation-6.jpg",
  ]);
  await site.untilIdle();
  const post = (await call("GET /api/journey-admin")).body.find(
    (other) => other.uuid === uuid,
  )!;
  const images = (await call(`GET /api/journey-admin/${post.rps_key}/images`))
    .body;
  expect(
    images.map(({ original_name, show, ready }) => [
      original_name,
      show,
      ready,
    ]),
  ).toEqual([
    ["plain.png", true, true],
    ["orientation-6.jpg", true, true],
  ]);
  const statusOf = async (image: number) =>
    (
      await send(
        `GET /media/rocks/305/${uuid}/sm/${images[image]!.current_name}.webp`,
      )
    ).status;
  expect(
    (await call(`DELETE /api/journey-admin/images/${images[0]!.rpi_key}`))
      .status,
  ).toBe(204);
  expect([await statusOf(0), await statusOf(1)]).toEqual([404, 200]);
  expect((await call(`DELETE /api/journey-admin/${post.rps_key}`)).status).toBe(
    204,
  );
  expect(await statusOf(1)).toBe(404);
  expect(filesBelow(site.inStore("rocks/305", uuid))).toHaveLength(8);
  expect((await call(`DELETE /api/journey-admin/${post.rps_key}`)).status).toBe(
    404,
  );
  expect(site.count(`rock_post_images WHERE rps_key = ${post.rps_key}`)).toBe(
    0,
  );
});

test("another number, a deletion and a restore touch no file of a find, whose pictures follow its number", async () => {
  const find = await newFind({ rockNumber: "303" });
  const folder = site.inStore("rocks/303", find.uuid);
  const files = () =>
    filesBelow(folder).map((file) => {
      const { ino, mtimeMs, ctimeMs } = statSync(path.join(folder, file));
      return { file, ino, mtimeMs, ctimeMs };
    });
  const before = files();
  expect(before).toHaveLength(4);
  const statusAt = async (rock: number) =>
    (
      await send(
        `GET /media/rocks/${rock}/${find.uuid}/sm/${find.first_image_name}.webp`,
      )
    ).status;
  await saveFind(find, { rock_number: 304, show: true });
  expect([await statusAt(303), await statusAt(304)]).toEqual([404, 200]);
  const trashKey = await remove(`/api/journey-admin/${find.rps_key}`);
  expect(await statusAt(304)).toBe(404);
  expect((await restore(trashKey)).status).toBe(200);
  expect(await statusAt(304)).toBe(200);
  expect(files()).toEqual(before);
});

describe("lists", () => {
  test("page through everything once, in order, by the Link header", async () => {
    const all = (await call("GET /api/journey-admin?sort=-date")).body;
    const paged: AdminFind[] = [];
    for (
      let next: string | undefined = "/api/journey-admin?sort=-date&limit=2";
      next;
    ) {
      const { body, headers }: { body: AdminFind[]; headers: Headers } =
        await call<AdminFind[]>(`GET ${next}`);
      paged.push(...body);
      next = /<([^>]+)>; rel="next"/.exec(headers.get("link") ?? "")?.[1];
    }
    expect(paged).toEqual(all);
    expect(all.length).toBeGreaterThan(4);
  });

  test("default to coordinates, blank ones first", async () => {
    const { body } = await call("GET /api/journey-admin");
    const blank = body.map(({ latitude }) => latitude === null);
    expect(blank).toEqual([...blank].sort().reverse());
  });
});

test.each(["-1", "1.5", "100001", "x", "1e3", "+5", "%207"])(
  "GET /api/rock-posts/%s is refused with 400",
  async (number) => {
    expect((await open(`/api/rock-posts/${number}`)).status).toBe(400);
  },
);

test("a rock that nobody found has an empty list", async () => {
  expect((await open("/api/rock-posts/99999")).body).toEqual([]);
  expect((await open("/api/rock-posts/0/")).status).toBe(200);
});

test.each([
  "/api/nothing",
  "/api",
  "/api/rock-posts/1/2",
  "/api/journey-admin/x",
])("%s answers 404 in JSON", async (path) => {
  const answer = await call<{ error: string }>(
    `${path.endsWith("x") ? "PUT" : "GET"} ${path}`,
    path.endsWith("x") ? {} : undefined,
  );
  expect(answer.status).toBe(404);
  expect(answer.body.error).toEqual(expect.any(String));
});

test("a wrong setting stops the start with one line that names it", async () => {
  await expect(startSite({ env: { UPLOAD_MAX_MB: "many" } })).rejects.toThrow(
    /UPLOAD_MAX_MB is "many"; it takes a whole number from 1 to 200/,
  );
});
