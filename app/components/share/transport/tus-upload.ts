import { request, SendError } from "./send-error.ts";

/** Sends a file in pieces by the tus protocol 1.0.0 (https://tus.io/protocols/resumable-upload). */

const HEADERS = { "Tus-Resumable": "1.0.0" };
/** The address for uploads, and the headers that it requires. */
export interface UploadPlace {
  path: string;
  headers: Record<string, string>;
}
/** Of a find's pictures. The site refuses them in the language of the find's form. */
export const placeOfFind = (lang: string | undefined): UploadPlace => ({
  path: "/api/uploads",
  headers: lang ? { "Content-Language": lang } : {},
});
/** For requests that carry no piece; milliseconds. */
const ANSWER_MS = 15_000;

/** Announces a file of this size. Returns where its bytes go. */
export async function createUpload(
  bytes: number,
  metadata: Record<string, string>,
  signal: AbortSignal,
  place: UploadPlace,
) {
  const { status, headers } = await request(place.path, {
    method: "POST",
    headers: {
      ...HEADERS,
      ...place.headers,
      "Upload-Length": String(bytes),
      "Upload-Metadata": encodeMetadata(metadata),
    },
    ms: ANSWER_MS,
    signal,
  });
  const given = headers.get("Location");
  if (status !== 201 || !given) throw new SendError("again");
  // A path, because the site may be reached under another origin later.
  return new URL(given, location.origin).pathname;
}

/** Asks how many bytes have arrived. */
export async function readOffset(
  url: string,
  signal: AbortSignal,
  place: UploadPlace,
) {
  const { headers } = await request(url, {
    method: "HEAD",
    headers: { ...HEADERS, ...place.headers },
    ms: ANSWER_MS,
    signal,
  });
  return parseOffset(headers);
}

/** Sends a piece that begins at `offset`. Returns how many bytes of the file have arrived. */
export async function sendPiece(
  url: string,
  offset: number,
  piece: ArrayBuffer,
  { ms, signal }: { ms: number; signal: AbortSignal },
  place: UploadPlace,
) {
  const { headers } = await request(url, {
    method: "PATCH",
    headers: {
      ...HEADERS,
      ...place.headers,
      "Content-Type": "application/offset+octet-stream",
      "Upload-Offset": String(offset),
    },
    body: piece,
    ms,
    signal,
  });
  return parseOffset(headers);
}

/** The last part of an upload's address. */
export const idOfUpload = (url: string) => url.slice(url.lastIndexOf("/") + 1);

/** An answer without an offset comes from something between here and the site. */
function parseOffset(headers: Headers) {
  const offset = headers.get("Upload-Offset");
  if (!offset || !/^\d+$/.test(offset)) throw new SendError("again");
  return Number(offset);
}

/** Values are UTF-8 in base64. A key may have no value. */
const encodeMetadata = (metadata: Record<string, string>) =>
  Object.entries(metadata)
    .map(([key, value]) => `${key} ${toBase64(value)}`.trim())
    .join(",");

const toBase64 = (text: string) =>
  btoa(String.fromCharCode(...new TextEncoder().encode(text)));
