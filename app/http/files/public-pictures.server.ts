import type { IncomingMessage, ServerResponse } from "node:http";
import { log } from "#domain/core/log.server.ts";
import { accessTo, type Access } from "#domain/store/media-access.server.ts";
import { parseMediaPath } from "#domain/store/parse-path.ts";
import type { SitePictureName } from "#domain/site/schemas.ts";
import { MEDIA } from "#domain/store/media-addresses.ts";
import { chooseTallPicture } from "#domain/site/tall-pictures.server.ts";
import { sendFileByNode, type Served } from "./send-file.server.ts";

const HIDDEN = { "Cache-Control": "private, no-store", Vary: "Cookie" };
const SHOWN = { "Cache-Control": "no-cache", Vary: "Cookie" };
/** Only for the browser's own cache: a shared one would go on serving a deleted rock. */
const LASTING = { "Cache-Control": "private, max-age=31536000, immutable" };
const SITE = { "Cache-Control": "public, max-age=3600" };

interface PublicPicture extends Served {
  access: Access;
  /** The picture whose tall one has to be made: this one is served until then. */
  missing?: SitePictureName;
}

/**
 * Which picture of the store an address below `/media/` names, and who may see it. Hiding takes effect at
 * once, so every copy is asked after again, but for a pin whose version the address names: there are many of
 * them on a map. Undefined if there is no such picture.
 */
export function findPicture(
  address: string,
  query = "",
): PublicPicture | undefined {
  const file = parseMediaPath(address);
  if (!file) return undefined;
  if (file.of === "site") {
    const chosen = chooseTallPicture(file.path);
    return {
      access: "everyone",
      path: chosen?.path ?? file.path,
      missing: chosen?.missing,
      // Another may take its place as soon as it is made.
      headers: chosen ? { "Cache-Control": "no-cache" } : SITE,
      shipped: true,
    };
  }
  const { access, path, version } = accessTo(file);
  if (version && query === `v=${version}`)
    return { access, path, headers: LASTING };
  return { access, path, headers: access === "everyone" ? SHOWN : HIDDEN };
}

/** As Express calls it: pictures that everyone may see, before Remix; what is hidden is left to it and its sessions. */
export function answerWithPicture(
  request: IncomingMessage,
  response: ServerResponse,
  next: (error?: unknown) => void,
) {
  const { method = "", url = "" } = request;
  const [address = "", query] = url.split("?");
  const picture =
    ["GET", "HEAD"].includes(method) && address.startsWith(MEDIA)
      ? findPicture(address.slice(MEDIA.length), query)
      : undefined;
  // Remix's side has the engine that makes what is missing.
  if (picture?.access !== "everyone" || picture.missing) return next();
  sendFileByNode(request, response, picture).catch((error: unknown) => {
    if (!response.headersSent) return next(error);
    // What has begun can only be cut off; who went away themselves need no word of it.
    if (!response.destroyed) log.error("a picture was cut off", { error });
    response.destroy();
  });
}
