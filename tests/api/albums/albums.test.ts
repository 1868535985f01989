import { existsSync } from "node:fs";
import { copyFile, mkdir, readFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type {
  AdminAlbum,
  AdminPhoto,
  Album,
  Photo,
} from "#domain/albums/answers.ts";
import { fixture } from "#tests/fixtures/index.ts";
import {
  inStore,
  query,
  signIn,
  untilIdle,
} from "#tests/setup/calls/site-calls.ts";
import { filesBelow } from "#tests/setup/files.ts";
import { doJob, readJob } from "#tests/setup/calls/jobs.ts";
import { startSite, type Site } from "#tests/setup/processes/site.ts";

let site: Site;
let cookie: string;
beforeAll(async () => {
  site = await startSite();
  cookie = await signIn(site);
});
afterAll(() => site.stop());

interface Answer<T> {
  status: number;
  body: T & { error?: string; fields?: Record<string, string> };
  etag: string | null;
}

async function call<T = unknown>(
  method: string,
  address: string,
  body?: unknown,
  headers: Record<string, string> = { cookie },
): Promise<Answer<T>> {
  const isJson = body !== undefined && !(body instanceof FormData);
  const answer = await fetch(`${site.baseURL}/api/albums${address}`, {
    method,
    headers: {
      ...headers,
      ...(isJson ? { "Content-Type": "application/json" } : {}),
    },
    body: isJson ? JSON.stringify(body) : body,
  });
  const text = await answer.text();
  return {
    status: answer.status,
    body: (text === "" ? undefined : JSON.parse(text)) as Answer<T>["body"],
    etag: answer.headers.get("etag"),
  };
}

let names = 0;
async function newAlbum(fields: object = {}) {
  const { body } = await call<AdminAlbum>("POST", "", {
    name: `album${++names}`,
    ...fields,
  });
  return body;
}

async function filesForm(images: string[], name = (image: string) => image) {
  const form = new FormData();
  for (const image of images)
    form.append(
      "files",
      new Blob([await readFile(fixture(image))]),
      name(image),
    );
  return form;
}

/** An album with a photo of each fixture, synced. */
async function albumWith(images: string[], fields: object = {}) {
  const album = await newAlbum(fields);
  await call("POST", `/${album.name}/upload-images`, await filesForm(images));
  await untilIdle(site);
  return { album, photos: await photosOf(album) };
}
const photosOf = async ({ pa_key }: Pick<Album, "pa_key">) =>
  (await call<AdminPhoto[]>("GET", `/${pa_key}/photos`)).body;
const albums = async (headers?: Record<string, string>) =>
  (await call<AdminAlbum[]>("GET", "", undefined, headers)).body;
const statusOf = async (address: string, headers: HeadersInit = {}) =>
  (await fetch(site.baseURL + address, { headers })).status;

/** What stands in an album's folder, whether or not it is there. */
function filesOf(name: string) {
  const folder = inStore(site, "albums", name);
  return existsSync(folder) ? filesBelow(folder) : [];
}

const orders = async () => (await albums()).map(({ order_num }) => order_num);

describe("creating", () => {
  test("an album is made hidden, last, and given whole; its folder follows as often as it is asked for", async () => {
    await newAlbum();
    const made = await call<AdminAlbum>("POST", "", {
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
      expect(await call("POST", "/sea/init-folder")).toMatchObject({
        status: 200,
        body: { name: "sea" },
      });
    expect(filesBelow(inStore(site, "albums", "sea"))).toEqual([]);
    expect((await call("GET", `/${made.body.pa_key}`)).body).toEqual(made.body);
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
    const refused = await call("POST", "", { name });
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
    const { body } = await call("POST", "", { name: "Not this" });
    expect(body.fields).toEqual({
      name: "Name can only contain lowercase letters and numbers, no spaces or special characters.",
    });
  });

  test("a taken name is refused with 409, and of two at once one is made", async () => {
    const answers = await Promise.all(
      [1, 2].map(() => call("POST", "", { name: "twice" })),
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
    const name = `wrong${++names}`;
    expect(await call("POST", "", { name, [field]: value })).toMatchObject({
      status: 400,
      body: { fields: { [field]: expect.any(String) } },
    });
  });

  test("a folder of an album that is not there is not made", async () => {
    for (const name of ["nowhere", "..%2F..%2Fetc", "photos"])
      expect((await call("POST", `/${name}/init-folder`)).status).toBe(404);
    expect(filesBelow(inStore(site, "albums")).join()).not.toContain("nowhere");
  });
});

describe("changing", () => {
  test("an album is saved whole, its name stays, and what is left out stays too", async () => {
    const album = await newAlbum({ display_name: "Old", desc: "Words" });
    const saved = await call<AdminAlbum>("PUT", `/${album.pa_key}`, {
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
    const part = await call("PUT", `/${album.pa_key}`, { desc: "" });
    expect(part.body).toMatchObject({
      display_name: "New",
      desc: "",
      show: true,
    });
    expect((await call("PUT", `/${album.pa_key}`, {})).body).toEqual(part.body);
  });

  test("an outdated save of an album or a photo gets 409, and changes nothing", async () => {
    const { album, photos } = await albumWith(["plain.png"]);
    for (const [address, seen] of [
      [
        `/${album.pa_key}`,
        (await call<AdminAlbum>("GET", `/${album.pa_key}`)).etag,
      ],
      [`/photos/${photos[0]!.p_key}`, `"${photos[0]!.version}"`],
    ] as const) {
      const headers = { cookie, "If-Match": seen! };
      const first = await call(
        "PUT",
        address,
        { display_name: "One" },
        headers,
      );
      expect(first).toMatchObject({ status: 200, etag: expect.any(String) });
      const second = await call(
        "PUT",
        address,
        { display_name: "Two" },
        headers,
      );
      expect(second).toMatchObject({
        status: 409,
        body: { error: expect.any(String) },
      });
      expect((await call("GET", address)).body).toMatchObject({
        display_name: "One",
      });
      const again = { cookie, "If-Match": first.etag! };
      expect(
        (await call("PUT", address, { display_name: "Two" }, again)).status,
      ).toBe(200);
    }
  });

  test("show is set where it is sent, and flipped where it is not", async () => {
    const { album, photos } = await albumWith(["plain.png"]);
    for (const [method, address] of [
      ["PATCH", `/${album.pa_key}/show`],
      ["POST", `/photos/${photos[0]!.p_key}/toggle-show`],
    ] as const) {
      const set = (body?: unknown) => call(method, address, body);
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
      call<AdminPhoto>("PUT", `/photos/${photo!.p_key}`, change);
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
      call("GET", "/999999"),
      call("GET", "/999999/photos"),
      call("PUT", "/999999", {}),
      call("PATCH", "/999999/show"),
      call("DELETE", "/999999"),
      call("PUT", "/photos/999999", {}),
      call("DELETE", "/photos/999999"),
      call("POST", "/photos/999999/toggle-show"),
      call("POST", "/nothere/upload-images", await filesForm(["plain.png"])),
      call("POST", "/reorder", {
        a_key: pa_key,
        a_order: 1,
        b_key: 999999,
        b_order: 2,
      }),
      call("POST", `/${pa_key}/photos/swap`, {
        photo1: { p_key: 999998, order_num: 1 },
        photo2: { p_key: 999999, order_num: 2 },
      }),
      call("POST", "/999999/photos/reorder-all"),
      call("PUT", "/seven", {}),
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
      const answer = await call<Photo[]>(
        "GET",
        `/${album.pa_key}/photos`,
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
    await call("POST", `/photos/${photos[0]!.p_key}/toggle-show`);
    expect(await seen()).toEqual({ album: true, photos: 1, file: 404 });
    await call("POST", `/photos/${photos[0]!.p_key}/toggle-show`);
    await call("PATCH", `/${album.pa_key}/show`, { show: false });
    expect(await seen()).toEqual({ album: false, photos: 404, file: 404 });
    expect(await statusOf(file, { cookie })).toBe(200);
    const open = await call<Record<string, unknown>[]>(
      "GET",
      "",
      undefined,
      {},
    );
    expect(open.body.every((album) => !("version" in album))).toBe(true);
  });
});

describe("the order", () => {
  test("two albums change places, by their current numbers or by the exchanged ones", async () => {
    const a = await newAlbum();
    const b = await newAlbum();
    const placesOf = async () => {
      const all = await albums();
      return [a, b].map(
        ({ pa_key }) => all.find((album) => album.pa_key === pa_key)!.order_num,
      );
    };
    const swap = (a_order: number, b_order: number) =>
      call<Album[]>("POST", "/reorder", {
        a_key: a.pa_key,
        a_order,
        b_key: b.pa_key,
        b_order,
      });
    const [first, second] = [a.order_num, b.order_num];
    const swapped = await swap(first, second);
    expect(swapped.status).toBe(200);
    expect(swapped.body.slice(-2).map(({ pa_key }) => pa_key)).toEqual([
      b.pa_key,
      a.pa_key,
    ]);
    expect(await placesOf()).toEqual([second, first]);
    expect((await swap(first, second)).status).toBe(200);
    expect(await placesOf()).toEqual([first, second]);
    for (const [x, y] of [
      [first, first],
      [second + 1, first],
      [first, second + 1],
    ] as const)
      expect((await swap(x, y)).status).toBe(409);
    expect(await placesOf()).toEqual([first, second]);
    expect((await call("POST", "/reorder", { a_key: a.pa_key })).status).toBe(
      400,
    );
  });

  test("two photos of an album change places, and none with another album's", async () => {
    const { album, photos } = await albumWith(["plain.png", "photo.webp"]);
    const other = await albumWith(["plain.png"]);
    const place = ({ p_key, order_num }: Photo) => ({ p_key, order_num });
    const [a, b] = photos as [AdminPhoto, AdminPhoto];
    const swap = (photo1: object, photo2: object) =>
      call<Photo[]>("POST", `/${album.pa_key}/photos/swap`, { photo1, photo2 });
    const swapped = await swap(place(a), place(b));
    expect(swapped.status).toBe(200);
    expect(
      swapped.body.map(({ p_key, order_num }) => [p_key, order_num]),
    ).toEqual([
      [b.p_key, a.order_num],
      [a.p_key, b.order_num],
    ]);
    expect((await swap({ ...place(a), order_num: 9 }, place(b))).status).toBe(
      409,
    );
    expect((await swap(place(a), place(other.photos[0]!))).status).toBe(404);
    expect((await swap(place(a), place(a))).status).toBe(400);
    expect((await swap(place(a), {})).status).toBe(400);
  });

  test("a thousand swaps at once leave both orders a permutation", async () => {
    const keys = (await albums()).map(({ pa_key }) => pa_key);
    const { album, photos } = await albumWith([
      "plain.png",
      "photo.webp",
      "progressive.jpg",
      "greyscale.jpg",
    ]);
    await call("POST", "/reorder-all");
    const pick = <T>(all: T[]) => all[Math.floor(Math.random() * all.length)]!;
    let now = await albums();
    let photosNow = photos;
    const statuses: number[] = [];
    const swapAlbums = async () => {
      const [a, b] = [pick(now), pick(now)];
      const answer = await call<AdminAlbum[]>("POST", "/reorder", {
        a_key: a.pa_key,
        a_order: a.order_num,
        b_key: b.pa_key,
        b_order: b.order_num,
      });
      statuses.push(answer.status);
      if (answer.status === 200) now = answer.body;
      else now = await albums();
    };
    const swapPhotos = async () => {
      const [photo1, photo2] = [pick(photosNow), pick(photosNow)];
      const answer = await call<AdminPhoto[]>(
        "POST",
        `/${album.pa_key}/photos/swap`,
        { photo1, photo2 },
      );
      statuses.push(answer.status);
      if (answer.status === 200) photosNow = answer.body;
      else photosNow = await photosOf(album);
    };
    await Promise.all(
      Array.from({ length: 20 }, async (_, line) => {
        for (let time = 0; time < 50; time++)
          await (line % 2 ? swapAlbums() : swapPhotos());
      }),
    );
    expect(statuses).toHaveLength(1000);
    expect(new Set(statuses)).toEqual(new Set([200, 400, 409]));
    const all = await albums();
    expect(all.map(({ order_num }) => order_num)).toEqual(
      all.map((_, index) => index + 1),
    );
    expect(new Set(all.map(({ pa_key }) => pa_key))).toEqual(
      new Set([...keys, album.pa_key]),
    );
    expect((await photosOf(album)).map(({ order_num }) => order_num)).toEqual([
      1, 2, 3, 4,
    ]);
  });

  test("reorder-all closes holes, or sets the whole order that it is given", async () => {
    const [a, b] = [await newAlbum(), await newAlbum()];
    await call("DELETE", `/${a.pa_key}`);
    const closed = await call<Album[]>("POST", "/reorder-all");
    expect(closed.status).toBe(200);
    expect(closed.body.map(({ order_num }) => order_num)).toEqual(
      closed.body.map((_, index) => index + 1),
    );
    const keys = closed.body.map(({ pa_key }) => pa_key);
    expect(keys.at(-1)).toBe(b.pa_key);
    const order = keys.toReversed();
    const turned = await call<Album[]>("POST", "/reorder-all", { order });
    expect(turned.body.map(({ pa_key }) => pa_key)).toEqual(order);
    for (const wrong of [
      order.slice(1),
      [...order, a.pa_key],
      [...order.slice(1), order[1]],
    ])
      expect(
        (await call("POST", "/reorder-all", { order: wrong })).status,
      ).toBe(409);
    expect((await albums()).map(({ pa_key }) => pa_key)).toEqual(order);

    const { album, photos } = await albumWith(["plain.png", "photo.webp"]);
    const wanted = photos.map(({ p_key }) => p_key).toReversed();
    const address = `/${album.pa_key}/photos/reorder-all`;
    const moved = await call<Photo[]>("POST", address, { order: wanted });
    expect(moved.body.map(({ p_key }) => p_key)).toEqual(wanted);
    expect((await call("POST", address, { order: [] })).status).toBe(409);
  });
});

describe("adding images", () => {
  test("several images become photos by themselves, each under a name of its own", async () => {
    const album = await newAlbum();
    const form = await filesForm(["progressive.jpg", "plain.png"], (image) =>
      image.startsWith("prog") ? "../Café & sea.PNG" : "Café & sea.png",
    );
    form.append(
      "files",
      new Blob([await readFile(fixture("plain.png"))]),
      "Café & sea.png",
    );
    const sent = await call<{ files: string[]; job_id: string }>(
      "POST",
      `/${album.name}/upload-images`,
      form,
    );
    expect(sent).toMatchObject({
      status: 201,
      body: {
        files: ["Cafe-sea.jpg", "Cafe-sea.png", "Cafe-sea-2.png"],
        job_id: expect.any(String),
      },
    });
    await untilIdle(site);
    expect(await readJob(site, cookie, sent.body.job_id)).toMatchObject({
      kind: "sync-albums",
      state: "succeeded",
    });
    const photos = await photosOf(album);
    expect(photos).toHaveLength(3);
    expect(new Set(photos.map(({ name }) => name)).size).toBe(3);
    for (const { name } of photos)
      for (const size of ["webp", "webp300x300"])
        expect(
          await statusOf(`/media/albums/${album.name}/${size}/${name}`, {
            cookie,
          }),
        ).toBe(200);
    expect(
      await readFile(inStore(site, "albums", album.name, "Cafe-sea.png")),
    ).toEqual(await readFile(fixture("plain.png")));
  });

  test("one file that is no image has all refused, and says which", async () => {
    const album = await newAlbum();
    const refused = await call(
      "POST",
      `/${album.name}/upload-images`,
      await filesForm(["plain.png", "note.jpg"]),
    );
    expect(refused.status).toBe(415);
    expect(refused.body.error).toContain("note.jpg");
    expect(refused.body.fields).toEqual({ files: expect.any(String) });
    for (const form of [new FormData(), await filesForm(["drawing.svg"])])
      expect(
        (await call("POST", `/${album.name}/upload-images`, form)).status,
      ).toBeGreaterThanOrEqual(400);
    expect(filesOf(album.name)).toEqual([]);
    expect(filesBelow(inStore(site, "tmp/incoming"))).toEqual([]);
  });

  test("a file over the limit has all refused", async () => {
    const album = await newAlbum();
    const form = await filesForm(["plain.png"]);
    form.append("files", new Blob([Buffer.alloc(26 * 1_048_576)]), "large.jpg");
    expect(
      (await call("POST", `/${album.name}/upload-images`, form)).status,
    ).toBe(413);
    expect(filesOf(album.name)).toEqual([]);
  });
});

describe("deleting", () => {
  test("a photo goes with its row, original and derivatives, and sync does not bring it back", async () => {
    const { album, photos } = await albumWith(["plain.png", "photo.webp"]);
    const [gone, kept] = photos as [AdminPhoto, AdminPhoto];
    expect((await call("DELETE", `/photos/${gone.p_key}`)).status).toBe(204);
    await doJob(site, cookie, "/api/albums/sync");
    expect(await photosOf(album)).toEqual([kept]);
    expect(
      filesOf(album.name).filter((file) =>
        file.includes(gone.name.replace(".webp", "")),
      ),
    ).toEqual([]);
    expect(
      await statusOf(`/media/albums/${album.name}/webp/${gone.name}`, {
        cookie,
      }),
    ).toBe(404);
  });

  test("an album goes with its photos, rows and files, and its name is free again", async () => {
    const { album } = await albumWith(["plain.png"]);
    expect((await call("DELETE", `/${album.pa_key}`)).status).toBe(204);
    await doJob(site, cookie, "/api/albums/sync");
    expect((await albums()).map(({ name }) => name)).not.toContain(album.name);
    expect(
      query(site, `SELECT * FROM photos WHERE pa_key = ${album.pa_key}`),
    ).toEqual([]);
    expect(filesOf(album.name)).toEqual([]);
    expect((await call("POST", "", { name: album.name })).status).toBe(201);
  });

  test("an album that is deleted while a sync runs does not come back, nor does a photo", async () => {
    for (let round = 0; round < 6; round++) {
      const album = await newAlbum();
      const keeps = await newAlbum();
      await mkdir(inStore(site, "albums", album.name), { recursive: true });
      await mkdir(inStore(site, "albums", keeps.name), { recursive: true });
      for (let copy = 0; copy < 12; copy++)
        for (const { name } of [album, keeps])
          await copyFile(
            fixture("orientation-6.jpg"),
            inStore(site, "albums", name, `${copy}.jpg`),
          );
      const { job_id } = (await call<{ job_id: string }>("POST", "/sync")).body;
      // At another moment of the sync in each round.
      for (let look = 0; look < round * 3; look++)
        await readJob(site, cookie, job_id);
      const [first] = await photosOf(keeps);
      const answers = await Promise.all([
        call("DELETE", `/${album.pa_key}`),
        first && call("DELETE", `/photos/${first.p_key}`),
      ]);
      for (const answer of answers) if (answer) expect(answer.status).toBe(204);
      await untilIdle(site);
      await doJob(site, cookie, "/api/albums/sync");
      const all = await albums();
      expect(all.map(({ name }) => name)).not.toContain(album.name);
      expect(filesOf(album.name)).toEqual([]);
      const photos = await photosOf(keeps);
      expect(photos).toHaveLength(first ? 11 : 12);
      expect(photos.every(({ ready }) => ready)).toBe(true);
      await call("DELETE", `/${keeps.pa_key}`);
    }
  }, 120_000);

  test("a list of the folders that is read before a deletion and applied after it brings nothing back", async () => {
    const { album, photos } = await albumWith(["plain.png", "photo.webp"]);
    await call("DELETE", `/photos/${photos[0]!.p_key}`);
    await call("DELETE", `/${album.pa_key}`);
    // What a worker leaves that was still writing: derivatives without an original.
    const stray = inStore(site, "albums", album.name, "webp", photos[0]!.name);
    await mkdir(path.dirname(stray), { recursive: true });
    await copyFile(fixture("photo.webp"), stray);
    await doJob(site, cookie, "/api/albums/sync");
    expect((await albums()).map(({ name }) => name)).not.toContain(album.name);
  });
});

test("an album's call with a wrong method is told which it takes", async () => {
  for (const [address, allow] of [
    ["/reorder", "POST"],
    ["/1/show", "PATCH"],
    ["/photos/1", "GET, HEAD, PUT, DELETE"],
    ["/sea/init-folder", "POST"],
  ] as const) {
    const answer = await fetch(`${site.baseURL}/api/albums${address}`, {
      method: address.startsWith("/photos") ? "POST" : "PUT",
      headers: { cookie },
    });
    expect([address, answer.status, answer.headers.get("allow")]).toEqual([
      address,
      405,
      allow,
    ]);
  }
});

test("no call of the albums' but the two public lists answers without a session", async () => {
  for (const [method, address] of [
    ["POST", ""],
    ["GET", "/1"],
    ["PUT", "/1"],
    ["DELETE", "/1"],
    ["PATCH", "/1/show"],
    ["POST", "/reorder"],
    ["POST", "/reorder-all"],
    ["POST", "/sync"],
    ["POST", "/sea/init-folder"],
    ["POST", "/sea/upload-images"],
    ["POST", "/1/photos/swap"],
    ["POST", "/1/photos/reorder-all"],
    ["GET", "/photos/1"],
    ["PUT", "/photos/1"],
    ["DELETE", "/photos/1"],
    ["POST", "/photos/1/toggle-show"],
  ] as const)
    expect([
      address,
      (await call(method, address, undefined, {})).status,
    ]).toEqual([address, 401]);
});
