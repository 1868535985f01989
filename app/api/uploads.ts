import { everyone } from "#app/http/calls/call.ts";
import { tusCalls, type UploadKeeper } from "#app/http/uploads/tus.server.ts";
import { messages } from "#core/messages.ts";
import { getSettings } from "#core/settings.server.ts";
import {
  announceOriginal,
  applyOriginal,
} from "#domain/finds/receive-find.server.ts";
import {
  appendToUpload,
  createUpload,
  getUpload,
  removeUpload,
  UPLOAD_LIFE_MS,
} from "#domain/uploads/resumable.server.ts";
import { UploadMetadata } from "#domain/uploads/schemas.ts";
import { requireValid } from "#app/http/api.server.ts";

const MB = 1_048_576;

export const findUploads: UploadKeeper = {
  bytesMax: () => getSettings().UPLOAD_MAX_MB * MB,
  tooLarge: () => messages.imageTooLarge(getSettings().UPLOAD_MAX_MB),
  life: UPLOAD_LIFE_MS,
  async create({ id, bytes }, metadata, address) {
    const { filename, preview, original_of, find_key } = requireValid(
      UploadMetadata,
      metadata,
    );
    const file = {
      id,
      file_name: filename,
      bytes,
      is_preview: preview !== undefined,
    };
    if (original_of === undefined) await createUpload(file, address);
    else await announceOriginal(file, { original_of, find_key }, address);
  },
  async get(id) {
    const { bytes, offset, file_name, is_preview, create_dt } =
      await getUpload(id);
    return {
      bytes,
      offset,
      create_dt,
      metadata: {
        filename: file_name,
        ...(is_preview ? { preview: null } : {}),
      },
    };
  },
  append: appendToUpload,
  remove: removeUpload,
  finish: applyOriginal,
};

export const uploads = tusCalls(everyone, "/api/uploads", findUploads, {
  create:
    "Begins an upload that can be resumed: a picture of a find that is sent later, or the original of an image",
  metadata:
    "`filename`; `filetype`; `preview`, without a value, for a smaller copy whose original follows; `original_of` (`{uuid}/{name}` as the find's answer gave them) and `find_key` for an original. Values are in base64, as tus says. The upload of an original that is here already gets 409.",
  offset:
    "How much of an upload has arrived: all of it also when a find has taken the upload",
  append:
    "Sends the next bytes. What arrives stays if the connection is cut. An original takes its place with its last byte",
  remove: "Removes an upload",
});
