import { existsSync, readdirSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import path from "node:path";
import { chooseEncoding } from "#app/http/cache/encodings.server.ts";

const FOLDER = "build/client/assets";
const ADDRESS = "/assets/";
/** The endings of the files that scripts/system/prepare.mjs leaves beside a file, by encoding. */
const ENDINGS = { br: ".br", gzip: ".gz" };
/** By the original extension: remix-serve would send the type of `.br`. */
const TYPES: Record<string, string> = {
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".wasm": "application/wasm",
  ".bin": "application/octet-stream",
  ".json": "application/json",
};

/** With these, remix-serve may not send the file at all. */
const CONDITIONS = ["range", "if-match", "if-unmodified-since"];

const packed = new Set(existsSync(FOLDER) ? readdirSync(FOLDER) : []);

/** Names the build's scripts: the file that lists them has a hash of them in its name. */
export const scriptsName = [...packed].find((name) =>
  /^manifest-[^.]+\.js$/.test(name),
);

/** remix-serve sends the packed form of a built file. It would pack it again for each request, and not as small. */
export function preferPacked(
  request: IncomingMessage,
  response: ServerResponse,
) {
  const { method = "", headers } = request;
  if (!request.url?.startsWith(ADDRESS) || !["GET", "HEAD"].includes(method))
    return;
  if (CONDITIONS.some((name) => name in headers)) return;
  const encoding = chooseEncoding(request);
  if (encoding === "identity") return;
  const name = request.url.slice(ADDRESS.length);
  const file = name + ENDINGS[encoding];
  const type = TYPES[path.extname(name)];
  if (!type || !packed.has(file)) return;
  request.url = ADDRESS + file;
  response.setHeader("Content-Type", type);
  response.setHeader("Content-Encoding", encoding);
}
