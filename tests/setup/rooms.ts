import { fileOf, isIn, listFiles, packageOf, parseSource } from "./source.ts";

/** Schemas of what the site accepts. Server and browser both use them. */
const SCHEMAS = ["core", "domain"].flatMap((room) =>
  listFiles(room, /\/schemas\.ts$/),
);

/** What each room may import. Folders end in a slash. A file belongs to the first room that matches. */
const ROOMS: { room: string; may: string[]; types?: string[] }[] = [
  {
    room: "app/routes/",
    may: [
      "app/api/",
      "app/http/",
      "app/components/",
      "app/pages.ts",
      "core/",
      "domain/",
    ],
  },
  {
    room: "app/api/",
    may: ["app/api/", "app/http/", "app/pages.ts", "core/", "domain/"],
  },
  { room: "app/http/", may: ["app/http/", "app/pages.ts", "core/", "domain/"] },
  {
    room: "app/components/",
    may: [
      "app/components/",
      "app/assets/",
      "app/pages.ts",
      ...SCHEMAS,
      "domain/artists/unknown-artist.ts",
      "core/errors.ts",
      "core/languages/",
      "core/limits.ts",
      "core/messages.ts",
      "core/precision.ts",
      "core/settings/",
      "core/words.ts",
      "domain/finds/packed-pins.ts",
      "domain/finds/plausible.ts",
      "domain/store/media-addresses.ts",
    ],
    types: ["core/", "domain/", "app/api/", "app/http/calls/call.ts"],
  },
  { room: "app/service-worker.ts", may: ["app/components/share/"] },
  // It is also sent to the browser.
  { room: "app/pages.ts", may: [], types: ["core/", "domain/"] },
  {
    room: "app/",
    may: [
      "app/api/",
      "app/http/",
      "app/components/",
      "app/assets/",
      "app/pages.ts",
      "core/",
      "domain/",
    ],
  },
  { room: "core/", may: ["core/"] },
  {
    room: "domain/images/",
    may: ["domain/images/", "core/"],
  },
  {
    room: "domain/store/",
    may: ["domain/store/", "core/", "domain/limits/", "db/"],
  },
  { room: "domain/", may: ["domain/", "core/", "db/"] },
  {
    room: "worker/",
    may: [
      "worker/",
      "domain/jobs/catalogue.ts",
      "domain/jobs/catalogue.ts",
      "domain/jobs/image-process.server.ts",
      "domain/jobs/image-process.server.ts",
      "domain/jobs/catalogue.ts",
      "domain/mail/picture.ts",
      "core/",
      "domain/images/",
      "domain/store/paths.ts",
      "domain/store/disk.server.ts",
      "domain/store/scan.server.ts",
      "domain/store/store-id.server.ts",
      "domain/store/write.server.ts",
    ],
  },
  { room: "db/", may: ["db/", "core/"] },
];

/** Packages that only some rooms may import. */
const PACKAGES: { name: RegExp; rooms: string[] }[] = [
  { name: /^(sharp|heic-decode)$/, rooms: ["worker/images/"] },
  { name: /^better-sqlite3$/, rooms: ["db/"] },
  { name: /^drizzle-orm$/, rooms: ["db/", "domain/"] },
  { name: /^(react|react-.*|leaflet|@remix-run\/.*)$/, rooms: ["app/"] },
];

/** The only parts of `core/` and `domain/` that read or write files. */
const FILE_ROOMS = [
  "domain/backup/",
  "domain/restore/",
  "domain/check/",
  "core/languages/",
  "domain/health/",
  "domain/images/",
  "domain/keepsake/",
  "domain/store/",
];

/** Names that only these files may contain. */
const NAMES = [
  { name: "process.env", files: ["core/settings.server.ts"] },
  {
    name: "MEDIA_DIR",
    files: ["core/settings/schema.ts", "domain/store/disk.server.ts"],
  },
];

const folderOf = (file: string) => file.slice(0, file.lastIndexOf("/") + 1);

/** A file imports the styles of its own folder. Those in app/styles/ are for every page. */
const isStyleOf = (file: string, style: string) =>
  [folderOf(file), "app/styles/"].includes(folderOf(style));

/** Lists each rule of the rooms that a file breaks. */
export function listBreaches(file: string, text: string): string[] {
  const { imports, names } = parseSource(file, text);
  const room = ROOMS.find(({ room }) => file.startsWith(room));
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
    const may = [...room.may, ...(typeOnly ? (room.types ?? []) : [])];
    if (target && !isIn(target, may))
      breaches.push(`${file} may not import ${from}`);
    const name = packageOf(from);
    const rule = PACKAGES.find((rule) => name && rule.name.test(name));
    if (rule && !isIn(file, rule.rooms))
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
    for (const { name, files } of NAMES)
      if (names.has(name) && !isIn(file, files))
        breaches.push(`${file} may not use ${name}`);
  return breaches;
}

/** The subjects. Each may import what comes before it, so no folders import each other, not even through others. */
export const SUBJECTS = [
  ["images", "lists", "limits", "store", "jobs", "uploads"],
  ["artists", "rocks", "places", "finds", "albums", "site", "visits"],
  [
    "mail",
    "account",
    "settings",
    "pictures",
    "large-reads",
    "trash",
    "review",
    "follow",
    "outbox",
  ],
  ["backup", "restore", "check", "keepsake", "engines", "health"],
].flat();

/** The views, likewise. */
export const VIEWS = [
  ["language", "ui", "fields", "toast", "api", "visitor", "paging"],
  [
    "map",
    "gallery",
    "faces",
    "rocks",
    "follow",
    "albums",
    "site",
    "share",
    "finds",
  ],
  ["book", "screen"],
  ["admin/data", "admin/ui", "admin/table", "review", "admin/frame"],
  [
    "admin/jobs",
    "admin/site",
    "admin/settings",
    "admin/places",
    "admin/albums",
  ],
  ["admin/rocks", "admin/print", "admin/trash", "admin/backups"],
  ["admin/finds", "admin/dashboard", "admin/security", "setup"],
].flat();

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
