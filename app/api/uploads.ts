import * as v from "valibot";
import { call } from "#app/http/calls/call.ts";
import { findUploads } from "#app/http/uploads/find-uploads.server.ts";
import { tusCalls } from "#app/http/uploads/tus-calls.server.ts";

const tus = tusCalls(findUploads, "everyone");

/** Uploads by tus 1.0.0 (https://tus.io/protocols/resumable-upload). */
export const uploads = {
  ...call("OPTIONS /api/uploads", {
    summary: "What of tus the site can do",
    ...tus.protocol,
  }),
  ...call("POST /api/uploads", {
    summary:
      "Begins an upload that can be resumed: a picture of a find that is sent later, or the original of an image",
    ...tus.create,
    headers: {
      ...tus.create.headers,
      "Upload-Metadata": {
        schema: v.string(),
        description:
          "`filename`; `filetype`; `preview`, without a value, for a smaller copy whose original follows; `original_of` (`{uuid}/{name}` as the find's answer gave them) and `find_key` for an original. Values are in base64, as tus says. The upload of an original that is here already gets 409.",
      },
    },
  }),
  ...call("HEAD /api/uploads/:id", {
    summary:
      "How much of an upload has arrived: all of it also when a find has taken the upload",
    ...tus.offset,
  }),
  ...call("OPTIONS /api/uploads/:id", {
    summary: "What of tus the site can do",
    ...tus.protocol,
  }),
  ...call("PATCH /api/uploads/:id", {
    summary:
      "Sends the next bytes. What arrives stays if the connection is cut. An original takes its place with its last byte",
    ...tus.append,
  }),
  ...call("DELETE /api/uploads/:id", {
    summary: "Removes an upload",
    ...tus.remove,
  }),
};
