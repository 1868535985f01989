import { mkdir } from "node:fs/promises";
import sharp from "sharp";
import { expect, test } from "vitest";
import { onDisk } from "#domain/store/disk.server.ts";
import { drawSharePicture } from "#worker/images/share-picture.ts";

const card = {
  site_name: "Robin’s Rocks",
  site_language: "en",
  language: "en",
  rock: "Rock 104",
  main: "1 stop",
  more: "",
  stops: [{ latitude: 48.85, longitude: 2.35 }],
  isWay: true,
};

test("a share picture shows the rock's own stone, if it has one", async () => {
  await mkdir(onDisk(""), { recursive: true });
  await sharp({
    create: { width: 128, height: 128, channels: 4, background: "#ff00ff" },
  })
    .webp()
    .toFile(onDisk("pin.webp"));
  const countMagenta = async (pin?: string) => {
    const { data } = await sharp(
      await drawSharePicture({ card, photo: undefined, pin }),
    )
      .raw()
      .toBuffer({ resolveWithObject: true });
    let found = 0;
    for (let at = 0; at < data.length; at += 3)
      if (data[at]! > 220 && data[at + 1]! < 40 && data[at + 2]! > 220) found++;
    return found;
  };
  expect(await countMagenta("pin.webp")).toBeGreaterThan(20_000);
  expect(await countMagenta()).toBe(0);
});
