import path from "node:path";
import { expect, test } from "vitest";
import fc, { forAll, tryValues } from "#tests/setup/seeded.ts";
import { stemOf } from "#domain/albums/admin-photos.server.ts";
import {
  derivativeOfFind,
  derivativeOfPhoto,
  derivativeOfRock,
  catalogueFolder,
  findFolder,
  originalIn,
  originalOfPhoto,
} from "#domain/store/paths.ts";
import {
  isAlbumOriginal,
  isAlbumPicture,
  isOriginal,
  parseFolder,
  parseMediaAddress,
  parseMediaPath,
} from "#domain/store/parse-paths.ts";
import { MEDIA, photoAddress } from "#domain/store/media-addresses.ts";
import { ODD_NAMES } from "#tests/setup/odd-names.ts";
import { anyText } from "./values.ts";

const ODD =
  "|..|.|%2e%2e|..%2f|\\|a\0.webp|.store-id|original|rocks|albums|catalog|7|webp|sm|a.webp|C:";
/** Names that clients send, and parts of paths that lead elsewhere. */
const hostile = fc.oneof(anyText(), fc.constantFrom(...ODD.split("|")));
const hostilePaths = fc
  .array(hostile, { maxLength: 6 })
  .map((parts) => parts.join("/"));

/** Whether a path stays below the folder that it is relative to, and names no hidden file. */
const isInside = (file: string) =>
  path.posix.normalize(file) === file &&
  file.split("/").every((part) => /^[^.\\\0][^\\\0]*$/.test(part));

test("whatever a client calls a file, its name on the disk is a plain one of an album's picture", () =>
  tryValues(500, [fc.oneof(hostile, hostilePaths)], (name) => {
    const stem = stemOf(name);
    expect(stem).toMatch(/^[A-Za-z0-9_-]{1,80}$/);
    expect(isAlbumPicture(`${stem}.jpg`)).toBe(true);
  }));

test("no address and no folder leads out of the store", () =>
  tryValues(1000, [hostilePaths], (address) => {
    for (const found of [
      parseMediaPath(address)?.path,
      parseMediaAddress(address)?.path,
      isOriginal(address) && address,
      parseFolder(`media/${address}`),
    ])
      if (found) expect(isInside(found), found).toBe(true);
  }));

const numbers = fc.integer({ min: 0, max: 100_000 });
const uuids = fc.uuid({ version: 4 });
const albums = fc.stringMatching(/^[a-z0-9]{1,12}$/);
const names = fc.stringMatching(/^[a-zA-Z0-9][\w -]{0,12}$/);

test("the address of every picture is read as what it was made of", () =>
  forAll([numbers, uuids, albums, names], (rockNumber, uuid, album, name) => {
    const folder = findFolder(rockNumber, uuid);
    const image = derivativeOfFind(folder, "sm", name);
    const photo = derivativeOfPhoto(album, "webp", `${name}.webp`);
    const pin = derivativeOfRock(catalogueFolder(rockNumber), "pin");
    const file = `${name}.jpg`;
    expect([
      ...[image, photo, pin].map(parseMediaPath),
      isOriginal(originalIn(folder, file)),
      isAlbumOriginal(originalOfPhoto(album, file)),
    ]).toEqual([
      { of: "find", rockNumber, uuid, image: name, path: image },
      { of: "photo", album, photo: `${name}.webp`, path: photo },
      { of: "catalogue", rockNumber, path: pin },
      true,
      true,
    ]);
  }));

test("an address has nothing that ends it in HTML, srcset, url() or a header, and is read as the name that it was made of", () =>
  tryValues(
    1000,
    [fc.oneof(hostile, fc.constantFrom(...ODD_NAMES))],
    (name) => {
      const file = `${name}.webp`;
      const photo = parseMediaPath(derivativeOfPhoto("sea", "webp", file));
      // Nobody can store half a character in a file name.
      if (!photo || Buffer.from(file).toString() !== file) return;
      const address = photoAddress("sea", file);
      expect(address).toMatch(/^[\w/.~%-]+$/);
      expect(new URL(address, "http://a").pathname).toBe(address);
      expect(parseMediaAddress(address.slice(MEDIA.length))).toEqual(photo);
    },
  ));
