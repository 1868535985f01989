import { describe, expect, test } from "vitest";
import {
  fileOf,
  isIn,
  listFiles,
  packageOf,
  parseSource,
  readSource,
} from "./setup/source.ts";

/** Lines, each with a name before a colon and the words after it. A line that is indented further goes on with the last one. */
const readTable = (text: string) =>
  text
    .trim()
    .replaceAll("\n    ", " ")
    .split("\n")
    .map((line) => line.trim().split(/:?\s+/) as [string, ...string[]]);

/** Schemas of what the site accepts. Server and browser both use them. */
const SCHEMAS = ["core", "domain"].flatMap((room) =>
  listFiles(room, /\/schemas\.ts$/),
);

/**
 * What each room may import, after a `type:` only types. Folders end in a slash. A file belongs to the first room that
 * matches. `app/pages.ts` and what the components may import are also sent to the browser.
 */
const ROOMS = readTable(`
  app/routes/: app/api/ app/http/ app/components/ app/pages.ts core/ domain/
  app/api/: app/api/ app/http/ app/pages.ts core/ domain/
  app/http/: app/http/ app/pages.ts core/ domain/
  app/components/: app/components/ app/assets/ app/pages.ts ${SCHEMAS.join(" ")}
    core/errors.ts core/languages/ core/limits.ts core/map/date-line.ts core/messages.ts core/precision.ts core/settings/ core/words.ts
    domain/artists/unknown-artist.ts domain/finds/packed-pins.ts domain/finds/plausible.ts
    domain/rocks/rock-address.ts
    domain/store/media-addresses.ts type:core/ type:domain/ type:app/api/ type:app/http/calls/call.ts
  app/service-worker.ts: app/components/share/ type:app/components/visitor/form-at-hand.ts
  app/pages.ts: type:core/ type:domain/
  app/: app/api/ app/http/ app/components/ app/assets/ app/pages.ts core/ domain/
  core/: core/
  domain/images/: domain/images/ core/
  domain/store/: domain/store/ core/ domain/images/ domain/limits/ db/
  domain/: domain/ core/ db/
  worker/: worker/ core/ domain/images/ domain/jobs/catalogue.ts
    domain/jobs/image-process.server.ts domain/mail/picture.ts
    domain/store/paths.ts domain/store/disk.server.ts domain/store/store-id.server.ts domain/store/write.server.ts
  db/: db/ core/`);

/** Packages that only some rooms may import. */
const PACKAGES = readTable(`
  sharp|heic-decode: worker/images/
  better-sqlite3: db/
  drizzle-orm: db/ domain/
  react|react-.*|leaflet|@remix-run/.*: app/`);

/** Names that only these files may contain. */
const NAMES = readTable(`
  process.env: core/settings.server.ts worker/images/letter.ts
  MEDIA_DIR: core/settings/schema.ts domain/store/disk.server.ts
  fork: core/run-beside.server.ts app/http/restart/parent.server.ts`);

/** The only parts of `core/` and `domain/` that read or write files. */
const FILE_ROOMS = "backup restore check health images keepsake store"
  .split(" ")
  .map((subject) => `domain/${subject}/`)
  .concat("core/languages/");

const folderOf = (file: string) => file.slice(0, file.lastIndexOf("/") + 1);

/** A file imports the styles of its own folder. Those in app/styles/ are for every page. */
const isStyleOf = (file: string, style: string) =>
  [folderOf(file), "app/styles/"].includes(folderOf(style));

/** Lists each rule of the rooms that a file breaks. */
function listBreaches(file: string, text: string): string[] {
  const { imports, names } = parseSource(file, text);
  const [room, ...places] = ROOMS.find(([room]) => file.startsWith(room)) ?? [];
  const may = places.filter((place) => !place.startsWith("type:"));
  const types = places.map((place) => place.replace("type:", ""));
  const breaches: string[] = [];
  for (const { from, typeOnly } of imports) {
    const target = fileOf(file, from);
    if (target?.endsWith(".css")) {
      if (!isStyleOf(file, target))
        breaches.push(`${file} imports another folder's style: ${from}`);
      continue;
    }
    if (target?.startsWith("app/routes/")) {
      breaches.push(`${file} imports a route: ${from}`);
      continue;
    }
    if (!room) continue;
    const name = packageOf(from) ?? "";
    const [, ...rooms] =
      PACKAGES.find(([names]) => RegExp(`^(${names})$`).test(name)) ?? [];
    const isForeign = target && !isIn(target, typeOnly ? types : may);
    if (isForeign || (rooms.length > 0 && !isIn(file, rooms)))
      breaches.push(`${file} may not import ${from}`);
    if (
      /^node:fs(\/|$)/.test(from) &&
      /^(core|domain)\//.test(file) &&
      !isIn(file, FILE_ROOMS)
    )
      breaches.push(`${file} leaves files to domain/store/: ${from}`);
    const runsInBrowser =
      !/\.server\.tsx?$/.test(file) && !isIn(file, ["app/routes/", "worker/"]);
    if (from.startsWith("node:") && !typeOnly && runsInBrowser)
      breaches.push(`${file} needs ${from} and is not named .server.ts`);
  }
  if (room)
    for (const [name, ...files] of NAMES)
      if (names.has(name) && !isIn(file, files))
        breaches.push(`${file} may not use ${name}`);
  return breaches;
}

/** The subjects. Each may import what comes before it, so no folders import each other, not even through others. */
const SUBJECTS = `
  images lists limits store jobs uploads
  artists rocks places finds albums site visits
  mail account settings pictures large-reads trash review follow outbox
  backup restore check keepsake engines health`
  .trim()
  .split(/\s+/);

/** The views, likewise. */
const VIEWS = `
  language ui fields toast visitor/stored api visitor paging
  map gallery faces rocks follow albums site share finds
  book screen
  admin/data admin/ui admin/table review admin/frame
  admin/jobs admin/site admin/settings admin/places admin/albums
  admin/rocks admin/print admin/trash-list admin/backups
  admin/finds admin/dashboard admin/security setup`
  .trim()
  .split(/\s+/);

/** Whether a path is in a folder, or is the file of that name where a folder would have only one. */
const isOf = (path: string, folder: string) =>
  /^[/.]/.test(path.slice(folder.length)) && path.startsWith(folder);

/** Lists the imports of a file that lead to a later folder of the same room, or to one that has no place in it. */
function listUpward(room: string, order: string[], file: string, text: string) {
  const placeOf = (path: string) =>
    order.findIndex((folder) => isOf(path, `${room}/${folder}`));
  return parseSource(file, text).imports.flatMap(({ from }) => {
    const target = fileOf(file, from);
    if (!target?.startsWith(`${room}/`)) return [];
    const isBefore = placeOf(target) <= placeOf(file);
    return isBefore && placeOf(target) >= 0 ? [] : [`${file} -> ${target}`];
  });
}

/** Files, each with a line of code. */
const readCases = (text: string) =>
  text
    .trim()
    .split("\n")
    .map((line) => line.trim().split(/: (.*)/) as [string, string]);

describe("the rooms", () => {
  test("import only what the table lets them", () => {
    const files = listFiles(".", /\.(tsx?|mjs)$/);
    expect(files).toContain("core/settings.server.ts");
    expect(
      files.flatMap((file) => listBreaches(file, readSource(file))),
    ).toEqual([]);
  });

  test.each(
    readCases(`
      app/routes/public/map.tsx: import { getDb } from "#db/client.server.ts";
      app/routes/public/map.tsx: import { sql } from "drizzle-orm";
      app/routes/public/map.tsx: import { loader } from "./home.tsx";
      app/components/map/pin.tsx: import { listPins } from "#domain/rocks/pins.server.ts";
      app/components/map/pin.tsx: import { readFile } from "node:fs/promises";
      app/http/api.server.ts: import { Button } from "#app/components/ui/button.tsx";
      app/components/share/form/plain-form.tsx: import "#app/components/ui/dialog.css";
      app/routes/public/map.tsx: import "#app/components/map/world-map.css";
      app/root.tsx: export * from "../worker/handlers.ts";
      app/root.tsx: const { MEDIA_DIR } = getSettings();
      domain/rocks/rocks.server.ts: import { json } from "@remix-run/node";
      domain/rocks/rocks.server.ts: const sharp = await import("sharp");
      domain/rocks/rocks.server.ts: const port = process.env.PORT;
      domain/rocks/rocks.server.ts: import { readFile } from "node:fs/promises";
      domain/backup/download.server.ts: import { fork } from "node:child_process";
      domain/store/write.server.ts: import { parsePin } from "#domain/rocks/pins.server.ts";
      worker/handlers.ts: import { getDb } from "#db/client.server.ts";
      worker/handlers.ts: import type { Rock } from "#db/schema.ts";
      worker/index.ts: import sharp from "sharp";
      db/client.server.ts: import { listRocks } from "#domain/rocks/rocks.server.ts";
      scripts/commands/demo.ts: import { action } from "#app/routes/api/rocks.ts";`),
  )("%s may not hold %s", (file, text) => {
    expect(listBreaches(file, text)).toHaveLength(1);
  });

  test.each(
    readCases(`
      app/routes/public/map.tsx: import { listPins } from "#domain/rocks/pins.server.ts";
      app/components/map/pin.tsx: import type { Pin } from "#domain/rocks/pins.server.ts";
      app/routes/public/map.tsx: import "./map.css";
      app/components/share/plain-answers.server.tsx: import base from "#app/styles/base.css?url";
      domain/store/write.server.ts: import { rename } from "node:fs/promises";
      worker/images/decode.ts: import sharp from "sharp";
      scripts/demo/draw.ts: import sharp from "sharp";`),
  )("%s may hold %s", (file, text) => {
    expect(listBreaches(file, text)).toEqual([]);
  });
});

describe("folders", () => {
  test.each([
    ["domain", SUBJECTS],
    ["app/components", VIEWS],
  ])("of %s import those before them", (room, order) => {
    const files = listFiles(room, /\.tsx?$/);
    expect(
      order.filter(
        (folder) => !files.some((file) => isOf(file, `${room}/${folder}`)),
      ),
    ).toEqual([]);
    expect(
      files.flatMap((file) => listUpward(room, order, file, readSource(file))),
    ).toEqual([]);
  });

  test.each([
    ["rocks/rocks.server.ts", "../finds/journeys.server.ts", 1],
    ["rocks/rocks.server.ts", "../nowhere/journeys.server.ts", 1],
    ["nowhere/rocks.server.ts", "../finds/journeys.server.ts", 1],
    ["finds/journeys.server.ts", "../rocks/rocks.server.ts", 0],
    ["finds/journeys.server.ts", "./admin/read-finds.server.ts", 0],
  ])("let %s import %s: %i breaches", (file, from, breaches) => {
    const text = `import { listAll } from "${from}";`;
    expect(listUpward("domain", SUBJECTS, `domain/${file}`, text)).toHaveLength(
      breaches,
    );
  });
});
