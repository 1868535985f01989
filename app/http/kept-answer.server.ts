import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { namesEtag } from "./etag.server.ts";

const compress = promisify(gzip);

/** A large answer that is written and compressed once for each version of its data, and kept. */
export function keptAnswer(
  contentType: string,
  versionOf: () => string,
  write: () => Uint8Array<ArrayBuffer>,
): (request: Request) => Promise<Response> {
  let kept: { version: string; encoded: ReturnType<typeof encode> } | undefined;
  return async (request) => {
    const version = versionOf();
    if (kept?.version !== version) {
      const encoded = encode(write());
      kept = { version, encoded };
      // What could not be compressed is not kept.
      encoded.catch(() => (kept = undefined));
    }
    const { etag, plain, gzipped } = await kept.encoded;
    const headers = new Headers({
      "Content-Type": contentType,
      "Cache-Control": "no-cache",
      // Weak: the same data, in more than one encoding.
      ETag: `W/${etag}`,
      Vary: "Accept-Encoding",
    });
    const known = request.headers.get("If-None-Match");
    if (known && namesEtag(known, etag))
      return new Response(null, { status: 304, headers });
    if (!/\bgzip\b/.test(request.headers.get("Accept-Encoding") ?? ""))
      return new Response(plain, { headers });
    headers.set("Content-Encoding", "gzip");
    return new Response(gzipped, { headers });
  };
}

async function encode(plain: Uint8Array<ArrayBuffer>) {
  return {
    etag: `"${createHash("sha256").update(plain).digest("base64url").slice(0, 22)}"`,
    plain,
    gzipped: await compress(plain, { level: 9 }),
  };
}
