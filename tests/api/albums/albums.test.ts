import { describe, expect, test } from "vitest";
import { filesBelow } from "#tests/setup/files.ts";
import { call, cookie, setUpSite, site } from "#tests/setup/vitest/site.ts";
import {
  albums,
  albumWith,
  filesForm,
  freeName,
  newAlbum,
  statusOf,
} from "#tests/setup/calls/album-calls.ts";

setUpSite();

const orders = async () => (await albums()).map(({ order_num }) => order_num);

describe("creating", () => {
  test("an album is made hidden, last, and given whole; its folder follows as often as it is asked for", async () => {
    await newAlbum();
    const made = await call("POST /api/albums", {
      name: "sea",
      display_name: "The sea",
      desc: "Salt",
    });
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({
      name: "sea",
      display_name: "The sea",
      desc: "Salt",
      show: false,
      count: 0,
      first_image_name: null,
    });
    expect(made.body.order_num).toBe(Math.max(...(await orders())));
    expect(made.etag).toBe(`"${made.body.version}"`);
    for (let time = 0; time < 2; time++)
      expect(await call("POST /api/albums/sea/init-folder")).toMatchObject({
        status: 200,
        body: { name: "sea" },
      });
    expect(filesBelow(site.inStore("albums", "sea"))).toEqual([]);
    expect((await call(`GET /api/albums/${made.body.pa_key}`)).body).toEqual(
      made.body,
    );
  });

  test.each([
    ["an empty name", ""],
    ["capitals", "Sea"],
    ["a space", "the sea"],
    ["a dash", "the-sea"],
    ["a path", "../sea"],
    ["another script's digits", "١٢"],
    ["61 characters", "a".repeat(61)],
    ["a number", 7],
    ["nothing", undefined],
    ["the reserved photos", "photos"],
    ["the reserved reorder", "reorder"],
    ["the reserved sync", "sync"],
  ])("%s is no album's name", async (_, name) => {
    const before = await albums();
    const refused = await call("POST /api/albums", { name });
    expect(refused).toMatchObject({
      status: 400,
      body: { error: expect.any(String), fields: { name: expect.any(String) } },
    });
    expect(await albums()).toEqual(before);
  });

  test("a name of 60 letters and digits is one", async () => {
    expect((await newAlbum({ name: "a1".repeat(30) })).name).toHaveLength(60);
  });

  test("the rule of the name is said in the spec's words", async () => {
    const { body } = await call("POST /api/albums", { name: "Not this" });
    expect(body.fields).toEqual({
      name: "Name can only contain lowercase letters and numbers, no spaces or special characters.",
    });
  });

  test("a taken name is refused with 409, and of two at once one is made", async () => {
    const answers = await Promise.all(
      [1, 2].map(() => call("POST /api/albums", { name: "twice" })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
    expect(
      (await albums()).filter(({ name }) => name === "twice"),
    ).toHaveLength(1);
  });

  test.each([
    ["display_name", "x".repeat(101)],
    ["desc", "x".repeat(2001)],
    ["display_name", 7],
    ["show", "yes"],
  ])("a wrong %s is refused and named", async (field, value) => {
    const name = freeName();
    expect(
      await call("POST /api/albums", { name, [field]: value }),
    ).toMatchObject({
      status: 400,
      body: { fields: { [field]: expect.any(String) } },
    });
  });

  test("a folder of an album that is not there is not made", async () => {
    for (const name of ["nowhere", "..%2F..%2Fetc", "photos"])
      expect((await call(`POST /api/albums/${name}/init-folder`)).status).toBe(
        404,
      );
    expect(filesBelow(site.inStore("albums")).join()).not.toContain("nowhere");
  });
});

describe("changing", () => {
  test("an album is saved whole, its name stays, and what is left out stays too", async () => {
    const album = await newAlbum({ display_name: "Old", desc: "Words" });
    const saved = await call(`PUT /api/albums/${album.pa_key}`, {
      ...album,
      name: "other",
      display_name: "New",
      show: true,
    });
    expect(saved.status).toBe(200);
    expect(saved.body).toEqual({
      ...album,
      display_name: "New",
      show: true,
      version: expect.any(String),
    });
    const part = await call(`PUT /api/albums/${album.pa_key}`, { desc: "" });
    expect(part.body).toMatchObject({
      display_name: "New",
      desc: "",
      show: true,
    });
    expect((await call(`PUT /api/albums/${album.pa_key}`, {})).body).toEqual(
      part.body,
    );
  });

  test("show is set if it is sent, and flipped if it isn't, and the answer has the new version", async () => {
    const { album, photos } = await albumWith(["plain.png"]);
    for (const [method, thing, toggle] of [
      ["PATCH", `/${album.pa_key}`, "show"],
      ["POST", `/photos/${photos[0]!.p_key}`, "toggle-show"],
    ] as const) {
      const set = (body?: unknown) =>
        call(`${method} /api/albums${thing}/${toggle}`, body);
      const before = (await call(`GET /api/albums${thing}`)).etag;
      const { etag } = await set();
      expect(etag).not.toBe(before);
      expect(etag).toBe((await call(`GET /api/albums${thing}`)).etag);
      expect((await set({ show: true })).body).toEqual({ show: true });
      expect((await set({ show: true })).body).toEqual({ show: true });
      expect((await set()).body).toEqual({ show: false });
      expect((await set()).body).toEqual({ show: true });
      expect((await set({ show: "no" })).status).toBe(400);
    }
  });

  test("a photo is saved whole, and a blank date is none", async () => {
    const { photos } = await albumWith(["orientation-6.jpg"]);
    const [photo] = photos;
    expect(photo).toMatchObject({
      date: "2024-05-17",
      show: true,
      ready: true,
    });
    const save = (change: object) =>
      call(`PUT /api/albums/photos/${photo!.p_key}`, change);
    const saved = await save({
      ...photo,
      name: "other.webp",
      display_name: "Boots",
      desc: "Mud",
      date: "1998-12-31",
      show: false,
      width: 1,
    });
    expect(saved.body).toEqual({
      ...photo,
      display_name: "Boots",
      desc: "Mud",
      date: "1998-12-31",
      show: false,
      version: expect.any(String),
    });
    expect((await save({ date: "" })).body).toMatchObject({
      date: null,
      display_name: "Boots",
    });
    for (const date of ["2024-02-30", "yesterday", "0000-01-01", 7])
      expect(await save({ date })).toMatchObject({
        status: 400,
        body: { fields: { date: expect.any(String) } },
      });
    expect((await save({})).body).toMatchObject({ date: null });
  });

  test("what is not there is answered with 404", async () => {
    const { pa_key } = await newAlbum();
    const missing = [
      call("GET /api/albums/999999"),
      call("GET /api/albums/999999/photos"),
      call("PUT /api/albums/999999", {}),
      call("PATCH /api/albums/999999/show"),
      call("DELETE /api/albums/999999"),
      call("PUT /api/albums/photos/999999", {}),
      call("DELETE /api/albums/photos/999999"),
      call("POST /api/albums/photos/999999/toggle-show"),
      call(
        "POST /api/albums/nothere/upload-images",
        await filesForm(["plain.png"]),
      ),
      call("POST /api/albums/reorder", {
        a_key: pa_key,
        a_order: 1,
        b_key: 999999,
        b_order: 2,
      }),
      call(`POST /api/albums/${pa_key}/photos/swap`, {
        photo1: { p_key: 999998, order_num: 1 },
        photo2: { p_key: 999999, order_num: 2 },
      }),
      call("POST /api/albums/999999/photos/reorder-all"),
      call("PUT /api/albums/seven", {}),
    ];
    for (const answer of await Promise.all(missing))
      expect(answer).toMatchObject({
        status: 404,
        body: { error: expect.any(String) },
      });
  });

  test("what is hidden is hidden from everyone else at once, with its files", async () => {
    const { album, photos } = await albumWith(["plain.png", "photo.webp"], {
      show: true,
    });
    const file = `/media/albums/${album.name}/webp/${photos[0]!.name}`;
    const seen = async () => {
      const all = await albums({});
      const answer = await call(
        `GET /api/albums/${album.pa_key}/photos`,
        undefined,
        {},
      );
      return {
        album: all.some(({ pa_key }) => pa_key === album.pa_key),
        photos: answer.status === 200 ? answer.body.length : answer.status,
        file: await statusOf(file),
      };
    };
    expect(await seen()).toEqual({ album: true, photos: 2, file: 200 });
    await call(`POST /api/albums/photos/${photos[0]!.p_key}/toggle-show`);
    expect(await seen()).toEqual({ album: true, photos: 1, file: 404 });
    await call(`POST /api/albums/photos/${photos[0]!.p_key}/toggle-show`);
    await call(`PATCH /api/albums/${album.pa_key}/show`, { show: false });
    expect(await seen()).toEqual({ album: false, photos: 404, file: 404 });
    expect(await statusOf(file, { cookie })).toBe(200);
    const open = await call("GET /api/albums", undefined, {});
    expect(open.body.every((album) => !("version" in album))).toBe(true);
  });
});
