import { describe, expect, test } from "vitest";
import {
  fileOf,
  isIn,
  listFiles,
  packageOf,
  parseSource,
  readSource,
} from "./setup/source.ts";

/** Schemas of what the site accepts. Server and browser both use them. */
const SCHEMAS = listFiles("domain", /\/schemas\.ts$/);

/** What each room may import. Folders end in a slash. A file belongs to the first room that matches. */
const ROOMS: { room: string; may: string[]; types?: string[] }[] = [
  {
    room: "app/routes/",
    may: [
      "app/api/",
      "app/http/",
      "app/components/",
      "app/pages.ts",
      "domain/",
    ],
  },
  {
    room: "app/api/",
    may: ["app/api/", "app/http/", "app/pages.ts", "domain/"],
  },
  { room: "app/http/", may: ["app/http/", "app/pages.ts", "domain/"] },
  {
    room: "app/components/",
    may: [
      "app/components/",
      "app/assets/",
      "app/pages.ts",
      ...SCHEMAS,
      "domain/core/errors.ts",
      "domain/core/messages.ts",
      "domain/core/precision.ts",
      "domain/core/words.ts",
      "domain/finds/packed-pins.ts",
      "domain/keepsake/paths.ts",
      "domain/store/media-addresses.ts",
    ],
    types: ["domain/", "app/api/", "app/http/calls/call.ts"],
  },
  { room: "app/service-worker/", may: ["app/components/share/"] },
  // It is also sent to the browser.
  { room: "app/pages.ts", may: [], types: ["domain/"] },
  {
    room: "app/",
    may: [
      "app/api/",
      "app/http/",
      "app/components/",
      "app/assets/",
      "app/pages.ts",
      "domain/",
    ],
  },
  { room: "domain/core/", may: ["domain/core/"] },
  {
    room: "domain/images/",
    may: ["domain/images/", "domain/core/"],
  },
  { room: "domain/store/", may: ["domain/store/", "domain/core/", "domain/limits/", "db/"] },
  { room: "domain/", may: ["domain/", "db/"] },
  {
    room: "worker/",
    may: [
      "worker/",
      "domain/jobs/catalogue.ts",
      "domain/jobs/failure.ts",
      "domain/jobs/image-process.server.ts",
      "domain/jobs/queue.ts",
      "domain/core/",
      "domain/images/checksum.server.ts",
      "domain/store/paths.ts",
      "domain/store/disk.server.ts",
      "domain/store/scan.server.ts",
      "domain/store/store-id.server.ts",
      "domain/store/write.server.ts",
    ],
  },
  { room: "db/", may: ["db/", "domain/core/"] },
];

/** Packages that only some rooms may import. */
const PACKAGES: { name: RegExp; rooms: string[] }[] = [
  { name: /^(sharp|heic-decode)$/, rooms: ["worker/images/"] },
  { name: /^better-sqlite3$/, rooms: ["db/"] },
  { name: /^drizzle-orm$/, rooms: ["db/", "domain/"] },
  { name: /^(react|react-.*|leaflet|@remix-run\/.*)$/, rooms: ["app/"] },
];

/** The only parts of `domain/` that read or write files. */
const FILE_ROOMS = [
  "domain/backup/",
  "domain/check/",
  "domain/health/",
  "domain/images/",
  "domain/keepsake/",
  "domain/store/",
];

/** Names that only these files may contain. */
const NAMES = [
  { name: "process.env", files: ["domain/core/settings.server.ts"] },
  {
    name: "MEDIA_DIR",
    files: ["domain/core/settings.server.ts", "domain/store/disk.server.ts"],
  },
];

const folderOf = (file: string) => file.slice(0, file.lastIndexOf("/") + 1);

/** A file imports the styles of its own folder. Those in app/styles/ are for every page. */
const isStyleOf = (file: string, style: string) =>
  [folderOf(file), "app/styles/"].includes(folderOf(style));

/** Lists each rule of the rooms that a file breaks. */
function listBreaches(file: string, text: string): string[] {
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
      file.startsWith("domain/") &&
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

describe("the rooms", () => {
  test("import only what the table lets them", () => {
    const files = listFiles(".", /\.(tsx?|mjs)$/);
    expect(files).toContain("domain/core/settings.server.ts");
    expect(
      files.flatMap((file) => listBreaches(file, readSource(file))),
    ).toEqual([]);
  });

  test.each([
    [
      "app/routes/public/map.tsx",
      'import { getDb } from "#db/client.server.ts";',
    ],
    ["app/routes/public/map.tsx", 'import { sql } from "drizzle-orm";'],
    ["app/routes/public/map.tsx", 'import { loader } from "./home.tsx";'],
    [
      "app/components/map/pin.tsx",
      'import { listPins } from "#domain/rocks/pins.server.ts";',
    ],
    [
      "app/components/map/pin.tsx",
      'import { readFile } from "node:fs/promises";',
    ],
    [
      "app/http/api.server.ts",
      'import { Button } from "#app/components/ui/button.tsx";',
    ],
    [
      "app/components/share/form/plain-form.tsx",
      'import "#app/components/ui/dialog.css";',
    ],
    [
      "app/routes/public/map.tsx",
      'import "#app/components/map/world-map.css";',
    ],
    ["app/root.tsx", 'export * from "../worker/handlers.ts";'],
    ["app/root.tsx", "const { MEDIA_DIR } = getSettings();"],
    ["domain/rocks/rocks.server.ts", 'import { json } from "@remix-run/node";'],
    ["domain/rocks/rocks.server.ts", 'const sharp = await import("sharp");'],
    ["domain/rocks/rocks.server.ts", "const port = process.env.PORT;"],
    [
      "domain/rocks/rocks.server.ts",
      'import { readFile } from "node:fs/promises";',
    ],
    [
      "domain/store/write.server.ts",
      'import { parsePin } from "#domain/rocks/pins.server.ts";',
    ],
    ["worker/handlers.ts", 'import { getDb } from "#db/client.server.ts";'],
    ["worker/handlers.ts", 'import type { Rock } from "#db/schema.ts";'],
    ["worker/index.ts", 'import sharp from "sharp";'],
    [
      "db/client.server.ts",
      'import { listRocks } from "#domain/rocks/rocks.server.ts";',
    ],
    [
      "scripts/demo/seed.ts",
      'import { action } from "#app/routes/api/rocks.ts";',
    ],
  ])("%s may not hold %s", (file, text) => {
    expect(listBreaches(file, text)).toHaveLength(1);
  });

  test.each([
    [
      "app/routes/public/map.tsx",
      'import { listPins } from "#domain/rocks/pins.server.ts";',
    ],
    [
      "app/components/map/pin.tsx",
      'import type { Pin } from "#domain/rocks/pins.server.ts";',
    ],
    ["app/routes/public/map.tsx", 'import "./map.css";'],
    [
      "app/components/share/upload-answer.server.tsx",
      'import base from "#app/styles/base.css?url";',
    ],
    [
      "domain/store/write.server.ts",
      'import { rename } from "node:fs/promises";',
    ],
    ["worker/images/decode.ts", 'import sharp from "sharp";'],
    ["scripts/demo/draw.ts", 'import sharp from "sharp";'],
  ])("%s may hold %s", (file, text) => {
    expect(listBreaches(file, text)).toEqual([]);
  });
});

/** The subjects. Each may import what comes before it, so no folders import each other, not even through others. */
const SUBJECTS = [
  ["core", "images", "lists", "limits", "store", "jobs", "uploads"],
  ["artists", "rocks", "places", "finds", "albums", "site", "visits"],
  ["mail", "account", "pictures", "large-reads", "trash", "review"],
  ["backup", "check", "keepsake", "engines", "health"],
].flat();

/** Lists the imports of a file that lead to a later folder of the same room, or to one that has no place in it. */
function listUpward(room: string, order: string[], file: string, text: string) {
  const placeOf = (path: string) =>
    order.findIndex((folder) => path.startsWith(`${room}/${folder}/`));
  return parseSource(file, text).imports.flatMap(({ from }) => {
    const target = fileOf(file, from);
    if (!target?.startsWith(`${room}/`)) return [];
    const isBefore = placeOf(target) <= placeOf(file);
    return isBefore && placeOf(target) >= 0 ? [] : [`${file} -> ${target}`];
  });
}

describe("folders", () => {
  test.each([["domain", SUBJECTS]])(
    "of %s import those before them",
    (room, order) => {
      const files = listFiles(room, /\.tsx?$/);
      expect(
        order.filter(
          (folder) =>
            !files.some((file) => file.startsWith(`${room}/${folder}/`)),
        ),
      ).toEqual([]);
      expect(
        files.flatMap((file) =>
          listUpward(room, order, file, readSource(file)),
        ),
      ).toEqual([]);
    },
  );

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

/** Lists the files of each circle of imports, type imports included. */
function listCircles(imports: Map<string, string[]>): string[][] {
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

describe("imports", () => {
  test("make no circles", () => {
    const imports = new Map(
      ["app", "db", "domain", "worker"]
        .flatMap((room) => listFiles(room, /\.tsx?$/))
        .map((file) => [
          file,
          parseSource(file, readSource(file)).imports.flatMap(
            ({ from }) => fileOf(file, from) ?? [],
          ),
        ]),
    );
    expect(imports.get("domain/core/log.server.ts")).toEqual([
      "domain/core/settings.server.ts",
    ]);
    expect(listCircles(imports)).toEqual([]);
  });

  test("that lead back to a file are a circle, the only one of theirs", () => {
    const imports = new Map([
      ["a.ts", ["b.ts"]],
      ["b.ts", ["c.ts", "d.ts"]],
      ["c.ts", ["b.ts"]],
      ["d.ts", []],
    ]);
    expect(listCircles(imports)).toEqual([["b.ts", "c.ts"]]);
  });
});

describe("folders", () => {
  test("hold at most 20 files of code", () => {
    const counts = new Map<string, number>();
    for (const room of ["app", "db", "domain", "scripts", "tests", "worker"])
      for (const file of listFiles(room, /\.(tsx?|m?js|css|md)$/)) {
        const folder = file.slice(0, file.lastIndexOf("/"));
        counts.set(folder, (counts.get(folder) ?? 0) + 1);
      }
    expect(counts.get("domain/core")).toBeGreaterThan(5);
    expect(
      [...counts].filter(
        ([folder, files]) =>
          // A folder of routes has a file for each address.
          files > 20 && !folder.startsWith("app/routes/"),
      ),
    ).toEqual([]);
  });
});

describe("files of tests", () => {
  test("have at most 400 lines", () => {
    const sizes = listFiles("tests", /\.(tsx?|m?js)$/).map(
      (file) => [file, readSource(file).trimEnd().split("\n").length] as const,
    );
    expect(new Map(sizes).get("tests/architecture.test.ts")).toBeGreaterThan(
      300,
    );
    expect(sizes.filter(([, lines]) => lines > 400)).toEqual([]);
  });
});
