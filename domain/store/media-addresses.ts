import {
  catalogueFolder,
  derivativeOfFind,
  derivativeOfPhoto,
  derivativeOfRock,
  findFolder,
  LOGO,
  tallPicture,
  widePicture,
  type SitePictureName,
} from "./paths.ts";

/** The addresses of all pictures that the site serves. `parse-paths.ts` reads them. */

/** Prefix of every address of the store's pictures. */
export const MEDIA = "/media/";

interface FindKey {
  rock_number: number;
  uuid: string;
}

/** An image of a find. Fits 2048×2048. */
export const imageAddress = ({ rock_number, uuid }: FindKey, name: string) =>
  MEDIA + derivativeOfFind(findFolder(rock_number, uuid), "webp", name);

/** Fits 640×640. */
export const imageMediumAddress = (
  { rock_number, uuid }: FindKey,
  name: string,
) => MEDIA + derivativeOfFind(findFolder(rock_number, uuid), "webp640", name);

/** Fits 320×320. */
export const imageThumbnailAddress = (
  { rock_number, uuid }: FindKey,
  name: string,
) => MEDIA + derivativeOfFind(findFolder(rock_number, uuid), "sm", name);

/** An image for the finder, who sends the find's key with it. `sm` fits 320×320, `webp` 2048×2048. */
export const finderImageAddress = (
  uuid: string,
  kind: "sm" | "webp",
  name: string,
) => `/api/finds/${uuid}/${kind}/${name}.webp`;

/** A rock's catalogue picture. Fits 2048×2048. */
export const catalogueAddress = (
  rockNumber: number,
  version: string | null = null,
) =>
  versioned(
    MEDIA + derivativeOfRock(catalogueFolder(rockNumber), "a"),
    version,
  );

/** 512×512. */
export const catalogueThumbnailAddress = (
  rockNumber: number,
  version: string | null = null,
) =>
  versioned(
    MEDIA + derivativeOfRock(catalogueFolder(rockNumber), "a_sm"),
    version,
  );

/** 320×320. */
export const catalogueTileAddress = (rockNumber: number) =>
  MEDIA + derivativeOfRock(catalogueFolder(rockNumber), "a_xs");

/** A rock as a stone, 128×128. @param version of the picture; empty if it is not known */
export const pinAddress = (rockNumber: number, version: string) =>
  versioned(
    MEDIA + derivativeOfRock(catalogueFolder(rockNumber), "pin"),
    version || null,
  );

/** Preview picture of a rock's page when it is shared, 1200×630. @param language the site's own if it is empty */
export const sharePictureAddress = (
  rockNumber: number,
  version: string,
  language = "",
) =>
  versioned(`/share/rocks/${rockNumber}.jpg`, version) +
  (language && `&lang=${language}`);

/** A photo of an album; `name` ends in `.webp`. Fits 2048×2048. */
export const photoAddress = (album: string, name: string) =>
  MEDIA + derivativeOfPhoto(album, "webp", name);

/** Fits 640×640. */
export const photoMediumAddress = (album: string, name: string) =>
  MEDIA + derivativeOfPhoto(album, "webp640", name);

/** 300×300. */
export const photoThumbnailAddress = (album: string, name: string) =>
  MEDIA + derivativeOfPhoto(album, "webp300x300", name);

/** A picture of the site's own pages; a hero's is the one for wide screens. */
export const sitePictureAddress = (
  name: SitePictureName,
  version: string | null,
) =>
  versioned(name === "logo" ? `/${LOGO}` : MEDIA + widePicture(name), version);

/** A hero's picture for phones. */
export const tallPictureAddress = (
  name: SitePictureName,
  version: string | null,
) => versioned(MEDIA + tallPicture(name), version);

/**
 * An address that changes with its picture, so that no copy of an earlier one is shown.
 * @param version null for a picture without one
 */
function versioned(address: string, version: string | null) {
  return version === null ? address : `${address}?v=${version}`;
}
