import type { Readable } from "node:stream";
import { DataStore, ERRORS, Server, Upload, type Locker } from "@tus/server";
import { DomainError } from "#domain/core/errors.ts";
import { messages } from "#domain/core/messages.ts";
import { getSettings } from "#domain/core/settings.server.ts";
import {
  announceOriginal,
  applyOriginal,
} from "#domain/finds/originals.server.ts";
import {
  appendToUpload,
  createUpload,
  getUpload,
  removeUpload,
  UPLOAD_LIFE_MS,
  uploadNotFound,
} from "#domain/uploads/resumable.server.ts";
import { UploadMetadata } from "#domain/uploads/schemas.ts";
import { errorResponse, requireValid } from "../api.server.ts";
import { drain, openBody, type BodyReader } from "../request/body.server.ts";
import { clientAddress } from "../request/headers.ts";

/** Answers tus, the protocol of uploads that can be resumed: https://tus.io/protocols/resumable-upload */

const VERSION = "1.0.0";
const MB = 1_048_576;

/** Milliseconds in which a connection that another one replaces may still bring what is on its way. */
const GRACE_MS = 100;

/** Bytes that are read ahead of the disk. A cut loses none of them. */
const AHEAD_BYTES = MB;

/**
 * Answers a request to `/api/uploads`, or to the upload of an id. Refusals look like those of every other call.
 * @param silenceMs how long the sender may send nothing
 */
export async function answerTus(
  request: Request,
  id?: string,
  silenceMs?: number,
) {
  const response = await answer(request, id, silenceMs).catch(
    (error: unknown) => errorResponse(error, request),
  );
  response.headers.set("Tus-Resumable", VERSION);
  return response;
}

async function answer(
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
  const datastore = new StoredUploads(clientAddress(request));
  let failure: unknown;
  const server = new Server({
    path: "/api/uploads",
    relativeLocation: true,
    datastore,
    locker,
    lockDrainTimeout: GRACE_MS,
    maxSize: getSettings().UPLOAD_MAX_MB * MB,
    allowedOrigins: () => false,
    getFileIdFromRequest: () => id,
    onUploadFinish: async (_request, upload) => {
      await applyOriginal(upload.id);
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
    throw failure ?? refusalOf(response.status, said, method);
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
    /** Why a sender is refused who has stopped sending. */
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

/** What @tus/server refuses, as this site says it. */
function refusalOf(status: number, said: string, method: string) {
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
        ? messages.imageTooLarge(getSettings().UPLOAD_MAX_MB)
        : "This is more than the length that was announced.",
    );
  return new DomainError(
    "bad_input",
    `The upload can't be taken: ${said.trim()}.`,
  );
}

/** What @tus/server keeps uploads in: the database and the store. Serves one request. */
class StoredUploads extends DataStore {
  override extensions = ["creation", "expiration", "termination"];
  /** Why bytes could not be written; undefined if they were. Resolves when the writing has ended. */
  failure: Promise<unknown> | undefined;
  private readonly address: string;

  constructor(address: string) {
    super();
    this.address = address;
  }

  override getExpiration = () => UPLOAD_LIFE_MS;

  override async create(upload: Upload) {
    const { filename, preview, original_of, find_key } = requireValid(
      UploadMetadata,
      upload.metadata ?? {},
    );
    const file = {
      id: upload.id,
      file_name: filename,
      bytes: upload.size ?? 0,
      is_preview: preview !== undefined,
    };
    if (original_of === undefined) await createUpload(file, this.address);
    else await announceOriginal(file, { original_of, find_key }, this.address);
    return upload;
  }

  override async getUpload(id: string) {
    const { bytes, offset, file_name, is_preview, create_dt } =
      await getUpload(id);
    return new Upload({
      id,
      size: bytes,
      offset,
      metadata: {
        filename: file_name,
        ...(is_preview ? { preview: null } : {}),
      },
      creation_date: create_dt,
    });
  }

  override write(stream: Readable, id: string) {
    const writing = appendToUpload(id, stream, this.address);
    this.failure = writing.then(
      () => undefined,
      (error: unknown) => error,
    );
    return writing;
  }

  override remove(id: string) {
    return removeUpload(id);
  }
}

interface Holder {
  /** Asks it to end. */
  release(): unknown;
  ended: Promise<void>;
}

/** The last request for each upload. */
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
