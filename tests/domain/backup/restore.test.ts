import {
  cpSync,
  createWriteStream,
  existsSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { beforeEach, expect, test } from "vitest";
import { ZipFile } from "yazl";
import { closeDb } from "#db/client.server.ts";
import { makeSnapshot } from "#domain/backup/make-snapshot.server.ts";
import { makeZip } from "#domain/backup/zip.server.ts";
import { readManifest, type Manifest } from "#domain/backup/manifest.server.ts";
import { hashOf } from "#core/hash.server.ts";
import { openReviewKey } from "#domain/review/scope.server.ts";
import { restore } from "#domain/restore/restore.server.ts";
import { openSource } from "#domain/restore/sources.server.ts";
import { onDisk, storeRoot } from "#domain/store/disk.server.ts";
import { makeFolder, openDatabase } from "#tests/setup/calls/backup.ts";
import {
  addFind,
  addPhoto,
  emptyOwnStore,
  expectOwnStoreWhole,
  sumOf,
  writeInStore,
} from "#tests/setup/own-store.ts";
import { filesBelow } from "#tests/setup/files.ts";
import { readColumn, readRows, runSql } from "#tests/setup/rows.ts";

let folder: string;
let find: ReturnType<typeof addFind>;

beforeEach(async () => {
  emptyOwnStore();
  folder = await makeFolder();
  find = addFind(7);
  addPhoto("sea");
  writeInStore("bkg/original/hero.jpg", Buffer.from("hero"));
});

/** Makes a snapshot, then adds a find, so that the old site and the restored one differ. */
async function snapshotAndGoOn() {
  const { path: made } = await makeSnapshot(folder);
  const later = addFind(8);
  closeDb();
  return { made, later };
}

async function restoreOwn(place: string) {
  closeDb();
  const progress: number[][] = [];
  const summary = await restore(place, (...now) => progress.push(now));
  return { ...summary, progress };
}

const listUuids = () => readColumn("SELECT uuid FROM rock_posts");

const expectRefused = (place: string, words: string, kind = "bad_input") =>
  expect(restoreOwn(place), words).rejects.toMatchObject({
    kind,
    message: expect.stringContaining(words) as string,
  });
const everything = () => filesBelow(path.dirname(storeRoot()));

test("a snapshot's folder is restored whole, shares no file with the store, and says where the old site is", async () => {
  const { made, later } = await snapshotAndGoOn();
  const old = filesBelow(storeRoot());
  const { aside, asideBytes, progress, ...restored } = await restoreOwn(made);
  expect(restored).toMatchObject({ files: 3, missing: [], damaged: [] });
  expectOwnStoreWhole();
  expect(listUuids()).toEqual([find.uuid]);
  expect(readFileSync(onDisk("bkg/original/hero.jpg"), "utf8")).toBe("hero");
  const own = statSync(onDisk(find.place));
  const kept = statSync(path.join(made, "media", find.place));
  expect(own.nlink).toBe(1);
  expect(own.ino).not.toBe(kept.ino);
  expect(Math.round(own.mtimeMs)).toBe(Math.round(kept.mtimeMs));
  expect(progress.at(-1)).toEqual([4, 4]);

  const [database, store] = aside;
  expect(filesBelow(store!)).toEqual(old);
  expect(asideBytes).toBe(
    statSync(database!).size +
      [find.place, later.place, "albums/sea/a.jpg"].length * 4000 +
      "hero".length +
      statSync(path.join(store!, ".store-id")).size,
  );
});

test("a snapshot's folder brings back no session and no link of a daily mail", async () => {
  runSql(`
    INSERT INTO admin_sessions (id_hash, created_at, seen_at) VALUES ('a', ${Date.now()}, ${Date.now()});
    INSERT INTO outbox (id, kind, sent_dt) VALUES ('finds.2026-05-17', 'daily', '2026-05-17T19:00:00Z');
    INSERT INTO review_keys (key_hash, finds, expires_dt) VALUES ('${hashOf("key")}', '[${find.rps_key}]', '2099-01-01')`);
  const { made } = await snapshotAndGoOn();
  expect(openReviewKey("key")).toEqual([find.rps_key]);
  await restoreOwn(made);
  expect(openReviewKey("key")).toBeUndefined();
  expect(readRows("SELECT * FROM admin_sessions")).toEqual([]);
  // What has been sent isn't sent again.
  expect(readRows("SELECT id, sent_dt FROM outbox")).toEqual([
    { id: "finds.2026-05-17", sent_dt: "2026-05-17T19:00:00Z" },
  ]);
});

test("a snapshot's folder that is not finished is refused", async () => {
  const { made } = await snapshotAndGoOn();
  const making = path.join(folder, `.making-${path.basename(made)}`);
  cpSync(made, making, { recursive: true });
  rmSync(path.join(made, "manifest.json"));
  for (const place of [making, made])
    await expectRefused(place, "is not finished");
  expect(listUuids()).toHaveLength(2);
});

test("a snapshot's folder that lacks originals is restored, and they are named", async () => {
  const lost = addFind(9);
  const broken = addFind(10);
  rmSync(onDisk(lost.place));
  writeInStore(broken.place, Buffer.from("something else"));
  const { made } = await snapshotAndGoOn();
  expect(await restoreOwn(made)).toMatchObject({
    files: 4,
    missing: [lost.place],
    damaged: [broken.place],
  });
});

async function harmed(made: string, harm: (copy: string) => void) {
  const copy = path.join(await makeFolder(), path.basename(made));
  cpSync(made, copy, { recursive: true });
  harm(copy);
  return copy;
}

const HERO = "bkg/original/hero.jpg";
const hero = (made: string) => path.join(made, "media", HERO);
const write = (name: string, content: string) => (made: string) =>
  writeFileSync(path.join(made, name), content);

test("a snapshot's folder of which a file has changed, is shorter, missing or a link to another is restored with the store's own, else without it", async () => {
  const { made } = await snapshotAndGoOn();
  for (const harm of [
    write(`media/${HERO}`, "HERO"),
    (made: string) => truncateSync(hero(made), 2),
    (made: string) => rmSync(hero(made)),
    (made: string) => {
      renameSync(hero(made), path.join(made, "elsewhere"));
      symlinkSync(path.join(made, "elsewhere"), hero(made));
    },
  ]) {
    const [one, other] = [await harmed(made, harm), await harmed(made, harm)];
    expect(await restoreOwn(one)).toMatchObject({ healed: 1, broken: [] });
    expectOwnStoreWhole();
    rmSync(onDisk(HERO));
    rmSync(one, { recursive: true });
    const broken = { healed: 0, broken: [HERO] };
    expect(await restoreOwn(other)).toMatchObject(broken);
    expect(listUuids()).toEqual([find.uuid]);
    writeInStore(HERO, Buffer.from("hero"));
  }
});

const relist = (apply: (manifest: Manifest) => unknown) => (made: string) => {
  const file = path.join(made, "manifest.json");
  const manifest = JSON.parse(readFileSync(file, "utf8")) as Manifest;
  apply(manifest);
  writeFileSync(file, JSON.stringify(manifest));
};
/** Gives the backup another database, as its list says. */
const changeDatabase = (made: string, bytes: Buffer) => {
  writeFileSync(path.join(made, "site.sqlite"), bytes);
  const size = bytes.length;
  relist(({ files: [database] }) =>
    Object.assign(database!, { sha256: sumOf(bytes), size }),
  )(made);
};
const ESCAPED = "media/../../escaped.jpg";

const REFUSED: [sentence: string, (made: string) => void][] = [
  [
    "its database is not as it was. No sound backup was found.",
    write("site.sqlite", "x"),
  ],
  [
    `it holds "${ESCAPED}"`,
    relist(({ files }) => Object.assign(files[1]!, { path: ESCAPED })),
  ],
  ["it has no database", relist(({ files }) => files.shift())],
  ["its manifest.json can't be read", write("manifest.json", "{")],
  [
    "its database",
    (made) => {
      const bytes = readFileSync(path.join(made, "site.sqlite"));
      changeDatabase(made, bytes.fill(0xff, 4096, 8192));
    },
  ],
  [
    "newer version",
    (made) => {
      const file = path.join(made, "site.sqlite");
      const db = openDatabase(file);
      db.exec("UPDATE __drizzle_migrations SET created_at = 99999999999999");
      db.close();
      changeDatabase(made, readFileSync(file));
    },
  ],
  [
    "its database can't be used: file is not a database",
    (made) => changeDatabase(made, Buffer.from("no database")),
  ],
];

test("a snapshot's folder is refused if its list or its database can't be used, and changes nothing", async () => {
  const { made } = await snapshotAndGoOn();
  const before = everything();
  for (const [sentence, harm] of REFUSED) {
    await expectRefused(await harmed(made, harm), sentence);
    expect(everything(), sentence).toEqual(before);
  }
  expectOwnStoreWhole();
  expect(listUuids()).toHaveLength(2);
});

test("a snapshot's folder is refused if its database has changed, and the newest sound one is named", async () => {
  const { made } = await snapshotAndGoOn();
  const { path: newest } = await makeSnapshot(folder);
  writeFileSync(path.join(newest, "site.sqlite"), "x");
  await expect(restoreOwn(newest)).rejects.toThrow(
    `npm run restore -- ${made}`,
  );
});

test("a backup in one file is restored with the times of its originals, to the millisecond", async () => {
  const time = new Date("2026-05-17T12:00:00.123Z");
  utimesSync(onDisk(find.place), time, time);
  const { path: file } = await makeZip(path.join(folder, "site.zip"));
  addFind(8);
  expect(await restoreOwn(file)).toMatchObject({ files: 3, missing: [] });
  expectOwnStoreWhole();
  expect(listUuids()).toEqual([find.uuid]);
  const { mtimeMs } = statSync(onDisk(find.place));
  expect(Math.round(mtimeMs)).toBe(time.getTime());
});

/** Zips the pages, and a snapshot as the folder `backup/`. */
async function zip(files: Record<string, string>) {
  const file = path.join(folder, "keepsake.zip");
  const zip = new ZipFile();
  zip.addBuffer(Buffer.from("<!doctype html>"), "index.html");
  for (const [name, from] of Object.entries(files)) zip.addFile(from, name);
  zip.end();
  await pipeline(zip.outputStream, createWriteStream(file));
  return file;
}

const inBackup = (made: string) =>
  Object.fromEntries(
    filesBelow(made).map((name) => [`backup/${name}`, path.join(made, name)]),
  );

test("a private keepsake is restored from the backup inside it, without a file that is not as it was, or is missing @soak", async () => {
  const time = new Date("2026-05-17T12:00:00Z");
  utimesSync(onDisk("albums/sea/a.jpg"), time, time);
  const { made } = await snapshotAndGoOn();
  const name = `backup/media/${find.place}`;
  const whole = inBackup(made);
  const { [name]: _left, ...others } = whole;
  const other = path.join(folder, "other");
  writeFileSync(other, "other");
  const restoreZip = async (files: Record<string, string>) => {
    const elsewhere = path.join(await makeFolder(), "kept.zip");
    renameSync(await zip(files), elsewhere);
    return restoreOwn(elsewhere);
  };
  expect(await restoreZip(whole)).toMatchObject({ broken: [], missing: [] });
  expectOwnStoreWhole();
  for (const files of [others, { ...others, [name]: other }]) {
    rmSync(onDisk(find.place), { force: true });
    const broken = { broken: [find.place], missing: [] };
    expect(await restoreZip(files)).toMatchObject(broken);
  }
  expect(listUuids()).toEqual([find.uuid]);
  expect(statSync(onDisk("albums/sea/a.jpg")).mtime).toEqual(time);
});

test("a private keepsake is not unpacked beyond the size that its list says, because a zip can make much of little", async () => {
  const { made } = await snapshotAndGoOn();
  const large = path.join(folder, "large");
  writeFileSync(large, Buffer.alloc(1_000_000));
  const name = `media/${find.place}`;
  const source = await openSource(
    await zip({ ...inBackup(made), [`backup/${name}`]: large }),
  );
  const listed = source.manifest.files.find((file) => file.path === name)!;
  const to = path.join(folder, "unpacked");
  expect(await source.put(listed, to)).toBeUndefined();
  expect(existsSync(to)).toBe(false);
  source.close();
});

test("a private keepsake that is cut off, or has no backup inside because it is a public one, is refused", async () => {
  const { made } = await snapshotAndGoOn();
  await expectRefused(await zip({}), "it is a zip without a backup inside");
  const file = await zip(inBackup(made));
  truncateSync(file, Math.floor(statSync(file).size / 2));
  await expectRefused(file, "This is no whole backup");
  await expectRefused(path.join(folder, "no.zip"), "", "not_found");
  expect(listUuids()).toHaveLength(2);
});

test("a store without room for a backup is found before anything is touched", async () => {
  const { made } = await snapshotAndGoOn();
  const before = everything();
  const manifest = await readManifest(made);
  manifest.files[0]!.size = 2 ** 50;
  writeFileSync(path.join(made, "manifest.json"), JSON.stringify(manifest));
  const words = "The store has no room for this backup";
  await expectRefused(made, words, "unavailable");
  expect(everything()).toEqual(before);
  expectOwnStoreWhole();
});
