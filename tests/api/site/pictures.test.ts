import { existsSync } from "node:fs";
import sharp from "sharp";
import { expect, test } from "vitest";
import { cookie, setUpSite, site } from "#tests/setup/vitest/site.ts";

setUpSite();

/** Uploads a picture of one colour for the page where a find is sent. Returns its address there, and its original's name. */
async function put(background: string) {
  const picture = await sharp({
    create: { width: 640, height: 480, channels: 3, background },
  })
    .jpeg()
    .toBuffer();
  const body = new FormData();
  body.append("image", new Blob([new Uint8Array(picture)]), "ours.jpg");
  const answer = await site.fetch("/api/site-pictures/rock_bkg", {
    method: "PUT",
    headers: { cookie },
    body,
  });
  expect(answer.status).toBe(202);
  await site.untilIdle();
  const html = await (await site.fetch("/share-your-rock")).text();
  const [row] = site.query<{ value: string }>(
    "SELECT value FROM site_texts WHERE key = 'picture:rock_bkg'",
  );
  const { original_file } = JSON.parse(row!.value) as {
    original_file: string;
  };
  const [address = ""] = /rock_bkg\.webp\?v=\w+/.exec(html) ?? [];
  return { address, original: `bkg/original/${original_file}` };
}

test("a new picture has a new address, the earlier original goes, and originals are not served", async () => {
  const first = await put("#205080");
  const second = await put("#d01818");
  expect(second.address).not.toBe(first.address);
  const shown = await site.fetch(`/media/bkg/${second.address}`);
  const { dominant } = await sharp(await shown.arrayBuffer()).stats();
  expect(dominant.r).toBeGreaterThan(180);
  expect(existsSync(site.inStore(first.original))).toBe(false);
  expect(existsSync(site.inStore(second.original))).toBe(true);
  for (const address of [
    `/media/${second.original}`,
    "/api/site-pictures/favicon",
  ])
    expect((await site.fetch(address)).status).toBeGreaterThanOrEqual(400);
});
