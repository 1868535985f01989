import {
  catalogueFolder,
  derivativeOfFind,
  derivativeOfPhoto,
  derivativeOfRock,
  type derivativeSets,
  findFolder,
  LOGO,
  tallPicture,
  widePicture,
  type SitePictureName,
} from "./paths.ts";

/** The addresses of all pictures that the site serves. `parse-paths.ts` reads them. */

export const MEDIA = "/media/";

/**
 * Encodes a path for an address: the one place that does so. Album photos keep their owners' file names, so anything but
 * a slash may be in one. No blank, comma, quote or bracket is left, so the address may also go into `srcset`, CSS's
 * `url()` and a header.
 */
export const encodePath = (path: string) =>
  path
    .split("/")
    .map(encodeURIComponent)
    .join("/")
    .replace(
      /[!'()*]/g,
      (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
    );

const addressOf = (path: string) => MEDIA + encodePath(path);

interface FindKey {
  rock_number: number;
  uuid: string;
}

const ofFinds =
  (kind: (typeof derivativeSets.find)[number]) =>
  ({ rock_number, uuid }: FindKey, name: string) =>
    addressOf(derivativeOfFind(findFolder(rock_number, uuid), kind, name));

/** An image of a find. Fits 2048×2048. */
export const imageAddress = ofFinds("webp");
/** Fits 640×640. */
export const imageMediumAddress = ofFinds("webp640");
/** Fits 320×320. */
export const imageThumbnailAddress = ofFinds("sm");

/** An image for the finder, who sends the find's key with it. `sm` fits 320×320, `webp` 2048×2048. */
export const finderImageAddress = (
  uuid: string,
  kind: "sm" | "webp",
  name: string,
) => `/api/finds/${uuid}/${kind}/${name}.webp`;

const ofRocks =
  (kind: (typeof derivativeSets.catalogue)[number]) =>
  (rockNumber: number, version: string | null = null) =>
    versioned(
      addressOf(derivativeOfRock(catalogueFolder(rockNumber), kind)),
      version || null,
    );

/** A rock's catalogue picture. Fits 2048×2048. */
export const catalogueAddress = ofRocks("a");
/** 512×512. */
export const catalogueThumbnailAddress = ofRocks("a_sm");
/** 320×320. */
export const catalogueTileAddress = ofRocks("a_xs");
/** A rock as a stone, 128×128. The version is that of the picture; empty if it is not known. */
export const pinAddress = ofRocks("pin");

/** Preview picture of a rock's page when it is shared, 1200×630. @param language the site's own if it is empty */
export const sharePictureAddress = (
  rockNumber: number,
  version: string,
  language = "",
) =>
  versioned(`/share/rocks/${rockNumber}.jpg`, version) +
  (language && `&lang=${language}`);

const ofPhotos =
  (kind: (typeof derivativeSets.photo)[number]) =>
  (album: string, name: string) =>
    addressOf(derivativeOfPhoto(album, kind, name));

/** A photo of an album; its name ends in `.webp`. Fits 2048×2048. */
export const photoAddress = ofPhotos("webp");
/** Fits 640×640. */
export const photoMediumAddress = ofPhotos("webp640");
/** 300×300. */
export const photoThumbnailAddress = ofPhotos("webp300x300");

/** A picture of the site's own pages; a hero's is the one for wide screens. */
export const sitePictureAddress = (
  name: SitePictureName,
  version: string | null,
) =>
  versioned(
    name === "logo" ? `/${LOGO}` : addressOf(widePicture(name)),
    version,
  );

/** A hero's picture for phones. */
export const tallPictureAddress = (
  name: SitePictureName,
  version: string | null,
) => versioned(addressOf(tallPicture(name)), version);

/** An address that changes with its picture, so that no copy of an earlier one is shown. */
function versioned(address: string, version: string | null) {
  return version === null ? address : `${address}?v=${version}`;
}
