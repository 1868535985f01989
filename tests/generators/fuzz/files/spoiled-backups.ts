import {
  existsSync,
  mkdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import fc from "fast-check";
import type { Manifest } from "#domain/backup/manifest.server.ts";
import { sumOf } from "#tests/setup/own-store.ts";
import { oneOf } from "../hold.ts";
import { changes, spoil } from "./spoil-bytes.ts";

/** Writes a whole backup anew, as a folder or in one file, with something wrong in it. */

/** Names that lead out of the store, or to parts of it that no backup has. Made as long as a name that is replaced. */
const names = fc.oneof(
  oneOf`media/../../outside.jpg media/rocks/../../../outside.jpg ../outside.jpg /tmp/outside.jpg media/.store-id
    media/.restoring/plan.json media/rocks/7/x/original/a.jpg media/albums/sea/../../../a.jpg
    media/albums/sea/..\\a.jpg media/albums/sea media//albums/sea/a.jpg media/tmp/a.jpg
    media/trash/1/../../../a.jpg media site.sqlite/a SHA256SUMS`,
  fc.constantFrom("media/albums/sea/a\u0000.jpg", "", "a".repeat(400)),
);

export const spoils = fc.record({
  /** Which file of the backup. */
  file: fc.nat(20),
  how: oneOf`nothing bytes rename rename link link twice drop list list whole zip zip zip zip`,
  name: names,
  list: changes,
  value: fc.oneof(
    fc.constantFrom<unknown>(null, -1, 1e300, "x", [], {}, true),
    fc.constantFrom("media/../../outside.jpg", "0".repeat(64)),
    fc.jsonValue({ maxDepth: 2 }),
  ),
});
export type Spoils = typeof spoils extends fc.Arbitrary<infer T> ? T : never;

/** What a spoiled backup is made of. */
export interface Sources {
  /** A whole snapshot. */
  snapshot: string;
  /** The same in one file. */
  zip: string;
  /** A folder that no backup may reach, with the file secret.jpg. */
  outside: string;
}

/** A file of a backup while it is written anew. */
interface Entry {
  name: string;
  bytes: Buffer;
  link?: boolean;
}

/** The backup's files after its spoils, all but its list. */
function listEntries({ snapshot, outside }: Sources, made: Spoils) {
  const { files, ...summary } = JSON.parse(
    readFileSync(path.join(snapshot, "manifest.json"), "utf8"),
  ) as Manifest;
  const entries = files.map(({ path: name }): Entry => ({
    name,
    bytes: readFileSync(path.join(snapshot, name)),
  }));
  const at = made.file % entries.length;
  const entry = entries[at]!;
  const listed = files[at]!;
  const isListed = made.list.length % 2 === 0;
  switch (made.how) {
    case "bytes":
      entry.bytes = spoil(entry.bytes, made.list, Buffer.from("other"));
      // With its checksum right, only what is inside can be wrong.
      if (isListed)
        Object.assign(listed, {
          size: entry.bytes.length,
          sha256: sumOf(entry.bytes),
        });
      break;
    case "rename":
      entry.name = made.name;
      if (isListed) listed.path = made.name;
      break;
    case "link":
      entry.link = true;
      entry.bytes = Buffer.from(path.join(outside, "secret.jpg"));
      Object.assign(listed, { size: 6, sha256: sumOf(Buffer.from("secret")) });
      break;
    case "twice":
      files.push({ ...listed });
      break;
    case "drop":
      entries.splice(at, 1);
      if (isListed) files.splice(at, 1);
      break;
    case "list": {
      const key = (["path", "size", "sha256"] as const)[made.list.length % 3]!;
      (listed as unknown as Record<string, unknown>)[key] = made.value;
    }
  }
  const manifest: Record<string, unknown> = { ...summary, files };
  if (made.how === "list" && made.list.length === 5)
    manifest.files = made.value;
  return { entries, manifest: Buffer.from(JSON.stringify(manifest)) };
}

export function writeSpoiled(site: Sources, made: Spoils, place: string) {
  const spoilBytes = (bytes: Buffer) => spoil(bytes, made.list, bytes);
  if (made.how === "zip")
    return writeFileSync(place, spoilBytes(readFileSync(site.zip)));
  const { entries, manifest } = listEntries(site, made);
  mkdirSync(place, { recursive: true });
  for (const { name, bytes, link } of entries) {
    const to = path.join(place, name);
    // A folder can't hold such names, but its list may.
    const isName = !name.includes("\0") && name.length <= 200;
    if (!to.startsWith(`${place}/`) || !isName || existsSync(to)) continue;
    try {
      mkdirSync(path.dirname(to), { recursive: true });
      const target = bytes.toString();
      if (link) symlinkSync(made.file % 2 ? target : path.dirname(target), to);
      else writeFileSync(to, bytes);
    } catch {
      // Two of its names don't go together.
    }
  }
  const isWhole = made.how === "whole";
  const list = isWhole ? spoilBytes(manifest) : manifest;
  writeFileSync(path.join(place, "manifest.json"), list);
}
