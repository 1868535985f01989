import { randomBytes } from "node:crypto";
import type { Readable } from "node:stream";
import { DataStore, ERRORS, Server, Upload, type Locker } from "@tus/server";
import type { Said } from "#core/languages/say.ts";
import { DomainError } from "#core/errors.ts";
import { uploadNotFound } from "#domain/uploads/resumable.server.ts";
import { errorResponse } from "../api.server.ts";
import { drain, openBody, type BodyReader } from "../request/body.server.ts";
import { clientAddress } from "../request/headers.ts";

/** Answers tus, the protocol of uploads that can be resumed: https://tus.io/protocols/resumable-upload */

const VERSION = "1.0.0";
const MB = 1_048_576;

/** Grace period for bytes in flight on a replaced connection, in milliseconds. */
const GRACE_MS = 100;

/** Bytes that are read ahead of the disk. A cut loses none of them. */
const AHEAD_BYTES = MB;

export interface UploadKeeper {
  path: string;
  bytesMax(): number;
  tooLarge(): Said;
  /** Milliseconds until an upload is removed. */
  life: number;
  /** A random id if it is left out. */
  makeId?(bytes: number): string;
  create(
    upload: { id: string; bytes: number },
    metadata: Record<string, string | null>,
    address: string,
  ): Promise<unknown>;
  get(id: string): Promise<{
    bytes: number;
    offset: number;
    create_dt: string;
    metadata?: Record<string, string | null>;
  }>;
  /** @returns the new offset */
  append(
    id: string,
    chunks: AsyncIterable<Uint8Array>,
    address: string,
  ): Promise<number>;
  remove(id: string): Promise<unknown>;
  /** Called with the last byte. */
  finish?(id: string): Promise<unknown>;
}

/**
 * Answers a request to a keeper's address, or to the upload of an id. Refusals look like those of every other call.
 * @param silenceMs how long the sender may send nothing
 */
export async function answerTus(
  keeper: UploadKeeper,
  request: Request,
  id?: string,
  silenceMs?: number,
) {
  const response = await answer(keeper, request, id, silenceMs).catch(
    (error: unknown) => errorResponse(error, request),
  );
  response.headers.set("Tus-Resumable", VERSION);
  return response;
}

async function answer(
  keeper: UploadKeeper,
  request: Request,
  id: string | undefined,
  silenceMs: number | undefined,
) {
  const { method } = request;
  if (method !== "OPTIONS" && request.headers.get("tus-resumable") !== VERSION)
    return Response.json(
      { error: `This address takes tus ${VERSION}. Send it as Tus-Resumable.` },
      { status: 412, headers: { "Tus-Version": VERSION } },
    );

  // Other requests bring no bytes: an upload that is cut while it is created could not be resumed.
  const reader =
    method === "PATCH" && request.body
      ? openBody(request.body, silenceMs)
      : undefined;
  const body = reader && endWhenCut(reader);
  const datastore = new KeptUploads(keeper, clientAddress(request));
  let failure: Error | undefined;
  const server = new Server({
    path: keeper.path,
    relativeLocation: true,
    datastore,
    locker,
    lockDrainTimeout: GRACE_MS,
    maxSize: keeper.bytesMax(),
    namingFunction: ({ headers }) =>
      keeper.makeId?.(Number(headers.get("upload-length"))) ??
      randomBytes(16).toString("hex"),
    allowedOrigins: () => false,
    getFileIdFromRequest: () => id,
    onUploadFinish: async (_request, upload) => {
      await keeper.finish?.(upload.id);
      return {};
    },
    onResponseError: (_request, error) => {
      if (error instanceof Error && !("status_code" in error)) failure = error;
      return undefined;
    },
  });
  const response = await server.handleWeb(
    new Request(request.url, {
      method,
      headers: headersOfTus(request),
      body: body?.stream,
      duplex: "half",
    } as RequestInit),
  );
  if (body?.silence) throw body.silence;
  if (response.status >= 400) {
    if (reader) await drain(reader);
    const said = await response.text();
    // A write that failed looks like one that was cut, and may end after the answer to it.
    if (said === ERRORS.ABORTED.body) failure ??= await datastore.failure;
    throw failure ?? refusalOf(keeper, response.status, said, method);
  }
  for (const name of [...response.headers.keys()])
    if (name.startsWith("access-control-")) response.headers.delete(name);
  response.headers.set("Cache-Control", "no-store");
  return response;
}

/** The headers that the protocol knows, because @tus/server refuses some values of others. */
function headersOfTus({ headers, method }: Request) {
  const names = ["content-length", "tus-resumable"];
  if (method === "PATCH") names.push("content-type");
  return [...headers].filter(
    ([name]) => names.includes(name) || name.startsWith("upload-"),
  );
}

/**
 * The same body as a stream that ends when the connection is cut or silent. One that failed would drop what has
 * arrived and is not written yet.
 */
function endWhenCut(reader: BodyReader) {
  const body = {
    /** The refusal of a sender who has stopped sending. */
    silence: undefined as DomainError | undefined,
    stream: new ReadableStream<Uint8Array>(
      {
        async pull(controller) {
          try {
            const { done, value } = await reader.read();
            if (done) controller.close();
            else controller.enqueue(value);
          } catch (error) {
            if (error instanceof DomainError) body.silence = error;
            controller.close();
          }
        },
      },
      new ByteLengthQueuingStrategy({ highWaterMark: AHEAD_BYTES }),
    ),
  };
  return body;
}

/** Refusals of @tus/server, in this site's words. */
function refusalOf(
  keeper: UploadKeeper,
  status: number,
  said: string,
  method: string,
) {
  if (said === ERRORS.ABORTED.body)
    return new DomainError(
      "conflict",
      "Another connection goes on with this upload.",
    );
  // 410 if it expires while the request is answered.
  if (status === 404 || status === 410) return uploadNotFound();
  if (status === 409)
    return new DomainError(
      "conflict",
      "The upload does not go on at this offset. HEAD answers the right one.",
    );
  if (status === 413)
    return new DomainError(
      "too_large",
      method === "POST"
        ? keeper.tooLarge()
        : "This is more than the length that was announced.",
    );
  return new DomainError(
    "bad_input",
    `The upload can't be taken: ${said.trim()}.`,
  );
}

/** The store of @tus/server's uploads. Serves one request. */
class KeptUploads extends DataStore {
  override extensions = ["creation", "expiration", "termination"];
  /** The error that kept bytes from being written; undefined if they were. Resolves when the writing has ended. */
  failure: Promise<Error | undefined> | undefined;

  constructor(
    private readonly keeper: UploadKeeper,
    private readonly address: string,
  ) {
    super();
  }

  override getExpiration = () => this.keeper.life;

  override async create(upload: Upload) {
    const { id, size = 0, metadata = {} } = upload;
    await this.keeper.create({ id, bytes: size }, metadata, this.address);
    return upload;
  }

  override async getUpload(id: string) {
    const { bytes, offset, metadata, create_dt } = await this.keeper.get(id);
    return new Upload({
      id,
      size: bytes,
      offset,
      metadata,
      creation_date: create_dt,
    });
  }

  override write(stream: Readable, id: string) {
    const writing = this.keeper.append(id, stream, this.address);
    this.failure = writing.then(
      () => undefined,
      (error: Error) => error,
    );
    return writing;
  }

  override async remove(id: string) {
    await this.keeper.remove(id);
  }
}

interface Holder {
  release(): unknown;
  ended: Promise<void>;
}

const holders = new Map<string, Holder>();

/**
 * Lets one request at a time use an upload. A later request ends the earlier one, which may hang on a dead connection.
 */
const locker: Locker = {
  newLock(id) {
    let end: () => void;
    const ended = new Promise<void>((resolve) => (end = resolve));
    const mine: Holder = { release: () => {}, ended };
    return {
      async lock(_signal, release) {
        const before = holders.get(id);
        mine.release = release;
        holders.set(id, mine);
        void before?.release();
        await before?.ended;
      },
      async unlock() {
        end();
        if (holders.get(id) === mine) holders.delete(id);
      },
    };
  },
};
