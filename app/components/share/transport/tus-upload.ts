import { request, SendError } from "./send-error.ts";

/** For requests that carry no piece; milliseconds. */
const ANSWER_MS = 15_000;

interface TusOptions {
  path: string;
  headers: Record<string, string>;
  signal: AbortSignal;
}

/** Sends files in pieces by the tus protocol 1.0.0 (https://tus.io/protocols/resumable-upload). */
export function tusAt({ path, headers: own, signal }: TusOptions) {
  const ask = (
    url: string,
    { headers, ...init }: Omit<RequestInit, "signal"> & { ms?: number },
  ) =>
    request(url, {
      ms: ANSWER_MS,
      ...init,
      headers: { "Tus-Resumable": "1.0.0", ...own, ...headers },
      signal,
    });

  return {
    /** Announces a file of this size. Returns where its bytes go. */
    async create(bytes: number, metadata: Record<string, string>) {
      const { status, headers } = await ask(path, {
        method: "POST",
        headers: {
          "Upload-Length": String(bytes),
          "Upload-Metadata": encodeMetadata(metadata),
        },
      });
      const given = headers.get("Location");
      if (status !== 201 || !given) throw new SendError("again");
      // A path, because the site may be reached under another origin later.
      return new URL(given, location.origin).pathname;
    },

    readOffset: async (url: string) =>
      parseOffset(await ask(url, { method: "HEAD" })),

    /** Sends a piece that begins at `offset`. Returns how many bytes of the file have arrived. */
    sendPiece: async (
      url: string,
      offset: number,
      piece: ArrayBuffer,
      ms: number,
    ) =>
      parseOffset(
        await ask(url, {
          method: "PATCH",
          headers: {
            "Content-Type": "application/offset+octet-stream",
            "Upload-Offset": String(offset),
          },
          body: piece,
          ms,
        }),
      ),
  };
}

export const idOfUpload = (url: string) => url.slice(url.lastIndexOf("/") + 1);

/** An answer without an offset comes from something between here and the site. */
function parseOffset({ headers }: { headers: Headers }) {
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
