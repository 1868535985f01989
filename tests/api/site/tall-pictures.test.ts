import { mkdirSync, writeFileSync } from "node:fs";
import sharp from "sharp";
import { beforeAll, expect, test } from "vitest";
import { setUpSite, site } from "#tests/setup/vitest/site.ts";

setUpSite({});
beforeAll(async () => {
  mkdirSync(site.inStore("bkg"), { recursive: true });
});

const paint = (background: string, width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background } })
    .webp()
    .toBuffer();

/** The size and dominant colour of the picture at an address. */
async function readPicture(file: string) {
  const answer = await site.fetch(`/media/bkg/${file}`);
  expect(answer.status).toBe(200);
  const image = sharp(Buffer.from(await answer.arrayBuffer()));
  const { width, height } = await image.metadata();
  const { dominant } = await image.stats();
  const [colour] = (["r", "g", "b"] as const).filter(
    (channel) => dominant[channel] > 180,
  );
  return { width, height, colour };
}

const jobsOf = (name: string) =>
  site.query(`SELECT * FROM jobs WHERE payload LIKE '%"${name}"%'`);

test("phones get the wide picture that an operator has put into the store at once, and a tall one made of it @soak", async () => {
  writeFileSync(
    site.inStore("bkg/home_bkg.webp"),
    await paint("#e01010", 1600, 900),
  );
  expect(await readPicture("home_bkg_tall.webp")).toMatchObject({
    colour: "r",
  });
  await site.untilIdle();
  const tall = { width: 1080, height: 1920 };
  expect(await readPicture("home_bkg_tall.webp")).toEqual({
    ...tall,
    colour: "r",
  });
  expect(await readPicture("home_bkg.webp")).toMatchObject({ width: 1600 });

  writeFileSync(
    site.inStore("bkg/home_bkg.webp"),
    await paint("#10e010", 1600, 900),
  );
  expect(await readPicture("home_bkg_tall.webp")).toMatchObject({
    colour: "g",
  });
  await site.untilIdle();
  expect(await readPicture("home_bkg_tall.webp")).toEqual({
    ...tall,
    colour: "g",
  });
  expect(jobsOf("home_bkg")).toHaveLength(2);
});

test("an operator's own tall picture is served as it is", async () => {
  writeFileSync(
    site.inStore("bkg/rock_bkg_tall.webp"),
    await paint("#1010e0", 500, 900),
  );
  writeFileSync(
    site.inStore("bkg/rock_bkg.webp"),
    await paint("#e01010", 1600, 900),
  );
  expect(await readPicture("rock_bkg_tall.webp")).toEqual({
    width: 500,
    height: 900,
    colour: "b",
  });
  expect(jobsOf("rock_bkg")).toEqual([]);
});

test("a picture that the admin uploads is made for phones too, whatever an operator had put there", async () => {
  const body = new FormData();
  body.append(
    "image",
    new Blob([new Uint8Array(await paint("#1010e0", 1200, 800))]),
    "ours.webp",
  );
  const answer = await site.fetch("/api/site-pictures/home_bkg", {
    method: "PUT",
    headers: { cookie: await site.signIn() },
    body,
  });
  expect(answer.status).toBe(202);
  await site.untilIdle();
  expect(await readPicture("home_bkg_tall.webp")).toEqual({
    width: 1080,
    height: 1920,
    colour: "b",
  });
});
