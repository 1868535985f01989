import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import sharp from "sharp";
import { beforeAll, expect, test } from "vitest";
import { fixture } from "#tests/fixtures/index.ts";
import { call, cookie, setUpSite, site } from "#tests/setup/vitest/site.ts";

setUpSite();
beforeAll(() => {
  const own = () =>
    rmSync(site.inStore("bkg"), { recursive: true, force: true });
  own();
  return own;
});

test("the texts are read, saved and previewed; a stale save is refused", async () => {
  const before = await call("GET /api/site-texts");
  const save = (hero_title: string | null, ifMatch: string) =>
    call(
      "PUT /api/site-texts",
      { hero_title },
      { cookie, "If-Match": ifMatch },
    );
  const saved = await save("Rocks by the sea", before.etag!);
  expect([saved.status, saved.body.hero_title]).toEqual([
    200,
    "Rocks by the sea",
  ]);
  expect((await save("Another", before.etag!)).status).toBe(409);
  const reset = await save(null, saved.etag!);
  expect(reset.body.hero_title).toBe(before.body.hero_title);
  const long = await save("x".repeat(81), "*");
  expect([long.status, Object.keys(long.body.fields!)]).toEqual([
    400,
    ["hero_title"],
  ]);
  const text = "**Sea**";
  expect((await call("POST /api/site-texts/preview", { text })).body).toEqual({
    html: "<p><strong>Sea</strong></p>\n",
  });
});

async function upload(name: string, image: Uint8Array<ArrayBuffer>) {
  const form = new FormData();
  form.set("image", new Blob([image]), "ours.png");
  const answer = await call(`PUT /api/site-pictures/${name}`, form);
  await site.untilIdle();
  return answer.status;
}

test("a picture takes the place of the one that ships, and gives it back", async () => {
  const logo = async () =>
    (await call("GET /api/site-pictures")).body.find(
      ({ name }) => name === "logo",
    );
  expect(await logo()).toMatchObject({ own: false, ready: true });
  const image = new Uint8Array(await readFile(fixture("plain.png")));
  expect(await upload("logo", image)).toBe(202);
  expect(await logo()).toMatchObject({ own: true, ready: true, error: null });
  expect((await call("DELETE /api/site-pictures/logo")).status).toBe(204);
  expect(await logo()).toMatchObject({ own: false, version: null });
  expect(await upload("map", image)).toBe(404);
});

const COLOURS = { r: "#e01010", g: "#10e010", b: "#1010e0" };
const paint = async (
  colour: keyof typeof COLOURS,
  width: number,
  height = 90,
) =>
  new Uint8Array(
    await sharp({
      create: { width, height, channels: 3, background: COLOURS[colour] },
    })
      .webp()
      .toBuffer(),
  );
function put(file: string, image: Uint8Array) {
  mkdirSync(path.dirname(site.inStore(file)), { recursive: true });
  writeFileSync(site.inStore(file), image);
}
/** The dominant colour and the size of the picture at an address. */
async function readPicture(file: string) {
  const answer = await site.fetch(`/media/bkg/${file}`);
  expect(answer.status).toBe(200);
  const image = sharp(Buffer.from(await answer.arrayBuffer()));
  const { width, height } = await image.metadata();
  const { dominant } = await image.stats();
  const colour = (["r", "g", "b"] as const).find((c) => dominant[c] > 180);
  return [colour, width, height];
}
const countJobs = (name: string) =>
  site.count(`jobs WHERE payload LIKE '%"${name}"%'`);

test("a wide picture that an operator puts into the store is served to phones at once, and then a tall one made of it @soak", async () => {
  for (const [times, colour] of [
    [1, "r"],
    [2, "g"],
  ] as const) {
    put("bkg/home_bkg.webp", await paint(colour, 1600, 900));
    expect((await readPicture("home_bkg_tall.webp"))[0]).toBe(colour);
    await site.untilIdle();
    expect(await readPicture("home_bkg_tall.webp")).toEqual([
      colour,
      1080,
      1920,
    ]);
    expect(await readPicture("home_bkg.webp")).toEqual([colour, 1600, 900]);
    expect(countJobs("home_bkg")).toBe(times);
  }
});

test("an operator's own tall picture is served as it is", async () => {
  put("bkg/rock_bkg_tall.webp", await paint("b", 50));
  put("bkg/rock_bkg.webp", await paint("r", 160));
  expect(await readPicture("rock_bkg_tall.webp")).toEqual(["b", 50, 90]);
  expect(countJobs("rock_bkg")).toBe(0);
});

test("a picture that the admin uploads is made for phones too, whatever an operator had put there", async () => {
  put("bkg/home_bkg_tall.webp", await paint("r", 50));
  expect(await upload("home_bkg", await paint("b", 1200, 800))).toBe(202);
  expect(await readPicture("home_bkg_tall.webp")).toEqual(["b", 1080, 1920]);
  expect((await call("DELETE /api/site-pictures/home_bkg")).status).toBe(204);
});
