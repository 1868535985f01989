import { fileOf, isIn, listFiles, packageOf, parseSource } from "./source.ts";

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
    core/errors.ts core/languages/ core/limits.ts core/messages.ts core/precision.ts core/settings/ core/words.ts
    domain/artists/unknown-artist.ts domain/finds/packed-pins.ts domain/finds/plausible.ts
    domain/store/media-addresses.ts type:core/ type:domain/ type:app/api/ type:app/http/calls/call.ts
  app/service-worker.ts: app/components/share/
  app/pages.ts: type:core/ type:domain/
  app/: app/api/ app/http/ app/components/ app/assets/ app/pages.ts core/ domain/
  core/: core/
  domain/images/: domain/images/ core/
  domain/store/: domain/store/ core/ domain/limits/ db/
  domain/: domain/ core/ db/
  worker/: worker/ core/ domain/images/ domain/jobs/catalogue.ts
    domain/jobs/image-process.server.ts domain/mail/picture.ts
    domain/store/paths.ts domain/store/disk.server.ts domain/store/scan.server.ts domain/store/store-id.server.ts
    domain/store/write.server.ts
  db/: db/ core/`);

/** Packages that only some rooms may import. */
const PACKAGES = readTable(`
  sharp|heic-decode: worker/images/
  better-sqlite3: db/
  drizzle-orm: db/ domain/
  react|react-.*|leaflet|@remix-run/.*: app/`);

/** Names that only these files may contain. */
const NAMES = readTable(`
  process.env: core/settings.server.ts
  MEDIA_DIR: core/settings/schema.ts domain/store/disk.server.ts`);

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
export function listBreaches(file: string, text: string): string[] {
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
export const SUBJECTS = `
  images lists limits store jobs uploads
  artists rocks places finds albums site visits
  mail account settings pictures large-reads trash review follow outbox
  backup restore check keepsake engines health`
  .trim()
  .split(/\s+/);

/** The views, likewise. */
export const VIEWS = `
  language ui fields toast api visitor paging
  map gallery faces rocks follow albums site share finds
  book screen
  admin/data admin/ui admin/table review admin/frame
  admin/jobs admin/site admin/settings admin/places admin/albums
  admin/rocks admin/print admin/trash admin/backups
  admin/finds admin/dashboard admin/security setup`
  .trim()
  .split(/\s+/);

/** Lists the imports of a file that lead to a later folder of the same room, or to one that has no place in it. */
export function listUpward(
  room: string,
  order: string[],
  file: string,
  text: string,
) {
  const placeOf = (path: string) =>
    order.findIndex((folder) => path.startsWith(`${room}/${folder}/`));
  return parseSource(file, text).imports.flatMap(({ from }) => {
    const target = fileOf(file, from);
    if (!target?.startsWith(`${room}/`)) return [];
    const isBefore = placeOf(target) <= placeOf(file);
    return isBefore && placeOf(target) >= 0 ? [] : [`${file} -> ${target}`];
  });
}

/** Lists the files of each circle of imports, type imports included. */
export function listCircles(imports: Map<string, string[]>): string[][] {
  const circles: string[][] = [];
  const done = new Set<string>();
  const visit = (file: string, path: string[]) => {
    const start = path.indexOf(file);
    if (start >= 0) return void circles.push(path.slice(start));
    if (done.has(file)) return;
    for (const to of imports.get(file) ?? []) visit(to, [...path, file]);
    done.add(file);
  };
  for (const file of imports.keys()) visit(file, []);
  return circles;
}
