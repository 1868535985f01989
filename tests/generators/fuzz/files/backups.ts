import assert from "node:assert/strict";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import fc from "fast-check";
import { closeDb, getDb } from "#db/client.server.ts";
import { findDamage } from "#db/copy.server.ts";
import { DomainError } from "#core/errors.ts";
import { makeSnapshot } from "#domain/backup/make-snapshot.server.ts";
import { makeZip } from "#domain/backup/zip.server.ts";
import type { Manifest } from "#domain/backup/manifest.server.ts";
import { restore } from "#domain/restore/restore.server.ts";
import { onDisk, storeRoot } from "#domain/store/disk.server.ts";
import { filesBelow, sumOf } from "#tests/setup/files.ts";
import {
  addFind,
  addPhoto,
  emptyOwnStore,
  writeInStore,
} from "#tests/setup/own-store.ts";
import { readColumn } from "#tests/setup/rows.ts";
import { hold, oneOf } from "../hold.ts";
import { changes, spoil } from "./spoil-bytes.ts";

/**
 * Spoiled backups of both forms. A restore refuses one and leaves the old site as it is, or restores exactly what
 * the backup lists. It never writes or reads anywhere else.
 */

const RUNS = 50;
const SECRET = "secret";

/** Names that lead out of the store, or to parts of it that no backup has. */
const names = fc.oneof(
  oneOf`media/../../outside.jpg media/rocks/../../../outside.jpg ../outside.jpg /tmp/outside.jpg media/.store-id
    media/.restoring/plan.json media/albums/sea/..\\a.jpg media/albums/sea media//albums/sea/a.jpg media/tmp/a.jpg
    media/trash/1/../../../a.jpg media site.sqlite/a SHA256SUMS`,
  fc.constantFrom("media/albums/sea/a\u0000.jpg", "", "a".repeat(400)),
);

const spoils = fc.record({
  how: oneOf`nothing bytes bytes rename rename link link drop list list whole zip zip zip`,
  file: fc.nat(20),
  /** Whether the list says of what is spoiled that it is right. */
  isListed: fc.boolean(),
  changes,
  field: oneOf`path size sha256`,
  value: fc.oneof(
    names,
    fc.constantFrom<unknown>(null, -1, 1e300, [], {}, "0".repeat(64)),
    fc.jsonValue({ maxDepth: 2 }),
  ),
  name: names,
});
type Spoils = typeof spoils extends fc.Arbitrary<infer T> ? T : never;

const readList = (backup: string) =>
  JSON.parse(
    readFileSync(path.join(backup, "manifest.json"), "utf8"),
  ) as Manifest;

/** Copies a snapshot, and does to one of its files what is said. */
function copySpoiled(snapshot: string, made: Spoils, place: string) {
  cpSync(snapshot, place, { recursive: true });
  const manifest = readList(place);
  const listed = manifest.files[made.file % manifest.files.length]!;
  const file = path.join(place, listed.path);
  const put = (bytes: Buffer) => {
    const right = { size: bytes.length, sha256: sumOf(bytes) };
    if (made.isListed) Object.assign(listed, right);
  };
  if (made.how === "bytes") {
    const bytes = spoil(readFileSync(file), made.changes, Buffer.from("other"));
    writeFileSync(file, bytes);
    put(bytes);
  }
  if (["link", "drop"].includes(made.how)) rmSync(file);
  if (made.how === "link") {
    symlinkSync(path.resolve(place, "../outside/secret.jpg"), file);
    put(Buffer.from(SECRET));
  }
  if (made.how === "rename") listed.path = made.name;
  if (made.how === "list") Object.assign(listed, { [made.field]: made.value });
  const list = Buffer.from(JSON.stringify(manifest));
  const isWhole = made.how === "whole";
  writeFileSync(
    path.join(place, "manifest.json"),
    isWhole ? spoil(list, made.changes, list) : list,
  );
}

/** @throws {Error} that names the seed, how the backup was spoiled, and what came of it */
export async function playFuzzedBackups(seed: number) {
  emptyOwnStore();
  // Database and store are in it, and what a name with `..` would lead to.
  const folder = path.dirname(storeRoot());
  const inFolder = (name: string) => path.join(folder, name);
  const clear = () => {
    for (const name of readdirSync(folder))
      rmSync(inFolder(name), { recursive: true });
  };
  for (const name of ["backups", "outside"]) mkdirSync(inFolder(name));
  writeFileSync(inFolder("outside/secret.jpg"), SECRET);
  addFind(7);
  addPhoto("sea");
  writeInStore("bkg/original/hero.jpg", "hero");
  const { path: snapshot } = await makeSnapshot(inFolder("backups"));
  const { path: zip } = await makeZip(inFolder("backups/site.zip"));
  const { files } = readList(snapshot);
  // So that the old site differs from the restored one.
  addFind(8);
  closeDb();
  const copy = mkdtempSync(`${folder}-copy-`);
  cpSync(folder, copy, { recursive: true });

  /** All finds, and all files but those of the database, with their sums. */
  const look = () => [
    readColumn("SELECT uuid FROM rock_posts"),
    filesBelow(folder)
      .filter((file) => !/^spoiled(\/|$)|\.sqlite|lock$/.test(file))
      .map((file) => [file, sumOf(readFileSync(inFolder(file)))]),
  ];
  const before = look();
  await hold("the spoiled backups", seed, RUNS, spoils, async (made) => {
    const place = inFolder("spoiled");
    if (made.how === "zip") {
      const bytes = readFileSync(zip);
      writeFileSync(place, spoil(bytes, made.changes, bytes));
    } else copySpoiled(snapshot, made, place);
    closeDb();
    try {
      const refusal: unknown = await restore(place, () => {}).then(
        () => undefined,
        (error: unknown) => error,
      );
      if (refusal) checkRefusal(refusal, look(), before);
      else checkRestored(made.how === "zip" ? files : readList(place).files);
      const outside = readdirSync(inFolder("outside"));
      assert.deepEqual(outside, ["secret.jpg"], "what is outside");
    } finally {
      closeDb();
      clear();
      cpSync(copy, folder, { recursive: true });
    }
  });
  clear();
  rmSync(copy, { recursive: true });
  emptyOwnStore();
}

function checkRefusal(refusal: unknown, now: unknown, before: unknown) {
  assert.ok(refusal instanceof Error);
  // The disk's own errors are told as they are.
  const isTold = refusal instanceof DomainError || "syscall" in refusal;
  assert.ok(isTold, `it failed with ${refusal.stack}`);
  assert.deepEqual(now, before, `${refusal.message} But it has changed.`);
}

/** Everything that is there was in the backup's own list, with its checksum. */
function checkRestored(listed: Manifest["files"]) {
  assert.equal(findDamage(getDb().$client), undefined);
  for (const file of filesBelow(storeRoot())) {
    if (file.startsWith(".")) continue;
    const bytes = readFileSync(onDisk(file));
    assert.ok(!bytes.equals(Buffer.from(SECRET)), `${file} is a link's`);
    const its = listed.find((one) => one.path === `media/${file}`);
    assert.equal(its?.sha256, sumOf(bytes), `${file} in the backup's list`);
  }
}
