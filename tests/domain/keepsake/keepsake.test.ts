import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import Database from "better-sqlite3";
import { beforeAll, expect, test } from "vitest";
import { openPages } from "#app/http/open-page.server.ts";
import { closeDb, getDb } from "#db/client.server.ts";
import { mapJourney } from "#core/map/journey-map.ts";
import type { Spot } from "#core/precision.ts";
import { makeKeepsake } from "#domain/keepsake/make-keepsake.server.ts";
import type { KeepsakeForm } from "#domain/store/paths.ts";
import { onDisk, storeRoot } from "#domain/store/disk.server.ts";
import {
  fillKeptSite,
  HIDDEN,
  KEPT_ORIGINALS,
  markOf,
  readZip,
  SHOWN,
} from "#tests/setup/kept-site.ts";
import {
  makeFolder,
  openDatabase,
  runCommand,
} from "#tests/setup/calls/backup.ts";
import { filesBelow } from "#tests/setup/files.ts";
import { expectWhole, ownData } from "#tests/setup/own-store.ts";
import { readRows } from "#tests/setup/rows.ts";

/** Pictures are large, but for an album's first one. */
const KEPT = SHOWN.filter((place) => !/\/sm\/|webp300x300\/b/.test(place));

const SENT = "2025-02-03T04:05:06.000Z";

/** One for everybody, which most tests read. */
let shared: Awaited<ReturnType<typeof make>>;
beforeAll(async () => {
  fillKeptSite(getDb().$client, storeRoot());
  closeDb();
  change(`UPDATE rock_posts SET create_dt = '${SENT}'`);
  shared = await make("public");
});

async function make(
  form: KeepsakeForm,
  report: (done: number, total: number, message?: string) => void = () => {},
) {
  const target = path.join(mkdtempSync(`${storeRoot()}-`), "rocks.zip");
  const summary = await makeKeepsake({
    form,
    target,
    folder: `${target}.making`,
    openPage: await openPages(),
    report,
  });
  expect(existsSync(`${target}.making`)).toBe(false);
  return { target, summary, files: await readZip(target) };
}

type Files = Awaited<ReturnType<typeof readZip>>;

const textOf = (files: Files, file: string) => {
  const found = files.get(file);
  expect(found, file).toBeDefined();
  return found!.bytes.toString();
};

function change(sql: string) {
  const db = new Database(process.env.DATABASE_PATH);
  db.exec(sql);
  db.close();
}

/** Every file that a page names, as a path in the keepsake. Addresses outside are left as they are. */
const namesIn = (page: string, html: string) =>
  [...html.matchAll(/(?:href|src|srcSet)="([^"]*)"/g)]
    .map(([, name]) => name!.replaceAll("&amp;", "&"))
    .map((name) =>
      /^[a-z]+:/.test(name) || name.startsWith("#")
        ? name
        : path.posix.join(path.posix.dirname(page), name),
    );

test("a keepsake for everybody has a page for every public rock, album and photo, and every public picture", () => {
  const { files, summary } = shared;
  const pages = [...files.keys()].filter((file) => file.endsWith(".html"));
  expect(pages.sort()).toEqual([
    "albums/index.html",
    "albums/sea/index.html",
    "awareness.html",
    "index.html",
    "map.html",
    "rocks/0/7.html",
    "rocks/0/journey-1.html",
    "rocks/0/journey-2.html",
    "rocks/1/1500.html",
    "rocks/index.html",
  ]);
  expect(summary).toMatchObject({ pages: 10, lacks: [] });
  const kept = [...files.values()].map(({ bytes }) => bytes);
  for (const place of KEPT) {
    const same = kept.filter((bytes) => bytes.includes(markOf(place)));
    expect(same, place).toHaveLength(1);
  }
  for (const [file, words] of [
    ["rocks/0/7.html", 'alt="A gull on a post"'],
    ["rocks/0/7.html", "Auckland &lt;script&gt;alert(1)&lt;/script&gt;"],
    ["rocks/0/7.html", "Tierra del Fuego"],
    ["rocks/0/7.html", "Ida &amp; &lt;b&gt;June&lt;/b&gt;"],
    ["albums/sea/index.html", "He ran."],
    ["rocks/0/journey-1.html", "No number to read"],
    ["rocks/0/journey-2.html", "No number either"],
    ["README.txt", "index.html"],
  ] as const)
    expect(textOf(files, file)).toContain(words);
  expect(textOf(files, "rocks/0/7.html")).toMatch(
    /alt="Rock 7, [^"]+, \d+ [A-Z][a-z]+ \d{4}"/,
  );
});

test("a keepsake for everybody has nothing hidden, no name of a sender, no e-mail address and no uuid", () => {
  const { files } = shared;
  const all = Buffer.concat(
    [...files].flatMap(([file, { bytes }]) => [Buffer.from(file), bytes]),
  );
  for (const secret of [...HIDDEN.texts, ...HIDDEN.uuids])
    expect(all.includes(secret), secret).toBe(false);
  const marks = [...all.toString("latin1").matchAll(/<<([^>]+)>>/g)];
  expect(new Set(marks.map(([, place]) => place))).toEqual(
    new Set([...KEPT, "bkg/home_bkg.webp"]),
  );
  for (const [file, { bytes }] of files)
    if (/\.(html|js|txt)$/.test(file))
      expect(bytes.toString(), file).not.toMatch(
        /[\w.+-]+@[\w-]+\.\w|-4000-8000-/,
      );
});

test("a keepsake for everybody names only files that are in it, and leads outside by links alone", () => {
  const { files } = shared;
  for (const [file, { bytes }] of files) {
    if (!file.endsWith(".html")) continue;
    const html = bytes.toString();
    for (const name of namesIn(file, html)) {
      if (name.startsWith("#")) continue;
      if (!/^[a-z]+:/.test(name)) expect([...files.keys()]).toContain(name);
      else
        expect(html, name).toMatch(
          new RegExp(`<a [^>]*href="${name.replace(/[.?]/g, "\\$&")}"`),
        );
    }
    expect(html).not.toMatch(/<(script|button|dialog)|mailto:/);
  }
});

test("a keepsake for everybody leads from the family's own words to its own pages", () => {
  const story = textOf(shared.files, "index.html");
  expect(story).toContain('<a href="rocks/0/7.html">his rock</a>');
  expect(story).toContain('<a href="map.html">the map</a>');
  expect(story).toContain('<a href="https://sudc.org"');
  expect(story).toMatch(/Write to us or to ….*no rock,.*the form and/s);
});

test("a keepsake for everybody shows a place only as exactly as the public may know it", () => {
  const rock = textOf(shared.files, "rocks/1/1500.html");
  const [seen] = readRows(
    "SELECT latitude, longitude FROM public_finds WHERE rock_number = 1500",
  );
  const draw = (spot: Spot) =>
    mapJourney([spot], true, { x: 0, y: 0, width: 700, height: 700 }).land;
  const exact = { latitude: 48.123456, longitude: 11.654321 };
  expect(rock).toContain(draw(seen as unknown as Spot));
  expect(rock).not.toContain(draw(exact));
});

test("a keepsake for everybody is in order, with text compressed, pictures as they are, and the times of the finds", () => {
  const { files } = shared;
  const beside = [...files.keys()].filter((file) =>
    /^(look|pictures)\//.test(file),
  );
  expect(beside).toEqual(beside.toSorted());
  for (const [file, { isCompressed }] of files)
    expect(isCompressed, file).toBe(/\.(html|css|js|svg|txt)$/.test(file));
  for (const page of ["index.html", "rocks/0/7.html", "README.txt"])
    expect(files.get(page)!.time).toEqual(new Date(SENT));
});

test("a keepsake's styles are those of a page without JavaScript, whether or not the browser has any", () => {
  for (const file of shared.files.keys())
    if (file.endsWith(".css"))
      expect(textOf(shared.files, file), file).not.toMatch(/\(scripting/);
});

/** A find's image in the words of a keepsake that lacks it. */
const LOST =
  "rock 7, Auckland <script>alert(1)</script>, 2024-05-01: picture 2";

test("a keepsake waits for pictures that are being made, and for a job that has yet to list them, tells how many, and has all of them", async () => {
  change(`
    UPDATE rock_post_images SET ready = 0 WHERE current_name = 'two';
    UPDATE photos SET ready = 0 WHERE name = 'b.webp';
    INSERT INTO jobs (job_id, kind, payload, created_dt) VALUES
      ('a', 'create-images', '{"folder":"","regenerate":false}', '2026-01-01')`);
  const steps = [
    `UPDATE photos SET ready = 1;
     UPDATE jobs SET kind = 'derive', payload = '{"pictures":[{"of":"find","key":2}]}'`,
    `UPDATE rock_post_images SET ready = 1; UPDATE jobs SET state = 'succeeded'`,
  ];
  const told: unknown[] = [];
  const { files, summary } = await make("public", (...progress) => {
    if (!progress[2]!.startsWith("Waiting")) return;
    told.push(progress);
    change(steps.shift()!);
  });
  const words = (pictures: string) =>
    `Waiting for ${pictures} that the site has yet to make`;
  expect(told).toEqual([
    [0, 2, words("2 pictures")],
    [1, 2, words("1 picture")],
  ]);
  expect(summary.lacks).toEqual([]);
  expect([...files.keys()]).toEqual([...shared.files.keys()]);
});

test("a keepsake is given up with the reason if nobody makes the pictures that it waits for, and begins without those that no job makes, which it names", async () => {
  const target = path.join(mkdtempSync(`${storeRoot()}-`), "rocks.zip");
  const order = {
    form: "public" as const,
    ...{ target, folder: `${target}.making`, patience: 1 },
    openPage: await openPages(),
    report: () => {},
  };
  change(`
    UPDATE rock_post_images SET ready = 0, error = 'broken' WHERE current_name = 'two';
    UPDATE jobs SET state = 'queued'`);
  const waited: string[] = [];
  const onWait = (words: string) => void waited.push(words);
  await expect(makeKeepsake({ ...order, onWait })).rejects.toThrow(
    "1 picture still has to be made, and nobody makes it: no keepsake was made. See that the site and a worker run, then try again.",
  );
  expect(waited).toEqual([
    "Waiting for 1 picture that the site has yet to make",
  ]);
  expect(existsSync(target)).toBe(false);
  change("DELETE FROM jobs");
  expect((await makeKeepsake(order)).lacks).toEqual([LOST]);
  change("UPDATE rock_post_images SET ready = 1, error = NULL");
});

test("the command names all that a keepsake lacks and ends with 1, with the rest in the zip", async () => {
  const place = onDisk(SHOWN.find((place) => place.endsWith("webp/two.webp"))!);
  const bytes = readFileSync(place);
  rmSync(place);
  change("UPDATE photos SET ready = 0 WHERE name = 'b.webp'");
  const target = path.join(await makeFolder(), "rocks.zip");
  const { code, said } = await runCommand("keepsake", ownData(), target);
  expect(code).toBe(1);
  expect(said.split("\n").slice(-3)).toEqual([
    "It lacks pictures: 2",
    "album sea: b.jpg",
    LOST,
  ]);
  expect((await readZip(target)).has("rocks/0/7.html")).toBe(true);
  writeFileSync(place, bytes);
  change("UPDATE photos SET ready = 1");
});

test("a keepsake for everybody is made again without what was hidden while it was being made @soak", async () => {
  let rounds = 0;
  const { files } = await make("public", (done) => {
    if (done > 0 || rounds++ > 0) return;
    change("UPDATE rock_posts SET show = 0 WHERE location LIKE 'Tierra%'");
  });
  change("UPDATE rock_posts SET show = 1 WHERE location LIKE 'Tierra%'");
  const texts = [...files.values()].map(({ bytes }) => bytes.toString());
  expect(texts.join("\n")).not.toContain("Tierra del Fuego");
  expect(texts.join("\n")).toContain("Auckland");
  expect(rounds).toBeGreaterThan(1);
});

test("a keepsake for the family has the same pages, every original, the database and a manifest of them, for its owner alone", async () => {
  const { target, files } = await make("private");
  const outside = [...files].filter(([file]) => !file.startsWith("backup/"));
  expect(outside.map(([file]) => file)).toEqual([...shared.files.keys()]);
  for (const [file, { bytes }] of outside)
    if (file !== "README.txt")
      expect(bytes.equals(shared.files.get(file)!.bytes), file).toBe(true);
  expect(statSync(target).mode & 0o777).toBe(0o600);

  const folder = await makeFolder();
  for (const [file, { bytes }] of files) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), bytes);
  }
  const backup = path.join(folder, "backup");
  const whole = { complete: true, missing: [], damaged: [] };
  expect(await expectWhole(backup)).toMatchObject(whole);
  expect(filesBelow(path.join(backup, "media"))).toEqual(
    KEPT_ORIGINALS.toSorted(),
  );
  for (const place of KEPT_ORIGINALS)
    expect(textOf(files, `backup/media/${place}`)).toContain(`<<${place}>>`);

  const db = openDatabase(path.join(backup, "site.sqlite"));
  expect(
    db.prepare("SELECT name, email FROM rock_posts WHERE show = 0").all(),
  ).toEqual([{ name: "Vera Visitor", email: "vera@example.com" }]);
});

test("a keepsake for the family does without what the store has lost, and says so of originals, also of those that are not as they were uploaded", async () => {
  change(
    `UPDATE rock_post_images SET sha256 = '${"0".repeat(64)}' WHERE current_name = 'secret'`,
  );
  const lost = "albums/own/d.jpg";
  const picture = SHOWN.find((place) => place.endsWith("webp/two.webp"))!;
  for (const place of [lost, picture]) rmSync(onDisk(place));
  const { files, summary } = await make("private");
  const secret = KEPT_ORIGINALS.find((place) => place.endsWith("secret.jpg"))!;
  expect(summary.lacks).toEqual([
    LOST,
    `${lost}: the original is missing`,
    `${secret}: the original has changed`,
  ]);
  const rock = textOf(files, "rocks/0/7.html");
  expect(rock.match(/journey-1-\d\.webp/g)).toEqual(["journey-1-1.webp"]);
  expect(JSON.parse(textOf(files, "backup/manifest.json"))).toMatchObject({
    complete: false,
    missing: [lost],
    damaged: [secret],
  });
});
