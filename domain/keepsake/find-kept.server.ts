import path from "node:path";
import type { WantedPage } from "#db/keepsake-list.server.ts";
import { listAlbums, listPhotos } from "../albums/albums.server.ts";
import { findRock, listFindsOfRock } from "../finds/journeys.server.ts";
import { accessTo } from "../pictures/access.server.ts";
import { chooseTallPicture } from "../site/tall-pictures.server.ts";
import {
  getFileNow,
  onDisk,
  shippedFile,
  type FileState,
} from "../store/disk.server.ts";
import { MEDIA } from "../store/media-addresses.ts";
import { parseMediaPath, type MediaFile } from "../store/parse-path.ts";
import { LOGO } from "../store/paths.ts";
import { paths } from "./paths.ts";

/** The pages and files of a keepsake, by the site's addresses. */

const ALONE: Record<string, string> = {
  "/": paths.story,
  "/photos": paths.albums,
  "/map": paths.map,
  "/sudc": paths.awareness,
};

/** The page of a rock or an album is its book, because a book shows everything without a script. */
export function findPage({
  pathname,
  searchParams,
}: URL): WantedPage | undefined {
  const [, rock = searchParams.get("rock")] =
    /^\/rocks\/(\d{1,6})$/.exec(pathname) ?? [];
  if (rock !== null && /^\/(rocks|map)\b/.test(pathname))
    return findRock(Number(rock)) && bookOfRock(Number(rock));
  const album = Number(searchParams.get("album"));
  if (pathname === "/photos" && album) {
    const found = listAlbums().find(({ pa_key }) => pa_key === album);
    return found?.first_image_name
      ? { path: paths.album(found.name), address: `/photos/${album}/print` }
      : undefined;
  }
  if (["/all-rocks", "/track-the-rocks"].includes(pathname)) {
    const after = Number(searchParams.get("after"));
    const address = after ? `/all-rocks?after=${after}` : "/all-rocks";
    return { path: paths.rocks(after), address };
  }
  const alone = ALONE[pathname];
  return alone ? { path: alone, address: pathname } : undefined;
}

const bookOfRock = (rockNumber: number): WantedPage => ({
  path: paths.rock(rockNumber),
  address: `/rocks/${rockNumber}/print`,
});

/** A file on the disk, and its path within the keepsake. */
export interface KeptFile extends FileState {
  path: string;
  file: string;
}

/** Finds the files that one page names. */
export function fileFinder() {
  const photoNames = ofLast(namePhotos);
  const imageNames = ofLast(nameImages);

  /** By what a picture shows, which says more to a grandchild than its address. */
  function nameOf(picture: Exclude<MediaFile, { of: "site" }>) {
    switch (picture.of) {
      case "catalogue":
        return paths.rockPicture(
          picture.rockNumber,
          !picture.path.endsWith("/a.webp"),
        );
      case "photo":
        return picture.path.includes("/webp/")
          ? photoNames(picture.album).get(picture.photo)
          : paths.cover(picture.album);
      case "find":
        return imageNames(picture.rockNumber).get(picture.uuid + picture.image);
    }
  }

  /** @param place from the root on @returns undefined if the file is not there */
  return (place: string): KeptFile | undefined => {
    const picture = place.startsWith(MEDIA)
      ? parseMediaPath(place.slice(MEDIA.length))
      : undefined;
    if (picture && picture.of !== "site") {
      const { access, path } = accessTo(picture);
      return access === "everyone"
        ? lookAt(onDisk(path), nameOf(picture))
        : undefined;
    }
    const ofSite = picture?.path ?? (place === `/${LOGO}` ? LOGO : undefined);
    if (ofSite === undefined)
      return lookAt(
        path.join("build/client", path.resolve("/", place)),
        paths.look(path.basename(place)),
      );
    const name = paths.sitePicture(path.basename(ofSite));
    return (
      lookAt(onDisk(chooseTallPicture(ofSite)?.path ?? ofSite), name) ??
      lookAt(shippedFile(ofSite), name)
    );
  };
}

function lookAt(file: string, name: string | undefined): KeptFile | undefined {
  const found = getFileNow(file);
  return found && name !== undefined
    ? { path: name, file: path.resolve(file), ...found }
    : undefined;
}

function namePhotos(album: string) {
  const found = listAlbums().find(({ name }) => name === album);
  const photos = found ? listPhotos(found.pa_key) : [];
  return new Map(
    photos.map(({ name }, index) => [name, paths.photo(album, index + 1)]),
  );
}

function nameImages(rockNumber: number) {
  const finds = listFindsOfRock(rockNumber);
  return new Map(
    finds.flatMap(({ uuid, imagenames }, index) =>
      imagenames.map((name, at) => [
        uuid + name,
        paths.image(rockNumber, finds.length - index, at + 1),
      ]),
    ),
  );
}

/** Reads once what is asked for again and again. */
function ofLast<K, V>(read: (key: K) => V) {
  let last: { key: K; value: V } | undefined;
  return (key: K) => {
    if (last?.key !== key) last = { key, value: read(key) };
    return last!.value;
  };
}
