import { readFileSync } from "node:fs";
import { getSettings } from "#core/settings.server.ts";
import path from "node:path";
import { listAlbums, listPhotos } from "../albums/albums.server.ts";
import {
  findRock,
  findUnnumberedRock,
  listFindsOfRock,
} from "../finds/journeys.server.ts";
import { rockAddress } from "../rocks/rock-address.ts";
import { accessTo } from "../pictures/access.server.ts";
import {
  getFileNow,
  onDisk,
  shippedFile,
  sitePictureFile,
  type FileState,
} from "../store/disk.server.ts";
import { MEDIA } from "../store/media-addresses.ts";
import { LOGO } from "../store/paths.ts";
import { parseMediaAddress, type MediaFile } from "../store/parse-paths.ts";

/** All paths of a keepsake. Rocks are in folders of a thousand, because USB sticks hold few files in a folder. */

const thousand = (rockNumber: number) => Math.floor(rockNumber / 1000);

const rockPictures = (rockNumber: number) =>
  `pictures/rocks/${thousand(rockNumber)}/${rockNumber}`;

export const paths = {
  readme: "README.txt",
  story: "index.html",
  albums: "albums/index.html",
  album: (name: string) => `albums/${name}/index.html`,
  rocks: (after: number) =>
    `rocks/${after === 0 ? "index" : `after-${after}`}.html`,
  rock: (rockNumber: number) =>
    `rocks/${thousand(rockNumber)}/${rockNumber}.html`,
  /** @param journey its number among the finds without one, as in the names of its images */
  unnumbered: (journey: number) => `rocks/0/journey-${journey}.html`,
  map: "map.html",
  awareness: "awareness.html",
  /** Files that come with the code. */
  look: (name: string) => `look/${name.toLowerCase()}`,
  sitePicture: (name: string) => `pictures/site/${name}`,
  cover: (album: string) => `pictures/albums/${album}/cover.webp`,
  /** @param nth its place in the album, from 1 on */
  photo: (album: string, nth: number) => `pictures/albums/${album}/${nth}.webp`,
  rockPicture: (rockNumber: number, isSmall: boolean) =>
    `${rockPictures(rockNumber)}/rock${isSmall ? "-small" : ""}.webp`,
  /** @param journey its number, from 1 on; @param nth from 1 on */
  image: (rockNumber: number, journey: number, nth: number) =>
    `${rockPictures(rockNumber)}/journey-${journey}-${nth}.webp`,
};

const pathFrom = (page: string, to: string) =>
  "../".repeat(page.split("/").length - 1) + to;

/** A page of the site as a file: it leads to other files alone, and needs neither a script nor a network. */

/** Parts that need a script, or that only help a site's visitors. React's comments come between its texts. */
const NEEDLESS =
  /<!--.*?-->|<(script|noscript|button|dialog|progress)\b[^>]*>.*?<\/\1>|<meta(?! charSet| name="(?:viewport|theme))[^>]*>|<link(?! rel="(?:stylesheet|icon)")[^>]*>| data-[\w-]+="[^"]*"/gs;
const IMAGE = /<img [^>]*>/g;
const LINK = /<a\b([^>]*) href="([^"]*)"([^>]*)>(.*?)<\/a>/gs;
/** Of styles, icons, and the picture of another shape. */
const FILE = /(<(?:link|source) [^>]*?(?:href|srcSet)=")([^"]*)"/g;
const OWN_TEXT = /<div class="markdown".*?<\/div>/gs;
const MAIL = /[\w.+-]+@[a-z\d-]+(\.[a-z\d-]+)+/gi;

interface WantedPage {
  path: string;
  address: string;
}

export function keepPage(given: string, path: string) {
  const site = new URL(getSettings().PUBLIC_URL);
  const files = new Map<string, KeptFile>();
  const pages: WantedPage[] = [];
  // Addresses of pictures that the store doesn't have. The page does without them.
  const missing: string[] = [];
  const findFile = fileFinder();

  function nameFile(address: string) {
    const { pathname } = new URL(read(address), site);
    const found = findFile(pathname);
    if (!found) missing.push(pathname);
    else if (found.path.endsWith(".css")) keepStyles(found);
    else files.set(found.path, found);
    return found && pathFrom(path, found.path);
  }

  /** All that styles name is beside them. */
  function keepStyles(entry: KeptFile) {
    const content = readFileSync(entry.file, "utf8").replace(
      /url\("?(\/[^)"]+)"?\)/g,
      (_url, address: string) => {
        const found = findFile(address)!;
        files.set(found.path, found);
        return `url(${pathFrom(entry.path, found.path)})`;
      },
    );
    const bytes = Buffer.byteLength(content);
    files.set(entry.path, { ...entry, content, bytes });
  }

  const html = given
    .replace(NEEDLESS, "")
    .replace(IMAGE, (image) => {
      const src = nameFile(/ src="([^"]*)"/.exec(image)![1]!);
      return src === undefined
        ? ""
        : image
            .replace(/ (srcSet|sizes|decoding|loading)="[^"]*"/g, "")
            .replace(/ src="[^"]*"/, ` src="${src}" loading="lazy"`);
    })
    .replace(FILE, (_tag, start: string, address: string) => {
      return `${start}${nameFile(address) ?? ""}"`;
    })
    .replace(LINK, (link, before, href: string, after, words: string) => {
      const to = new URL(read(href), site);
      if (href.startsWith("#")) return link;
      if (to.origin !== site.origin)
        return to.protocol === "mailto:" ? words : link;
      const page = href === "" ? undefined : findPage(to);
      // A button goes with its words. In a text they stay.
      if (!page) return `${before}${after}`.includes("class=") ? "" : words;
      pages.push(page);
      return `<a${before} href="${pathFrom(path, page.path)}"${after}>${words}</a>`;
    })
    .replace(OWN_TEXT, (text) => text.replace(MAIL, "…"));
  return { html, files: [...files.values()], pages, missing };
}

const read = (written: string) => written.replaceAll("&amp;", "&");

const ALONE: Record<string, string> = {
  "/": paths.story,
  "/photos": paths.albums,
  "/map": paths.map,
  "/sudc": paths.awareness,
};

/** The page of a rock or an album is its book, because a book shows everything without a script. */
function findPage({ pathname, searchParams }: URL): WantedPage | undefined {
  const find = searchParams.get("find");
  if (pathname === "/rocks/0") return bookOfUnnumbered(find ?? undefined);
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

function bookOfUnnumbered(find: string | undefined): WantedPage | undefined {
  const rock = findUnnumberedRock(find);
  if (!rock) return undefined;
  const finds = listFindsOfRock(0);
  const index = finds.findIndex(({ uuid }) => uuid === rock.find);
  return {
    path: paths.unnumbered(finds.length - index),
    address: rockAddress(rock, "/print"),
  };
}

export interface KeptFile extends FileState {
  path: string;
  file: string;
  /** What is kept instead of the file's own content. */
  content?: string;
}

function fileFinder() {
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

  /** @param pathname of its address @returns undefined if the file is not there */
  return (pathname: string): KeptFile | undefined => {
    const picture = pathname.startsWith(MEDIA)
      ? parseMediaAddress(pathname.slice(MEDIA.length))
      : undefined;
    if (picture && picture.of !== "site") {
      const { access, path } = accessTo(picture);
      return access === "everyone"
        ? lookAt(onDisk(path), nameOf(picture))
        : undefined;
    }
    const ofSite =
      picture?.path ?? (pathname === `/${LOGO}` ? LOGO : undefined);
    if (ofSite === undefined)
      return lookAt(
        path.join("build/client", path.resolve("/", pathname)),
        paths.look(path.basename(pathname)),
      );
    const name = paths.sitePicture(path.basename(ofSite));
    return (
      lookAt(onDisk(sitePictureFile(ofSite)), name) ??
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
