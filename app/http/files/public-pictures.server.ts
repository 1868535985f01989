import type { IncomingMessage, ServerResponse } from "node:http";
import { log } from "#core/log.server.ts";
import { accessTo, type Access } from "#domain/pictures/access.server.ts";
import { sitePictureFile } from "#domain/store/disk.server.ts";
import { fallbackFor } from "#domain/store/paths.ts";
import { parseMediaAddress } from "#domain/store/parse-paths.ts";
import { MEDIA } from "#domain/store/media-addresses.ts";
import { sendFileByNode, type Served } from "./send-file.server.ts";

const HIDDEN = { "Cache-Control": "private, no-store", Vary: "Cookie" };
const SHOWN = { "Cache-Control": "no-cache", Vary: "Cookie" };
/** Only for the browser's own cache, because a shared one would still serve the pin of a deleted rock. */
const LASTING = { "Cache-Control": "private, max-age=31536000, immutable" };
const SITE = { "Cache-Control": "public, max-age=3600" };

/**
 * The picture that an address below `/media/` names, and who may see it. The address is still encoded. Hiding takes
 * effect at once, so caches must ask again each time. Only pins with their version in the address are cached for good, because a map has many of them.
 */
export function getPicture(
  address: string,
  query = "",
): (Served & { access: Access }) | undefined {
  const file = parseMediaAddress(address);
  if (!file) return undefined;
  if (file.of === "site") {
    const path = sitePictureFile(file.path);
    return { access: "everyone", path, headers: SITE, shipped: true };
  }
  const { access, path, version } = accessTo(file);
  if (version && query === `v=${version}`)
    return { access, path, headers: LASTING };
  const headers = access === "everyone" ? SHOWN : HIDDEN;
  return { access, path, headers, fallback: fallbackFor(path) };
}

/** As Express calls it. Answers with public pictures before Remix, and leaves hidden ones to Remix and its sessions. */
export function answerWithPicture(
  request: IncomingMessage,
  response: ServerResponse,
  next: (error?: unknown) => void,
) {
  const { method = "", url = "" } = request;
  const [address = "", query] = url.split("?");
  const picture =
    ["GET", "HEAD"].includes(method) && address.startsWith(MEDIA)
      ? getPicture(address.slice(MEDIA.length), query)
      : undefined;
  if (picture?.access !== "everyone") return next();
  sendFileByNode(request, response, picture).catch((error: unknown) => {
    if (!response.headersSent) return next(error);
    // A response that has begun can only be cut off. It is no error if the client went away.
    if (!response.destroyed) log.error("a picture was cut off", { error });
    response.destroy();
  });
}
