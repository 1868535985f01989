import { createHash } from "node:crypto";
import type {
  IncomingMessage,
  OutgoingHttpHeaders,
  ServerResponse,
} from "node:http";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { publicDataVersion } from "#domain/public-data.server.ts";
import { ByteCache } from "./byte-cache.ts";
import { namesEtag } from "./etag.server.ts";
import { isSameForAll } from "./same-for-all.ts";

/**
 * What is the same for everyone is made once, compressed once, and kept until the public data change. It
 * stands between remix-serve's own files and Remix.
 */

const KEPT_BYTES_MAX = 48 * 1024 * 1024;
/** A larger answer is passed on as it comes. */
const ANSWER_BYTES_MAX = 12 * 1024 * 1024;
/** Below this, compressing makes nothing smaller. */
const COMPRESS_BYTES_MIN = 512;

interface Answer {
  headers: OutgoingHttpHeaders;
  etag: string;
  body: Buffer;
}

const encodings = {
  br: (body: Buffer) =>
    promisify(brotliCompress)(body, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: 4,
        [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
      },
    }),
  gzip: (body: Buffer) => promisify(gzip)(body),
  identity: async (body: Buffer) => body,
};
type Encoding = keyof typeof encodings;

let version = "";
const kept = new ByteCache<Answer>(KEPT_BYTES_MAX);
/** What is being made for one request, for those that ask for the same meanwhile. */
const making = new Map<string, Promise<Answer | undefined>>();

/** As Express calls it. */
export function answerFromKept(
  request: IncomingMessage,
  response: ServerResponse,
  next: (error?: unknown) => void,
) {
  const { method, url = "/", headers } = request;
  if (method === "GET" && isSameForAll(url, headers.cookie))
    answer(request, response, next).catch(next);
  else next();
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  next: () => void,
) {
  const { url = "/", headers } = request;
  forgetOutdated();
  const encoding = chooseEncoding(String(headers["accept-encoding"] ?? ""));
  const key = [encoding, headers.host, url].join(" ");
  const of = `${version} ${key}`;
  const there = kept.get(key) ?? (await making.get(of));
  if (there) return send(there, request, response);
  const made = collect(request, response, encoding, next);
  making.set(of, made);
  const fresh = await made;
  making.delete(of);
  forgetOutdated();
  if (fresh && of.startsWith(`${version} `)) kept.set(key, fresh);
}

function forgetOutdated() {
  const now = publicDataVersion();
  if (now === version) return;
  version = now;
  kept.clear();
}

function chooseEncoding(accepted: string): Encoding {
  const takes = (name: string) =>
    accepted
      .split(",")
      .some((part) =>
        new RegExp(`^\\s*${name}\\s*(;\\s*q=(?!0(\\.0*)?\\s*$).*)?$`).test(
          part,
        ),
      );
  return takes("br") ? "br" : takes("gzip") ? "gzip" : "identity";
}

function send(
  { headers, etag, body }: Answer,
  request: IncomingMessage,
  response: ServerResponse,
) {
  for (const [name, value] of Object.entries(headers))
    if (value !== undefined) response.setHeader(name, value);
  const known = request.headers["if-none-match"];
  if (known && namesEtag(known, etag.slice("W/".length))) {
    response.statusCode = 304;
    for (const name of ["Content-Type", "Content-Length", "Content-Encoding"])
      response.removeHeader(name);
    response.end();
  } else {
    response.end(body);
  }
}

/**
 * Has the answer made, sends it, and gives it back for keeping; undefined where it is too large, no success,
 * or said to be for this request alone.
 */
function collect(
  request: IncomingMessage,
  response: ServerResponse,
  encoding: Encoding,
  next: () => void,
): Promise<Answer | undefined> {
  const before = new Set(response.getHeaderNames());
  const { write, end } = response;
  const chunks: Buffer[] = [];
  let size = 0;
  return new Promise((resolve) => {
    const passOn = () => {
      Object.assign(response, { write, end });
      resolve(undefined);
      for (const chunk of chunks.splice(0)) response.write(chunk);
    };
    response.once("close", () => resolve(undefined));
    response.write = (chunk: Uint8Array | string) => {
      chunks.push(Buffer.from(chunk as string));
      size += chunk.length;
      if (size > ANSWER_BYTES_MAX) passOn();
      return true;
    };
    response.end = (chunk?: unknown) => {
      if (typeof chunk === "string" || chunk instanceof Uint8Array)
        chunks.push(Buffer.from(chunk as string));
      if (!mayBeKept(response)) {
        passOn();
        return response.end();
      }
      Object.assign(response, { write, end });
      void encode(response, before, Buffer.concat(chunks), encoding).then(
        (answer) => {
          resolve(answer);
          send(answer, request, response);
        },
        (error: Error) => response.destroy(error),
      );
      return response;
    };
    next();
  });
}

const mayBeKept = (response: ServerResponse) =>
  response.statusCode === 200 &&
  !response.hasHeader("Set-Cookie") &&
  !response.hasHeader("Content-Encoding") &&
  !/no-store|private/.test(String(response.getHeader("Cache-Control") ?? ""));

async function encode(
  response: ServerResponse,
  before: Set<string>,
  whole: Buffer,
  wanted: Encoding,
): Promise<Answer> {
  const encoding = whole.length < COMPRESS_BYTES_MIN ? "identity" : wanted;
  const body = await encodings[encoding](whole);
  const hash = createHash("sha256").update(whole).digest("base64url");
  // Weak: the same in every encoding.
  const etag = `W/"${hash.slice(0, 22)}"`;
  const own = response
    .getHeaderNames()
    .filter((name) => !before.has(name))
    .map((name) => [name, response.getHeader(name)] as const);
  const headers: OutgoingHttpHeaders = {
    ...Object.fromEntries(own),
    "cache-control": "no-cache",
    vary: [response.getHeader("vary"), "Accept-Encoding"]
      .filter(Boolean)
      .join(", "),
    etag,
    "content-length": body.length,
  };
  if (encoding !== "identity") headers["content-encoding"] = encoding;
  return { headers, etag, body };
}
