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
import { beforeEach, describe, expect, test } from "vitest";
import { ZipFile } from "yazl";
import { closeDb, getDb } from "#db/client.server.ts";
import { adminSessions, outbox, reviewKeys, rockPosts } from "#db/schema.ts";
import { makeSnapshot } from "#domain/backup/make-snapshot.server.ts";
import { makeZip } from "#domain/backup/make-zip.server.ts";
import { readManifest, type Manifest } from "#domain/backup/manifest.server.ts";
import { hashOf } from "#core/hash.server.ts";
import { openReviewKey } from "#domain/review/review-keys.server.ts";
import { restore, type Progress } from "#domain/restore/restore.server.ts";
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
  const progress: Progress[] = [];
  const summary = await restore(place, (now) => progress.push(now));
  return { ...summary, progress };
}

const listUuids = () =>
  getDb()
    .select()
    .from(rockPosts)
    .all()
    .map(({ uuid }) => uuid);

describe("a snapshot's folder", () => {
  test("is restored whole, shares no file with the store, and says where the old site is", async () => {
    const { made, later } = await snapshotAndGoOn();
    const old = filesBelow(storeRoot());
    const { files, missing, damaged, aside, asideBytes, progress } =
      await restoreOwn(made);
    expect({ files, missing, damaged }).toEqual({
      files: 3,
      missing: [],
      damaged: [],
    });
    expectOwnStoreWhole();
    expect(listUuids()).toEqual([find.uuid]);
    expect(readFileSync(onDisk("bkg/original/hero.jpg"), "utf8")).toBe("hero");
    const [restored, kept] = [
      statSync(onDisk(find.place)),
      statSync(path.join(made, "media", find.place)),
    ];
    expect(restored.nlink).toBe(1);
    expect(restored.ino).not.toBe(kept.ino);
    expect(Math.round(restored.mtimeMs)).toBe(Math.round(kept.mtimeMs));
    expect(progress.at(-1)).toEqual({ files: 4, of: 4, part: 1 });

    const [database, store] = aside;
    expect(filesBelow(store!)).toEqual(old);
    expect(asideBytes).toBe(
      statSync(database!).size +
        [find.place, later.place, "albums/sea/a.jpg"].length * 4000 +
        "hero".length +
        statSync(path.join(store!, ".store-id")).size,
    );
  });

  test("brings back no session and no link of a daily mail", async () => {
    const db = getDb();
    const soon = new Date(Date.now() + 86_400_000).toISOString();
    const daily = { id: "finds.2026-05-17", sent_dt: "2026-05-17T19:00:00Z" };
    db.insert(adminSessions)
      .values({ id_hash: "a", created_at: Date.now(), seen_at: Date.now() })
      .run();
    db.insert(outbox)
      .values({ ...daily, kind: "daily" })
      .run();
    db.insert(reviewKeys)
      .values({
        key_hash: hashOf("key"),
        finds: JSON.stringify([find.rps_key]),
        expires_dt: soon,
      })
      .run();
    const { made } = await snapshotAndGoOn();
    expect(openReviewKey("key")).toEqual([find.rps_key]);
    await restoreOwn(made);
    expect(openReviewKey("key")).toBeUndefined();
    expect(getDb().select().from(adminSessions).all()).toEqual([]);
    // What has been sent isn't sent again.
    expect(getDb().select().from(outbox).all()).toMatchObject([daily]);
  });

  test("that is not finished is refused", async () => {
    const { made } = await snapshotAndGoOn();
    const making = path.join(folder, `.making-${path.basename(made)}`);
    cpSync(made, making, { recursive: true });
    rmSync(path.join(made, "manifest.json"));
    for (const place of [making, made])
      await expect(restoreOwn(place)).rejects.toMatchObject({
        kind: "bad_input",
        message: expect.stringContaining("is not finished"),
      });
    expect(listUuids()).toHaveLength(2);
  });

  test("that lacks originals is restored, and they are named", async () => {
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

  const name = "media/bkg/original/hero.jpg";
  const change = (made: string, apply: (manifest: Manifest) => void) => {
    const file = path.join(made, "manifest.json");
    const manifest = JSON.parse(readFileSync(file, "utf8")) as Manifest;
    apply(manifest);
    writeFileSync(file, JSON.stringify(manifest));
  };
  test.each<[string, (made: string) => void]>([
    ["has changed", (made) => writeFileSync(path.join(made, name), "HERO")],
    ["is shorter", (made) => truncateSync(path.join(made, name), 2)],
    ["is missing", (made) => rmSync(path.join(made, name))],
    [
      "is a link to another",
      (made) => {
        renameSync(path.join(made, name), path.join(made, "elsewhere"));
        symlinkSync(path.join(made, "elsewhere"), path.join(made, name));
      },
    ],
  ])(
    "of which a file %s is restored with the store's own, else without it",
    async (_what, harm) => {
      const { made } = await snapshotAndGoOn();
      harm(made);
      const other = path.join(folder, "other");
      cpSync(made, other, { recursive: true });
      expect(await restoreOwn(made)).toMatchObject({ healed: 1, broken: [] });
      expectOwnStoreWhole();
      rmSync(onDisk("bkg/original/hero.jpg"));
      rmSync(made, { recursive: true });
      expect(await restoreOwn(other)).toMatchObject({
        healed: 0,
        broken: ["bkg/original/hero.jpg"],
      });
      expect(listUuids()).toEqual([find.uuid]);
    },
  );

  test.each<[string, (made: string) => void, string]>([
    [
      "its database has changed",
      (made) => writeFileSync(path.join(made, "site.sqlite"), "x"),
      "its database is not as it was. No sound backup was found.",
    ],
    [
      "it lists a file outside of the store",
      (made) =>
        change(made, ({ files }) => {
          files[1]!.path = "media/../../escaped.jpg";
        }),
      'it holds "media/../../escaped.jpg"',
    ],
    [
      "it lists no database",
      (made) => change(made, ({ files }) => void files.shift()),
      "it has no database",
    ],
    [
      "its list can't be read",
      (made) => writeFileSync(path.join(made, "manifest.json"), "{"),
      "its manifest.json can't be read",
    ],
    [
      "its database is damaged",
      (made) => {
        const file = path.join(made, "site.sqlite");
        const bytes = readFileSync(file);
        bytes.fill(0xff, 4096, 8192);
        writeFileSync(file, bytes);
        change(made, ({ files }) => {
          files[0]!.sha256 = sumOf(bytes);
        });
      },
      "its database",
    ],
    [
      "it is of a newer version",
      (made) => {
        const file = path.join(made, "site.sqlite");
        const db = openDatabase(file);
        db.exec(
          "INSERT INTO __drizzle_migrations (hash, created_at) VALUES ('later', 99999999999999)",
        );
        db.close();
        const bytes = readFileSync(file);
        change(made, ({ files }) => {
          files[0]!.sha256 = sumOf(bytes);
          files[0]!.size = bytes.length;
        });
      },
      "newer version",
    ],
    [
      "its database is none",
      (made) => {
        const bytes = Buffer.from("no database");
        writeFileSync(path.join(made, "site.sqlite"), bytes);
        change(made, ({ files }) => {
          files[0]!.sha256 = sumOf(bytes);
          files[0]!.size = bytes.length;
        });
      },
      "its database can't be used: file is not a database",
    ],
  ])("is refused if %s, and changes nothing", async (_what, harm, sentence) => {
    const { made } = await snapshotAndGoOn();
    harm(made);
    const before = filesBelow(path.dirname(storeRoot()));
    await expect(restoreOwn(made)).rejects.toMatchObject({
      kind: "bad_input",
      message: expect.stringContaining(sentence),
    });
    expect(filesBelow(path.dirname(storeRoot()))).toEqual(before);
    expectOwnStoreWhole();
    expect(listUuids()).toHaveLength(2);
  });
});

describe("a backup in one file", () => {
  test("is restored with the times of its originals, to the millisecond", async () => {
    const time = new Date("2026-05-17T12:00:00.123Z");
    utimesSync(onDisk(find.place), time, time);
    const { path: file } = await makeZip(path.join(folder, "site.zip"));
    addFind(8);
    expect(await restoreOwn(file)).toMatchObject({ files: 3, missing: [] });
    expectOwnStoreWhole();
    expect(listUuids()).toEqual([find.uuid]);
    expect(Math.round(statSync(onDisk(find.place)).mtimeMs)).toBe(
      time.getTime(),
    );
  });

  test("of an earlier version is refused with what to do, and its unpacked folder is restored", async () => {
    const archive = path.join(folder, "rocks.tar");
    writeFileSync(archive, `${"\0".repeat(257)}ustar`);
    await expect(restoreOwn(archive)).rejects.toMatchObject({
      kind: "bad_input",
      message: expect.stringContaining(`tar -xf ${archive} -C unpacked`),
    });
    const { made } = await snapshotAndGoOn();
    const { files } = await readManifest(made);
    writeFileSync(
      path.join(made, "SHA256SUMS"),
      files.map(({ path, sha256 }) => `${sha256}  ${path}\n`).join(""),
    );
    rmSync(path.join(made, "manifest.json"));
    expect(await restoreOwn(made)).toMatchObject({ files: 3, broken: [] });
    expectOwnStoreWhole();
  });
});

describe("a private keepsake", () => {
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

  test("is restored from the backup inside it @soak", async () => {
    const time = new Date("2026-05-17T12:00:00Z");
    utimesSync(onDisk("albums/sea/a.jpg"), time, time);
    const { made } = await snapshotAndGoOn();
    const file = await zip(inBackup(made));
    expect(await restoreOwn(file)).toMatchObject({ files: 3, missing: [] });
    expectOwnStoreWhole();
    expect(listUuids()).toEqual([find.uuid]);
    expect(statSync(onDisk("albums/sea/a.jpg")).mtime).toEqual(time);
  });

  test("with a file that is not as it was, or is missing, is restored without it @soak", async () => {
    const { made } = await snapshotAndGoOn();
    const name = `backup/media/${find.place}`;
    const { [name]: _left, ...others } = inBackup(made);
    const other = path.join(folder, "other");
    writeFileSync(other, "other");
    for (const files of [others, { ...others, [name]: other }]) {
      const elsewhere = path.join(await makeFolder(), "kept.zip");
      renameSync(await zip(files), elsewhere);
      rmSync(onDisk(find.place), { force: true });
      expect(await restoreOwn(elsewhere)).toMatchObject({
        broken: [find.place],
        missing: [],
      });
    }
    expect(listUuids()).toEqual([find.uuid]);
  });

  test("is not unpacked beyond the size that its list says, because a zip can make much of little", async () => {
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

  test("that is cut off, or has no backup inside because it is a public one, is refused", async () => {
    const { made } = await snapshotAndGoOn();
    await expect(restoreOwn(await zip({}))).rejects.toMatchObject({
      message: expect.stringContaining("it is a zip without a backup inside"),
    });
    const file = await zip(inBackup(made));
    truncateSync(file, Math.floor(statSync(file).size / 2));
    await expect(restoreOwn(file)).rejects.toMatchObject({
      kind: "bad_input",
      message: expect.stringContaining("This is no whole backup"),
    });
    await expect(restoreOwn(path.join(folder, "no.zip"))).rejects.toMatchObject(
      { kind: "not_found" },
    );
    expect(listUuids()).toHaveLength(2);
  });
});
