import { sql } from "drizzle-orm";
import { getDb } from "#db/client.server.ts";
import { derivativeOfFind } from "../store/paths.ts";
import type { PictureSize } from "./schemas.ts";
import { inScope, type ReviewScope } from "./scope.server.ts";

/**
 * The store's path of a picture of a find of this review, or of a public one that a find is compared with; undefined if
 * there is none, or it is not ready. Small pictures of a new find are there at once.
 */
export function getReviewPicture(
  scope: ReviewScope,
  uuid: string,
  name: string,
  size: PictureSize,
) {
  const image = getDb().get<{ folder: string; name: string } | undefined>(sql`
    SELECT p.folder, i.current_name AS name
      FROM rock_posts p JOIN rock_post_images i USING (rps_key)
     WHERE p.uuid = ${uuid} AND i.current_name = ${name} AND (i.ready = 1 OR ${size} = 'sm')
       AND (${inScope(scope)} OR EXISTS (SELECT 1 FROM public_images q WHERE q.rpi_key = i.rpi_key))`);
  return image && derivativeOfFind(image.folder, size, image.name);
}
