import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { namesEtag } from "./etag.server.ts";

const compress = promisify(gzip);

/** A large JSON answer that is encoded once for each version of its data, and kept. */
export function keptJson(
  versionOf: () => string,
  read: () => unknown,
): (request: Request) => Promise<Response> {
  let kept: { version: string; encoded: ReturnType<typeof encode> } | undefined;
  return async (request) => {
    const version = versionOf();
    if (kept?.version !== version) {
      const encoded = encode(read());
      kept = { version, encoded };
      // What could not be encoded is not kept.
      encoded.catch(() => (kept = undefined));
    }
    const { etag, plain, gzipped } = await kept.encoded;
    const headers = new Headers({
      "Content-Type": "application/json; charset=utf-8",
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

async function encode(data: unknown) {
  const plain = Buffer.from(JSON.stringify(data));
  return {
    etag: `"${createHash("sha256").update(plain).digest("base64url").slice(0, 22)}"`,
    plain,
    gzipped: await compress(plain, { level: 9 }),
  };
}
