import { prepared } from "#db/prepared.server.ts";
import { findFolder } from "./paths.ts";
import { type MediaFile } from "./parse-path.ts";
import { getRockPicture, pinVersion } from "../rocks/rock-pictures.server.ts";

export type Access = "everyone" | "admin" | "nobody";

interface Row {
  shown: number;
}

const findPhoto = prepared<Row>(`
  SELECT a.show AND p.show AND NOT p.missing AS shown FROM albums a JOIN photos p USING (pa_key)
   WHERE a.name = ? AND p.name = ?`);
const findImage = prepared<Row & { moving_from: number | null }>(`
  SELECT p.show AND i.show AS shown, p.moving_from
    FROM rock_posts p JOIN rock_post_images i USING (rps_key)
   WHERE p.uuid = ? AND p.rock_number = ? AND i.current_name = ?`);

interface MediaAccess {
  access: Access;
  path: string;
  /** Of a rock's pin: while an address names it, the picture there is the same for good. */
  version?: string | null;
}

/** Who may see a picture as of now, and where its file stands. */
export function accessTo(file: MediaFile): MediaAccess {
  const { path } = file;
  if (file.of === "site") return { access: "everyone", path };
  if (file.of === "catalogue") {
    const rock = getRockPicture(file.rockNumber);
    return {
      access: rock ? "everyone" : "nobody",
      path,
      version: path.endsWith("/pin.webp") ? pinVersion(rock) : undefined,
    };
  }
  if (file.of === "photo")
    return { access: accessOf(findPhoto(file.album, file.photo)), path };
  const row = findImage(file.uuid, file.rockNumber, file.image);
  // While a folder is on its way to a new number, its files still stand under the old one.
  const moved = row?.moving_from ?? file.rockNumber;
  return {
    access: accessOf(row),
    path: path.replace(
      findFolder(file.rockNumber, file.uuid),
      findFolder(moved, file.uuid),
    ),
  };
}

const accessOf = (row: Row | undefined): Access =>
  row === undefined ? "nobody" : row.shown ? "everyone" : "admin";
