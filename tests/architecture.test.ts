import { describe, expect, test } from "vitest";
import { readSettings } from "#domain/settings.server.ts";
import {
  fileOf,
  listFiles,
  packageOf,
  parseSource,
  readSource,
} from "./setup/source.ts";

/** What a room may import: folders end in a slash. The first room that a file stands in counts. */
const ROOMS: { room: string; may: string[]; types?: string[] }[] = [
  { room: "app/routes/", may: ["app/http/", "app/components/", "domain/"] },
  { room: "app/http/", may: ["app/http/", "domain/"] },
  {
    room: "app/components/",
    may: [
      "app/components/",
      "app/assets/",
      "domain/schemas.ts",
      "domain/errors.ts",
      "domain/packed-pins.ts",
    ],
    types: ["domain/"],
  },
  {
    room: "app/",
    may: ["app/http/", "app/components/", "app/assets/", "domain/"],
  },
  { room: "domain/", may: ["domain/", "db/"] },
  {
    room: "worker/",
    may: [
      "worker/",
      "domain/job-catalogue.ts",
      "domain/media-store.server.ts",
      "domain/settings.server.ts",
      "domain/errors.ts",
      "domain/log.server.ts",
      "domain/image-process.server.ts",
      "domain/job-queue.ts",
      "domain/great-circle.ts",
    ],
  },
  { room: "db/", may: ["db/", "domain/settings.server.ts"] },
];

/** Packages that only some rooms may import. */
const PACKAGES: { name: RegExp; rooms: string[] }[] = [
  { name: /^(sharp|heic-decode)$/, rooms: ["worker/images/"] },
  { name: /^better-sqlite3$/, rooms: ["db/"] },
  { name: /^drizzle-orm$/, rooms: ["db/", "domain/"] },
  { name: /^(react|react-.*|leaflet|@remix-run\/.*)$/, rooms: ["app/"] },
];

/** Names that may stand in these files only. */
const NAMES = [
  { name: "process.env", files: ["domain/settings.server.ts"] },
  {
    name: "MEDIA_DIR",
    files: ["domain/settings.server.ts", "domain/media-store.server.ts"],
  },
];

const isIn = (file: string, places: string[]) =>
  places.some((place) =>
    place.endsWith("/") ? file.startsWith(place) : file === place,
  );

/** Every way in which a file breaks the house's rules. */
function listBreaches(file: string, text: string): string[] {
  const { imports, names } = parseSource(file, text);
  const room = ROOMS.find(({ room }) => file.startsWith(room));
  const breaches: string[] = [];
  for (const { from, typeOnly } of imports) {
    const target = fileOf(file, from);
    if (target?.endsWith(".css")) continue;
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
    expect(files).toContain("domain/settings.server.ts");
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
      'import { listPins } from "#domain/pins.server.ts";',
    ],
    [
      "app/components/map/pin.tsx",
      'import { readFile } from "node:fs/promises";',
    ],
    [
      "app/http/api.server.ts",
      'import { Button } from "#app/components/ui/button.tsx";',
    ],
    ["app/root.tsx", 'export * from "../worker/handlers.ts";'],
    ["app/root.tsx", "const { MEDIA_DIR } = getSettings();"],
    ["domain/rocks.server.ts", 'import { json } from "@remix-run/node";'],
    ["domain/rocks.server.ts", 'const sharp = await import("sharp");'],
    ["domain/rocks.server.ts", "const port = process.env.PORT;"],
    ["worker/handlers.ts", 'import { getDb } from "#db/client.server.ts";'],
    ["worker/handlers.ts", 'import type { Rock } from "#db/schema.ts";'],
    ["worker/index.ts", 'import sharp from "sharp";'],
    [
      "db/client.server.ts",
      'import { listRocks } from "#domain/rocks.server.ts";',
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
      'import { listPins } from "#domain/pins.server.ts";',
    ],
    [
      "app/components/map/pin.tsx",
      'import type { Pin } from "#domain/pins.server.ts";',
    ],
    ["app/routes/public/map.tsx", 'import "./map.css";'],
    ["domain/rocks.server.ts", 'import { readFile } from "node:fs/promises";'],
    ["worker/images/decode.ts", 'import sharp from "sharp";'],
    ["scripts/demo/draw.ts", 'import sharp from "sharp";'],
  ])("%s may hold %s", (file, text) => {
    expect(listBreaches(file, text)).toEqual([]);
  });
});

describe("what is written down", () => {
  test(".env.example names exactly the settings there are, with their defaults", () => {
    const asked = new Set<string>();
    const nothingSet = new Proxy<Record<string, undefined>>(
      {},
      { get: (_, name) => void asked.add(String(name)) },
    );
    const defaults = readSettings(nothingSet);

    const written = new Map(
      [...readSource(".env.example").matchAll(/^# ?([A-Z_]+)=(.*)$/gm)].map(
        ([, name = "", value = ""]) => [name, value.replace(/^'(.*)'$/, "$1")],
      ),
    );
    expect([...written.keys()].sort()).toEqual([...asked].sort());
    expect(readSettings(Object.fromEntries(written))).toEqual(defaults);
  });

  test("every dependency is used", () => {
    const used = new Set<string | undefined>();
    for (const file of listFiles(".", /\.(tsx?|m?js)$/)) {
      const { imports, texts } = parseSource(file, readSource(file));
      for (const { from } of imports) used.add(packageOf(from));
      if (file.startsWith("scripts/"))
        for (const text of texts)
          if (text.startsWith("node_modules/"))
            used.add(packageOf(text.slice("node_modules/".length)));
    }
    for (const file of listFiles("app", /\.css$/))
      for (const [, from = ""] of readSource(file).matchAll(
        /@import\s+(?:url\()?"([^"]+)"/g,
      ))
        used.add(packageOf(from));

    const { dependencies, devDependencies } = JSON.parse(
      readSource("package.json"),
    ) as Record<"dependencies" | "devDependencies", Record<string, string>>;
    const named = Object.keys({ ...dependencies, ...devDependencies });
    const typesOf = (name: string) =>
      name.replace("@types/", "").replace(/^(.+)__/, "@$1/");
    const unused = named.filter(
      (name) =>
        !used.has(name) &&
        !(
          name.startsWith("@types/") &&
          (used.has(typesOf(name)) || name === "@types/node")
        ),
    );
    expect(unused).toEqual([]);
  });
});
