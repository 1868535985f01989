import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import Database from "better-sqlite3";
import { makePhotographs } from "#tests/fixtures/photographs.ts";
import { generateSite, makeStore } from "./generate/site.mjs";
import { filesBelow } from "#tests/setup/files.ts";
import type { Site } from "#tests/setup/processes/site.ts";

export const CACHE = path.resolve(".cache/bench");

/** Returns the settings of a site of this size: its database, which is made again only if the generator or the schema changes, and an empty store. */
export async function makeSite(rocks: number) {
  const hash = createHash("sha256");
  for (const folder of ["bench/generate", "db/migrations"])
    for (const name of filesBelow(folder))
      hash.update(readFileSync(path.join(folder, name)));
  const version = hash.digest("hex").slice(0, 12);
  const file = path.join(CACHE, `${rocks}-${version}.sqlite`);
  const media = file.replace(/\.sqlite$/, "-media");
  const posts = 10 * rocks;
  if (!existsSync(file)) {
    console.log(`Making a site of ${rocks} rocks and ${posts} posts …`);
    await generateSite({ rocks, posts, database: file, media });
  }
  const db = new Database(file);
  // The jobs of the site before are about files that go with its store.
  db.exec("DELETE FROM jobs");
  db.close();
  rmSync(media, { recursive: true, force: true });
  makeStore(media);
  return { DATABASE_PATH: file, MEDIA_DIR: media };
}

/** Changes public data, which empties the response cache. The value must differ, or SQLite's trigger counts no change. */
export const changeSomething = (site: Site) =>
  site.alter(
    "UPDATE users SET relation = iif(relation = 'a', 'b', 'a') WHERE ra_key = 1",
  );

/** Returns photos of 12 megapixels; without more grain, of about a megabyte. They are made once. */
export const makePhotos = (count: number, grain = 6) =>
  makePhotographs(count, { folder: `${CACHE}/photos-${grain}`, grain });

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
