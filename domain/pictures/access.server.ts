import { prepared } from "#db/prepared.server.ts";
import { getRockPicture, pinVersion } from "../rocks/rock-pictures.server.ts";
import { catalogueFolder, findFolder } from "../store/paths.ts";
import { type MediaFile } from "../store/parse-paths.ts";

export type Access = "everyone" | "admin" | "nobody";

const getPublicPhoto = prepared<object>(
  "SELECT 1 FROM public_photos WHERE album = ? AND name = ?",
);
const getPhoto = prepared<object>(`
  SELECT 1 FROM albums a JOIN photos p USING (pa_key)
   WHERE a.name = ? AND p.name = ?`);
const getPublicImage = prepared<{ folder: string }>(`
  SELECT folder FROM public_images
   WHERE uuid = ? AND rock_number = ? AND current_name = ?`);
const getImage = prepared<{ folder: string }>(`
  SELECT p.folder FROM rock_posts p JOIN rock_post_images i USING (rps_key)
   WHERE p.uuid = ? AND p.rock_number = ? AND i.current_name = ? AND NOT i.outdated`);
/** The name of an image whose original has taken its place, by the one that it had before. */
const getNewName = prepared<{ current_name: string }>(`
  SELECT i.current_name FROM rock_posts p JOIN rock_post_images i USING (rps_key)
   WHERE p.uuid = ? AND i.earlier_name = ?`);

interface MediaAccess {
  access: Access;
  path: string;
  /** Only for a rock's pin. An address with this version always shows the same picture. */
  version?: string | null;
}

export function accessTo(
  file: Exclude<MediaFile, { of: "site" }>,
): MediaAccess {
  const { path } = file;
  if (file.of === "catalogue") {
    const rock = getRockPicture(file.rockNumber);
    return {
      access: rock ? "everyone" : "nobody",
      path: rock
        ? path.replace(catalogueFolder(file.rockNumber), rock.folder)
        : path,
      version: path.endsWith("/pin.webp") ? pinVersion(rock) : undefined,
    };
  }
  if (file.of === "photo") {
    const { album, photo } = file;
    if (getPublicPhoto(album, photo)) return { access: "everyone", path };
    return { access: getPhoto(album, photo) ? "admin" : "nobody", path };
  }
  return accessToImage(file) ?? { access: "nobody", path };
}

function accessToImage(
  file: Extract<MediaFile, { of: "find" }>,
): MediaAccess | undefined {
  const { path, uuid, rockNumber, image } = file;
  const shown = getPublicImage(uuid, rockNumber, image);
  const row = shown ?? getImage(uuid, rockNumber, image);
  if (row)
    return {
      access: shown ? "everyone" : "admin",
      path: path.replace(findFolder(rockNumber, uuid), row.folder),
    };
  const renamed = getNewName(uuid, image)?.current_name;
  return renamed === undefined
    ? undefined
    : accessToImage({
        ...file,
        image: renamed,
        path: path.replace(/[^/]+$/, `${renamed}.webp`),
      });
}
