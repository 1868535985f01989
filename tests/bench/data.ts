import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import sharp from "sharp";
import { generateSite } from "../generate/site.mjs";
import { alter } from "../setup/calls/site-calls.ts";
import type { Site } from "../setup/processes/site.ts";

export const CACHE = path.resolve(".cache/bench");
const POSTS_A_ROCK = 10;

/** Returns the database of a site of this size. It is made once, and again if the generator or the schema changes. */
export async function makeSite(rocks: number) {
  const hash = createHash("sha256");
  for (const folder of ["tests/generate", "db/migrations"])
    for (const name of readdirSync(folder).filter((name) =>
      /\.(mjs|sql)$/.test(name),
    ))
      hash.update(readFileSync(path.join(folder, name)));
  const file = path.join(
    CACHE,
    `${rocks}-${hash.digest("hex").slice(0, 12)}.sqlite`,
  );
  const posts = rocks * POSTS_A_ROCK;
  if (!existsSync(file)) {
    console.log(`Making a site of ${rocks} rocks and ${posts} posts …`);
    await generateSite({ rocks, posts, database: file });
  }
  return file;
}

/** Changes public data, which empties the response cache. The value must differ, or SQLite's trigger counts no change. */
export const changeSomething = (site: Site) =>
  alter(
    site,
    "UPDATE users SET relation = iif(relation = 'a', 'b', 'a') WHERE ra_key = 1",
  );

const SCENES = "scripts/demo/pictures/scenes";
const GRAIN = 6;

/** Returns photos of 12 megapixels, with a camera's grain. They are made once. */
export async function makePhotos(count: number) {
  const folder = path.join(CACHE, "photos");
  await mkdir(folder, { recursive: true });
  const scenes = readdirSync(SCENES).sort();
  const files: string[] = [];
  for (let n = 0; n < count; n++) {
    const file = path.join(folder, `${n}.jpg`);
    if (!existsSync(file)) {
      const scene = scenes[(n * 7) % scenes.length]!;
      await writeFile(file, await photograph(path.join(SCENES, scene)));
    }
    files.push(file);
  }
  return files;
}

async function photograph(scene: string) {
  const pixels = await sharp(scene)
    .resize(4000, 3000, { fit: "fill", kernel: "cubic" })
    .removeAlpha()
    .raw()
    .toBuffer();
  let seed = 1;
  for (let at = 0; at < pixels.length; at++) {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    const grain = ((seed >>> 24) / 255 - 0.5) * GRAIN;
    pixels[at] = Math.max(0, Math.min(255, pixels[at]! + grain));
  }
  return sharp(pixels, { raw: { width: 4000, height: 3000, channels: 3 } })
    .jpeg({ quality: 90 })
    .toBuffer();
}

/** Returns the settings of the demo site's database and store, which are made once. */
export function makeDemoSite() {
  const env = {
    DATABASE_PATH: path.join(CACHE, "demo/site.sqlite"),
    MEDIA_DIR: path.join(CACHE, "demo/media"),
  };
  if (!existsSync(env.DATABASE_PATH)) console.log("Filling the demo site …");
  execFileSync(process.execPath, ["build/node/demo.js"], {
    env: { ...process.env, ...env },
    stdio: "ignore",
  });
  return env;
}
