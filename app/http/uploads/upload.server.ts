import { msg } from "@lingui/core/macro";
import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { Busboy, type BusboyHeaders } from "@fastify/busboy";
import { DomainError } from "#core/errors.ts";
import type { Said } from "#core/languages/say.ts";
import { messages } from "#core/messages.ts";
import { getSettings } from "#core/settings.server.ts";
import type { ReceivedFile } from "#domain/uploads/incoming.server.ts";
import {
  makeIncoming,
  removeReceived,
} from "#domain/uploads/incoming.server.ts";
import { incomingFolder } from "#domain/store/paths.ts";
import { onDisk } from "#domain/store/disk.server.ts";
import { requireStore } from "#domain/store/identity.server.ts";
import { syncPath } from "#domain/store/write.server.ts";
import { withUploadSlot } from "#domain/uploads/slots.server.ts";
import {
  drain,
  openBody,
  type BodyReader,
} from "#app/http/request/body.server.ts";
import { clientAddress } from "#app/http/request/headers.ts";

interface UploadRules {
  /** The name of the parts with files. Files under other names are refused. */
  fileField: string;
  filesMax: number;
  tooMany: Said;
  /** Called before the first file is stored, with the text fields before it. May throw to refuse. */
  beforeFiles?: (fields: Record<string, string>) => void;
}

const FIELDS_MAX = 40;
const FIELD_BYTES_MAX = 64 * 1024;
/**
 * The parser waits for ever if a part that it skips fills its buffer and is the last one. A connection brings at most 64 kB
 * at once, so that never happens.
 */
const PART_BYTES = 256 * 1024;
const fileBytesMax = () => getSettings().UPLOAD_MAX_MB * 1_048_576;

/**
 * Streams the files of a form into the store's incoming folder of this id, which the caller has to remove, and syncs them.
 * @param silenceMs how long the sender may send nothing
 * @throws {DomainError} after the folder was removed and the rest of the body read and dropped, unless it is timed_out
 */
export async function receiveUpload(
  request: Request,
  id: string,
  rules: UploadRules,
  silenceMs?: number,
) {
  const type = request.headers.get("content-type") ?? "";
  if (!/^multipart\/form-data\s*;/i.test(type) || !request.body)
    throw new DomainError(
      "bad_input",
      msg`This address takes a multipart form.`,
    );
  const most = rules.filesMax * fileBytesMax() + FIELDS_MAX * FIELD_BYTES_MAX;
  const bytes = Number(request.headers.get("content-length") ?? most);
  const reader = openBody(request.body, silenceMs);
  try {
    if (bytes > most)
      throw new DomainError(
        "too_large",
        msg`That is too much to send at once.`,
      );
    const from = { address: clientAddress(request), bytes };
    requireStore();
    return await withUploadSlot(from, async (arrived) => {
      await makeIncoming(id);
      return parse(reader, type, incomingFolder(id), rules, arrived);
    });
  } catch (error) {
    const isSilent = error instanceof DomainError && error.kind === "timed_out";
    if (!isSilent) {
      // First, because the rest of the body may take a while, and others need the room.
      await removeReceived(id);
      await drain(reader);
    }
    throw error;
  }
}

async function parse(
  reader: BodyReader,
  type: string,
  folder: string,
  rules: UploadRules,
  arrived: (bytes: number) => Promise<void>,
) {
  const fields: Record<string, string> = Object.create(null);
  const files: ReceivedFile[] = [];
  const writes: Promise<void>[] = [];
  const refusal = new AbortController();
  const { signal } = refusal;
  const refuse = (...why: ConstructorParameters<typeof DomainError>) =>
    refusal.abort(new DomainError(...why));

  const unreadable = (cause: unknown) =>
    new DomainError(
      "bad_input",
      msg`The form ended too early or could not be read.`,
      { cause },
    );
  let busboy: InstanceType<typeof Busboy>;
  try {
    busboy = new Busboy({
      headers: { "content-type": type } as BusboyHeaders,
      fileHwm: PART_BYTES,
      // One more than allowed, so that too many are noticed and not silently dropped.
      limits: {
        files: rules.filesMax + 1,
        fileSize: fileBytesMax() + 1,
        fields: FIELDS_MAX,
        fieldSize: FIELD_BYTES_MAX,
        fieldNameSize: 100,
        parts: FIELDS_MAX + rules.filesMax + 2,
        headerPairs: 50,
      },
    });
  } catch (error) {
    throw unreadable(error);
  }
  const tooManyFiles = () =>
    refuse("bad_input", rules.tooMany, {
      fields: { [rules.fileField]: rules.tooMany },
    });
  const tooManyParts = () =>
    refuse("bad_input", msg`The form has too many fields.`);
  busboy.on("filesLimit", tooManyFiles);
  busboy.on("fieldsLimit", tooManyParts);
  busboy.on("partsLimit", tooManyParts);
  busboy.on("field", (name, value, nameCut, valueCut) => {
    if (nameCut || valueCut)
      refuse("too_large", msg`A field of the form is too long.`);
    else fields[name] ??= value;
  });
  busboy.on("file", (name, stream, fileName) => {
    // Also for a file that nobody reads: a form that ends inside it would end the process.
    stream.on("error", (error) => refusal.abort(unreadable(error)));
    // Browsers send a part without a file name for an empty file field.
    if (signal.aborted || name !== rules.fileField || !fileName) {
      if (fileName && name !== rules.fileField)
        refuse("bad_input", msg`Files are sent as ${rules.fileField}.`);
      stream.resume();
      return;
    }
    try {
      if (files.length === 0) rules.beforeFiles?.(fields);
    } catch (error) {
      refusal.abort(error);
    }
    if (files.length === rules.filesMax) tooManyFiles();
    if (signal.aborted) {
      stream.resume();
      return;
    }
    const file = { name: fileName, path: `${folder}/${files.length}` };
    files.push(file);
    stream.on("limit", () => {
      const reason = messages.imageTooLarge(getSettings().UPLOAD_MAX_MB);
      refuse("too_large", reason, { fields: { [rules.fileField]: reason } });
    });
    const sink = createWriteStream(onDisk(file.path));
    // Sync it while the next files are still arriving.
    const write = pipeline(stream, sink, { signal }).then(() =>
      syncPath(onDisk(file.path)),
    );
    write.catch((error: unknown) => refusal.abort(error));
    writes.push(write);
  });

  busboy.on("error", (error) => refusal.abort(unreadable(error)));

  const parsed = once(busboy, "finish", { signal });
  parsed.catch(() => {});
  try {
    for (;;) {
      signal.throwIfAborted();
      const { done, value } = await reader.read().catch((error: unknown) => {
        throw error instanceof DomainError ? error : unreadable(error);
      });
      if (done) break;
      await arrived(value.byteLength);
      // After a refusal nothing drains, so stop waiting.
      if (!busboy.write(value)) await once(busboy, "drain", { signal });
    }
    signal.throwIfAborted();
    busboy.end();
    await parsed;
    await Promise.all(writes);
    signal.throwIfAborted();
  } catch (error) {
    // Ends the writing, and keeps the first reason.
    refusal.abort(error);
    await Promise.allSettled(writes);
    busboy.destroy();
    signal.throwIfAborted();
  }
  return { fields, files };
}
