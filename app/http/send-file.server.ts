import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import path from "node:path";
import { createReadableStreamFromReadable } from "@remix-run/node";
import { onDisk } from "#domain/media-store.server.ts";
import { getSettings } from "#domain/settings.server.ts";
import { namesEtag } from "./etag.server.ts";

const SHIPPED = "media";
/** Up to this size a file is answered in one piece. */
const WHOLE_BYTES_MAX = 1_048_576;

const notFound = (headers?: HeadersInit) =>
  new Response("Not found", { status: 404, headers });

/**
 * Answers with a webp or jpg of the store: ETag, 304, Range with 206 and 416.
 * @param relative a path that `parseMediaPath` gave, never one from an address
 */
export async function sendFile(
  request: Request,
  relative: string,
  headers: Record<string, string>,
  shipped = false,
) {
  const { ACCEL_REDIRECT } = getSettings();
  if (ACCEL_REDIRECT && !shipped)
    return leaveToNginx(ACCEL_REDIRECT + relative, headers);
  const file =
    (await openFile(onDisk(relative))) ??
    (shipped ? await openFile(path.resolve(SHIPPED, relative)) : undefined);
  if (!file) return notFound(headers);
  try {
    const { size, mtimeMs } = await file.handle.stat();
    const etag = `"${size.toString(36)}-${Math.round(mtimeMs * 1000).toString(36)}"`;
    const common = { ...headers, ETag: etag, "Accept-Ranges": "bytes" };
    const known = request.headers.get("if-none-match");
    if (known && namesEtag(known, etag))
      return new Response(null, { status: 304, headers: common });

    const ifRange = request.headers.get("if-range");
    const range =
      ifRange && ifRange !== etag ? null : request.headers.get("range");
    const part = range === null ? undefined : readRange(range, size);
    if (part === "unsatisfiable")
      return new Response(null, {
        status: 416,
        headers: { ...common, "Content-Range": `bytes */${size}` },
      });
    const { start, end } = part ?? { start: 0, end: size - 1 };
    const length = end - start + 1;
    const answer = {
      status: part ? 206 : 200,
      headers: {
        ...common,
        "Content-Type": relative.endsWith(".jpg") ? "image/jpeg" : "image/webp",
        "Content-Length": String(length),
        ...(part ? { "Content-Range": `bytes ${start}-${end}/${size}` } : {}),
      },
    };
    if (request.method === "HEAD") return new Response(null, answer);
    if (length <= WHOLE_BYTES_MAX) {
      const bytes = Buffer.alloc(length);
      const { bytesRead } = await file.handle.read(bytes, 0, length, start);
      if (bytesRead < length)
        throw new Error("a file of the store became shorter while it was read");
      return new Response(bytes, answer);
    }
    return new Response(
      createReadableStreamFromReadable(
        createReadStream(file.path, { start, end }),
      ),
      answer,
    );
  } finally {
    await file.handle.close();
  }
}

/** The proxy before the site sends the file: its ETag, 304 and ranges are the proxy's own. */
const leaveToNginx = (address: string, headers: Record<string, string>) =>
  new Response(null, {
    headers: {
      ...headers,
      "Content-Type": "image/webp",
      "X-Accel-Redirect": encodeURI(address).replace(
        /[?#]/g,
        encodeURIComponent,
      ),
    },
  });

async function openFile(full: string) {
  try {
    const handle = await open(full, "r");
    if ((await handle.stat()).isFile()) return { handle, path: full };
    await handle.close();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (
      code !== "ENOENT" &&
      code !== "ENOTDIR" &&
      code !== "ENAMETOOLONG" &&
      code !== "EISDIR"
    )
      throw error;
  }
  return undefined;
}

/** One range of bytes; several, or another unit, count as none asked for. */
function readRange(
  header: string,
  size: number,
): { start: number; end: number } | "unsatisfiable" | undefined {
  const [, first, last] = /^bytes=(\d*)-(\d*)$/.exec(header) ?? [];
  if (
    first === undefined ||
    last === undefined ||
    (first === "" && last === "")
  )
    return undefined;
  const start = first === "" ? Math.max(0, size - Number(last)) : Number(first);
  const end =
    first === "" || last === "" ? size - 1 : Math.min(Number(last), size - 1);
  if (first !== "" && last !== "" && Number(last) < Number(first))
    return undefined;
  if (start >= size || (first === "" && Number(last) === 0))
    return "unsatisfiable";
  return { start, end };
}
