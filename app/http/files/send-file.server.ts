import { createReadStream, type Stats } from "node:fs";
import { open, stat } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import path from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createReadableStreamFromReadable } from "@remix-run/node";
import { isAbsent, onDisk, shippedFile } from "#domain/store/disk.server.ts";
import { encodePath } from "#domain/store/media-addresses.ts";
import { getSettings } from "#core/settings.server.ts";
import { createSizedCache } from "#app/http/cache/sized-cache.ts";
import { matchesEtag } from "#app/http/cache/etag.server.ts";

/** Files up to this size are cached in memory and sent in one piece. */
const WHOLE_BYTES_MAX = 1_048_576;
const CACHE_BYTES_MAX = 32 * 1_048_576;

export interface Served {
  /** From `parseMediaAddress`, never straight from an address. */
  path: string;
  headers: Record<string, string>;
  /** Content type; that of the file's ending if absent. */
  type?: string;
  /** Sent while the store doesn't have the file. */
  fallback?: string;
  shipped?: boolean;
  /** Whether only the site's own user may read the file, so that nginx can't send it. */
  ownerOnly?: boolean;
}

interface Answer {
  status: number;
  headers: Record<string, string>;
  body: Buffer<ArrayBuffer> | Readable | null;
  refusal?: string;
}

/** Answers a loader's request with a file of the store: ETag, 304, Range with 206 and 416. */
export async function sendFile(request: Request, file: Served) {
  const { method, headers } = request;
  const { body, refusal, ...rest } = await answerWith(file, method, (name) =>
    headers.get(name),
  );
  if (refusal !== undefined)
    return new URL(request.url).pathname.startsWith("/api/")
      ? Response.json({ error: refusal }, rest)
      : new Response(refusal, rest);
  return new Response(
    body instanceof Readable ? createReadableStreamFromReadable(body) : body,
    rest,
  );
}

/** The same before Remix, in a fraction of the time. */
export async function sendFileByNode(
  { method = "GET", headers }: IncomingMessage,
  response: ServerResponse,
  file: Served,
) {
  const {
    status,
    headers: own,
    body,
    refusal,
  } = await answerWith(
    file,
    method,
    (name) => String(headers[name] ?? "") || null,
  );
  if (refusal !== undefined)
    response.setHeader("Content-Type", "text/plain;charset=UTF-8");
  response.writeHead(status, own);
  if (body instanceof Readable) await pipeline(body, response);
  else response.end(refusal ?? body);
}

async function answerWith(
  served: Served,
  method: string,
  header: (name: string) => string | null,
): Promise<Answer> {
  const {
    path: wanted,
    fallback,
    headers,
    type,
    shipped = false,
    ownerOnly = false,
  } = served;
  const relative =
    fallback && !(await statFile(onDisk(wanted))) ? fallback : wanted;
  const { ACCEL_REDIRECT } = getSettings();
  if (ACCEL_REDIRECT && !shipped && !ownerOnly)
    return redirectToNginx(ACCEL_REDIRECT, relative, headers);
  const file =
    (await statFile(onDisk(relative))) ??
    (shipped ? await statFile(shippedFile(relative)) : undefined);
  if (!file) return { status: 404, headers, body: null, refusal: "Not found" };
  const { size, etag } = file;
  const common = { ...headers, ETag: etag, "Accept-Ranges": "bytes" };
  const known = header("if-none-match");
  if (known && matchesEtag(known, etag))
    return { status: 304, headers: common, body: null };

  const isOther = ![null, etag].includes(header("if-range"));
  const part = isOther ? undefined : readRange(header("range") ?? "", size);
  if (part === "unsatisfiable")
    return {
      status: 416,
      headers: { ...common, "Content-Range": `bytes */${size}` },
      body: null,
      refusal: "The file has no such part.",
    };
  const { start, end } = part ?? { start: 0, end: size - 1 };
  const answer = {
    status: part ? 206 : 200,
    headers: {
      ...common,
      "Content-Type": type ?? contentTypeOf(relative),
      "Content-Length": String(end - start + 1),
      ...(part ? { "Content-Range": `bytes ${start}-${end}/${size}` } : {}),
    },
  };
  if (method === "HEAD") return { ...answer, body: null };
  if (size > WHOLE_BYTES_MAX)
    return { ...answer, body: createReadStream(file.path, { start, end }) };
  const bytes = await readWhole(file);
  // It was replaced in the meantime.
  if (!bytes) return answerWith(served, method, header);
  return { ...answer, body: bytes.subarray(start, end + 1) };
}

const TYPES: Record<string, string> = {
  ".jpg": "image/jpeg",
  ".zip": "application/zip",
};
const contentTypeOf = (file: string) =>
  TYPES[path.extname(file)] ?? "image/webp";

interface Found {
  path: string;
  size: number;
  etag: string;
}

async function statFile(full: string): Promise<Found | undefined> {
  try {
    const found = await stat(full);
    if (found.isFile())
      return { path: full, size: found.size, etag: etagOf(found) };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (!["ENOENT", "ENOTDIR", "ENAMETOOLONG", "EISDIR"].includes(code ?? ""))
      throw error;
  }
  return undefined;
}

const etagOf = ({ size, mtimeMs }: Stats) =>
  `"${size.toString(36)}-${Math.round(mtimeMs * 1000).toString(36)}"`;

/** By path. A stat is cheaper than a read. */
const cache = createSizedCache<{ etag: string; body: Buffer<ArrayBuffer> }>(
  CACHE_BYTES_MAX,
  ({ body }) => body.length,
);

/** Undefined if the file is no longer the one that was found. */
async function readWhole({ path: full, etag }: Found) {
  const cached = cache.get(full);
  if (cached?.etag === etag) return cached.body;
  const handle = await open(full, "r").catch((error: unknown) => {
    if (!isAbsent(error)) throw error;
  });
  if (!handle) return undefined;
  try {
    const body = (await handle.readFile()) as Buffer<ArrayBuffer>;
    if (etagOf(await handle.stat()) !== etag) return undefined;
    cache.set(full, { etag, body });
    return body;
  } finally {
    await handle.close();
  }
}

/** nginx sends the file, with its own ETag, 304 and ranges. */
const redirectToNginx = (
  root: string,
  file: string,
  headers: Record<string, string>,
): Answer => ({
  status: 200,
  headers: {
    ...headers,
    "Content-Type": contentTypeOf(file),
    "X-Accel-Redirect": encodePath(root + file),
  },
  body: null,
});

/** Anything but one range of bytes that ends after it begins counts as no range. */
function readRange(header: string, size: number) {
  const [, first = "", last = ""] = /^bytes=(\d*)-(\d*)$/.exec(header) ?? [];
  const isSuffix = first === "";
  if (isSuffix ? last === "" : last !== "" && Number(last) < Number(first))
    return undefined;
  const start = isSuffix ? Math.max(0, size - Number(last)) : Number(first);
  const end =
    isSuffix || last === "" ? size - 1 : Math.min(Number(last), size - 1);
  return start < size ? { start, end } : "unsatisfiable";
}
