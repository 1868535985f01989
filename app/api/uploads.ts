import { everyone } from "#app/http/calls/call.ts";
import { findUploads } from "#app/http/uploads/find-uploads.server.ts";
import { tusCalls } from "#app/http/uploads/tus-calls.server.ts";

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
