import { describe, expect, test } from "vitest";
import {
  listBreaches,
  listCircles,
  listUpward,
  SUBJECTS,
  VIEWS,
} from "./setup/rooms.ts";
import { fileOf, listFiles, parseSource, readSource } from "./setup/source.ts";

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
        (folder) =>
          !files.some((file) => file.startsWith(`${room}/${folder}/`)),
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

describe("imports", () => {
  test("make no circles", () => {
    const imports = new Map(
      ["app", "core", "db", "domain", "worker"]
        .flatMap((room) => listFiles(room, /\.tsx?$/))
        .map((file) => [
          file,
          parseSource(file, readSource(file)).imports.flatMap(
            ({ from }) => fileOf(file, from) ?? [],
          ),
        ]),
    );
    expect(imports.get("core/log.server.ts")).toEqual([
      "core/settings.server.ts",
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

describe("files of tests", () => {
  test("have at most 400 lines", () => {
    const sizes = listFiles("tests", /\.(tsx?|m?js)$/).map(
      (file) => [file, readSource(file).trimEnd().split("\n").length] as const,
    );
    expect(new Map(sizes).get("tests/architecture.test.ts")).toBeGreaterThan(
      100,
    );
    expect(sizes.filter(([, lines]) => lines > 400)).toEqual([]);
  });
});
