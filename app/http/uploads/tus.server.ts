import { randomBytes } from "node:crypto";
import { msg } from "@lingui/core/macro";
import * as v from "valibot";
import type { Said } from "#core/languages/say.ts";
import { DomainError } from "#core/errors.ts";
import { errorResponse, refuse } from "../api.server.ts";
import { answers, type callOf, type Query } from "../calls/call.ts";
import { drain, openBody, type BodyReader } from "../request/body.server.ts";
import { clientAddress } from "../request/headers.ts";

/** Answers tus, the protocol of uploads that can be resumed: https://tus.io/protocols/resumable-upload */

const VERSION = "1.0.0";
const PIECE = "application/offset+octet-stream";

/** Bytes that are read ahead of the disk. A cut loses none of them. */
const AHEAD_BYTES = 1_048_576;
/** Grace period for bytes in flight on a replaced connection, in milliseconds. */
const GRACE_MS = 100;

type Metadata = Record<string, string | null>;

interface Upload {
  bytes: number;
  offset: number;
  create_dt: string;
  metadata?: Metadata;
}

export interface UploadKeeper {
  bytesMax(): number;
  tooLarge(): Said;
  /** Milliseconds until an upload is removed. */
  life: number;
  makeId?(bytes: number): string;
  create(
    upload: { id: string; bytes: number },
    metadata: Metadata,
    address: string,
  ): Promise<unknown>;
  get(id: string): Promise<Upload>;
  /** @returns the new offset */
  append(
    id: string,
    chunks: AsyncIterable<Uint8Array>,
    address: string,
  ): Promise<number>;
  remove(id: string): Promise<unknown>;
  finish?(id: string): Promise<unknown>;
}

/** Refusals look like those of every other call. @param silenceMs how long the sender may send nothing */
export async function answerTus(
  keeper: UploadKeeper,
  request: Request,
  id = "",
  silenceMs?: number,
) {
  const response = await answer(keeper, request, id, silenceMs).catch(
    (error: unknown) => errorResponse(error, request),
  );
  response.headers.set("Tus-Resumable", VERSION);
  response.headers.set("Cache-Control", "no-store");
  return response;
}

async function answer(
  keeper: UploadKeeper,
  request: Request,
  id: string,
  silenceMs: number | undefined,
) {
  const { method, headers } = request;
  if (method === "OPTIONS")
    return respond(204, {
      "Tus-Version": VERSION,
      "Tus-Extension": "creation,expiration,termination",
      "Tus-Max-Size": String(keeper.bytesMax()),
    });
  if (headers.get("tus-resumable") !== VERSION)
    return refuse(
      request,
      msg`This address takes tus ${VERSION}. Send it as Tus-Resumable.`,
      { status: 412, headers: { "Tus-Version": VERSION } },
    );
  if (method === "POST") return create(keeper, request);
  if (method === "PATCH") return append(keeper, request, id, silenceMs);
  return oneAtATime(id, async () => {
    const upload = await keeper.get(id);
    if (method !== "DELETE") return respond(200, describe(keeper, upload));
    await keeper.remove(id);
    return respond(204);
  });
}

const respond = (status: number, headers?: Record<string, string>) =>
  new Response(null, { status, headers });

function describe({ life }: UploadKeeper, upload: Upload) {
  const { bytes, offset, create_dt, metadata } = upload;
  return {
    "Upload-Length": String(bytes),
    "Upload-Offset": String(offset),
    ...(metadata && { "Upload-Metadata": writeMetadata(metadata) }),
    ...(offset < bytes && {
      "Upload-Expires": new Date(Date.parse(create_dt) + life).toUTCString(),
    }),
  };
}

async function create(keeper: UploadKeeper, request: Request) {
  const { headers, url } = request;
  if (headers.has("upload-concat"))
    throw new DomainError("bad_input", msg`An upload can't be concatenated.`);
  const bytes = readNumber(headers, "Upload-Length");
  if (bytes > keeper.bytesMax())
    throw new DomainError("too_large", keeper.tooLarge());
  const metadata = readMetadata(headers.get("upload-metadata"));
  const id = keeper.makeId?.(bytes) ?? randomBytes(16).toString("hex");
  await keeper.create({ id, bytes }, metadata, clientAddress(request));
  return respond(201, {
    ...describe(keeper, await keeper.get(id)),
    Location: `${new URL(url).pathname.replace(/\/$/, "")}/${id}`,
  });
}

async function append(
  keeper: UploadKeeper,
  request: Request,
  id: string,
  silenceMs: number | undefined,
) {
  const { headers, body } = request;
  const reader = body ? openBody(body, silenceMs) : undefined;
  try {
    if (headers.get("content-type") !== PIECE)
      throw new DomainError("bad_input", msg`A piece is sent as ${PIECE}.`);
    const sent = readNumber(headers, "Upload-Offset");
    const { isReplaced, ...upload } = await oneAtATime(id, async (replaced) => {
      const { offset, bytes, ...upload } = await keeper.get(id);
      if (sent !== offset)
        throw new DomainError(
          "conflict",
          msg`The upload does not go on at this offset. HEAD answers the right one.`,
        );
      const left = bytes - offset;
      if (Number(headers.get("content-length")) > left) throw tooMuch();
      const chunks = read(reader, left, replaced);
      const end = await keeper.append(id, chunks, clientAddress(request));
      return { ...upload, bytes, offset: end, isReplaced: replaced.aborted };
    });
    if (upload.offset === upload.bytes) await keeper.finish?.(id);
    return respond(204, {
      ...describe(keeper, upload),
      // The rest of the body won't be read.
      ...(isReplaced && { Connection: "close" }),
    });
  } catch (error) {
    const isSilent = error instanceof DomainError && error.kind === "timed_out";
    if (reader && !isSilent) await drain(reader);
    throw error;
  }
}

const tooMuch = () =>
  new DomainError(
    "too_large",
    msg`This is more than the length that was announced.`,
  );

/** What has arrived until the connection is cut or replaced counts. @throws {DomainError} too_large, timed_out */
function read(
  reader: BodyReader | undefined,
  most: number,
  replaced: AbortSignal,
) {
  const end = new Promise<undefined>((resolve) => {
    const endSoon = () => setTimeout(resolve, GRACE_MS);
    if (replaced.aborted) endSoon();
    else replaced.addEventListener("abort", endSoon);
  });
  let left = most;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const next = reader?.read().catch((error: unknown) => {
          if (error instanceof DomainError) throw error;
          return undefined;
        });
        const piece = await Promise.race([next, end]);
        if (!piece?.value) return controller.close();
        left -= piece.value.byteLength;
        if (left < 0) throw tooMuch();
        controller.enqueue(piece.value);
      },
    },
    new ByteLengthQueuingStrategy({ highWaterMark: AHEAD_BYTES }),
  );
}

const running = new Map<
  string,
  { replaced: AbortController; ended: Promise<unknown> }
>();

/** A later request ends the earlier one, which may hang on a dead connection. */
async function oneAtATime<T>(
  id: string,
  run: (replaced: AbortSignal) => Promise<T>,
) {
  const before = running.get(id);
  before?.replaced.abort();
  const replaced = new AbortController();
  const result = (async () => {
    await before?.ended;
    return run(replaced.signal);
  })();
  const mine = { replaced, ended: result.catch(() => {}) };
  running.set(id, mine);
  try {
    return await result;
  } finally {
    if (running.get(id) === mine) running.delete(id);
  }
}

function readNumber(headers: Headers, name: string) {
  const text = headers.get(name) ?? "";
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw new DomainError("bad_input", msg`${name} must be a whole number.`);
}

/** Keys with values in base64, or without a value. */
function readMetadata(text: string | null): Metadata {
  const pairs = (text ?? "").split(",").filter(Boolean);
  return Object.fromEntries(
    pairs.map((pair): [string, string | null] => {
      const [, key, value] =
        /^([!-~]+)(?: ([A-Za-z\d+/]*={0,2}))?$/.exec(pair) ?? [];
      if (key === undefined)
        throw new DomainError("bad_input", msg`Upload-Metadata can't be read.`);
      return [key, value ? Buffer.from(value, "base64").toString() : null];
    }),
  );
}

const writeMetadata = (metadata: Metadata) =>
  Object.entries(metadata)
    .map(([key, value]) =>
      value === null ? key : `${key} ${Buffer.from(value).toString("base64")}`,
    )
    .join(",");

const WholeNumber = v.pipe(v.number(), v.integer(), v.minValue(0));

const version: Query = {
  "Tus-Resumable": v.pipe(
    v.literal(VERSION),
    v.description("The protocol's version. Without it: 412."),
  ),
};

interface Words {
  create: string;
  metadata?: string;
  offset: string;
  append: string;
  remove: string;
}

export function tusCalls<
  A extends "everyone" | "setup",
  const Path extends `/${string}`,
>(
  call: ReturnType<typeof callOf<A>>,
  path: Path,
  keeper: UploadKeeper,
  words: Words,
) {
  const ofTus = (status: number, description: string) => ({
    gives: answers({ [status]: { description } }),
    run: ({ request, params }: { request: Request; params: { id?: string } }) =>
      answerTus(keeper, request, params.id),
  });
  const protocol = {
    summary: "What of tus the site can do",
    ...ofTus(
      204,
      "Tus-Version, Tus-Extension and Tus-Max-Size say what the site can do.",
    ),
  };
  return {
    ...call(`OPTIONS ${path}`, protocol),
    ...call(`POST ${path}`, {
      summary: words.create,
      headers: {
        ...version,
        "Upload-Length": v.pipe(
          WholeNumber,
          v.minValue(1),
          v.description("Bytes of the whole file."),
        ),
        ...(words.metadata && {
          "Upload-Metadata": v.pipe(v.string(), v.description(words.metadata)),
        }),
      },
      ...ofTus(
        201,
        "Location is its path. Upload-Expires says when it is removed.",
      ),
    }),
    ...call(`HEAD ${path}/:id`, {
      summary: words.offset,
      headers: version,
      ...ofTus(200, "Upload-Offset is the number of bytes."),
    }),
    ...call(`OPTIONS ${path}/:id`, protocol),
    ...call(`PATCH ${path}/:id`, {
      summary: words.append,
      headers: {
        ...version,
        "Upload-Offset": v.pipe(
          WholeNumber,
          v.description("As HEAD answers it. Another one: 409."),
        ),
      },
      takes: { self: { bytes: PIECE } },
      ...ofTus(204, "Upload-Offset is where to go on."),
    }),
    ...call(`DELETE ${path}/:id`, {
      summary: words.remove,
      headers: version,
      ...ofTus(204, "It is gone."),
    }),
  };
}
