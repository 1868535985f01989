import { readFileSync, statSync } from "node:fs";
import { expect } from "vitest";
import { fixture } from "#tests/fixtures/index.ts";
import type { Site } from "../../processes/site.ts";
import { until } from "../../until.ts";
import { openRequest } from "../open-request.ts";
import { site } from "#tests/setup/current-site.ts";

/** Requests of the tus protocol, as a client sends them. */

const VERSION = { "Tus-Resumable": "1.0.0" };
export const PIECE = { "Content-Type": "application/offset+octet-stream" };

type Headers = Record<string, string>;

/** Bytes that are no picture's, the same each time. */
export function someBytes(length: number) {
  const bytes = Buffer.allocUnsafe(length);
  for (let n = 0; n < length; n++) bytes[n] = (n * 31 + (n >> 8)) % 251;
  return bytes;
}

/** As `Upload-Metadata`; null is a key without a value. */
export const asMetadata = (metadata: Record<string, string | null>) =>
  Object.entries(metadata)
    .map(([key, value]) =>
      value === null
        ? key
        : `${key} ${Buffer.from(value, "utf8").toString("base64")}`,
    )
    .join(",");

const tus = (
  site: Site,
  method: string,
  path: string,
  headers: Headers,
  body?: Uint8Array,
) =>
  site.fetch(path, {
    method,
    headers: { ...VERSION, ...headers },
    body: body as BodyInit,
  });

export const createUpload = (
  site: Site,
  bytes: number | string,
  metadata: Record<string, string | null> = { filename: "beach.jpg" },
  headers: Headers = {},
) =>
  tus(site, "POST", "/api/uploads", {
    "Upload-Length": String(bytes),
    "Upload-Metadata": asMetadata(metadata),
    ...headers,
  });

/** Begins an upload; gives its path. */
export async function beginUpload(
  site: Site,
  bytes: number,
  metadata?: Record<string, string | null>,
  headers?: Headers,
) {
  const answer = await createUpload(site, bytes, metadata, headers);
  if (answer.status !== 201)
    throw new Error(
      `an upload was answered ${answer.status}: ${await answer.text()}`,
    );
  return answer.headers.get("location")!;
}

export const sendPiece = (
  site: Site,
  path: string,
  offset: number,
  piece: Uint8Array,
  headers: Headers = {},
) =>
  tus(
    site,
    "PATCH",
    path,
    { ...PIECE, "Upload-Offset": String(offset), ...headers },
    piece,
  );

export const askUpload = (site: Site, path: string, headers: Headers = {}) =>
  tus(site, "HEAD", path, headers);

export const removeUpload = (path: string) => tus(site, "DELETE", path, {});

/** Expects an answer that refuses something with a sentence, and says when to come again if that may help. */
export async function expectRefusal(answer: Response, status: number) {
  expect(answer.status).toBe(status);
  const error = expect.stringMatching(/\.$/) as string;
  expect(await answer.json()).toMatchObject({ error });
  if (status === 429)
    expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
}

/** The file with what has arrived of an upload. */
export const arrivedFile = (site: Site, path: string) =>
  site.inStore("tmp/uploads", idOf(path));

/** Waits until so many bytes of an upload have arrived. */
export const untilArrived = (site: Site, path: string, bytes: number) =>
  until(
    () =>
      statSync(arrivedFile(site, path), { throwIfNoEntry: false })?.size ===
      bytes,
  );

/** How much of an upload has arrived. */
export const offsetOf = async (site: Site, path: string) =>
  Number((await askUpload(site, path)).headers.get("upload-offset"));

export const idOf = (path: string) => path.split("/").at(-1)!;

/** Uploads a file in one piece; gives the answer to it, and the upload's id. */
export async function uploadBytes(
  site: Site,
  bytes: Uint8Array,
  metadata?: Record<string, string | null>,
  headers?: Headers,
) {
  const path = await beginUpload(site, bytes.length, metadata, headers);
  const answer = await sendPiece(site, path, 0, bytes, headers);
  return { answer, path, id: idOf(path) };
}

/** Uploads a fixture; gives the upload's id. */
export async function uploadFixture(
  name: string,
  metadata: Record<string, string | null> = {},
) {
  const { answer, id } = await uploadBytes(site, readFileSync(fixture(name)), {
    filename: name,
    ...metadata,
  });
  if (answer.status !== 204)
    throw new Error(`the upload of ${name} was answered ${answer.status}`);
  return id;
}

/** Begins to send a piece on a connection of its own, and holds the rest back. */
export const openPiece = (
  site: Site,
  path: string,
  { offset, length }: { offset: number; length: number },
  headers: Headers = {},
) =>
  openRequest(
    site,
    path,
    length,
    { ...VERSION, ...PIECE, "Upload-Offset": String(offset), ...headers },
    "PATCH",
  );
