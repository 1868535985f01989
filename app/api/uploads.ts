import * as v from "valibot";
import { call, type Query } from "#app/http/calls/call.ts";
import { answerTus } from "#app/http/uploads/tus.server.ts";

const WholeNumber = v.pipe(v.number(), v.integer(), v.minValue(0));

const version: Query = {
  "Tus-Resumable": {
    schema: v.literal("1.0.0"),
    description: "The protocol's version. Without it: 412.",
  },
};

/** Each is answered by tus itself. */
const ofTus = (status: number, description: string) => ({
  gives: { answers: { [status]: { description } } },
  run: ({ request, params }: { request: Request; params: { id?: string } }) =>
    answerTus(request, params.id),
});
const protocol = ofTus(
  204,
  "Tus-Version, Tus-Extension and Tus-Max-Size say what the site can do.",
);

/** Uploads by tus 1.0.0 (https://tus.io/protocols/resumable-upload). */
export const uploads = {
  ...call("OPTIONS /api/uploads", {
    summary: "What of tus the site can do",
    access: "everyone",
    ...protocol,
  }),
  ...call("POST /api/uploads", {
    summary:
      "Begins an upload that can be resumed: a picture of a find that is sent later, or the original of an image",
    access: "everyone",
    headers: {
      ...version,
      "Upload-Length": {
        schema: v.pipe(WholeNumber, v.minValue(1)),
        description: "Bytes of the whole file, UPLOAD_MAX_MB at most.",
      },
      "Upload-Metadata": {
        schema: v.string(),
        description:
          "`filename`; `filetype`; `preview`, without a value, for a smaller copy whose original follows; `original_of` (`{uuid}/{name}` as the find's answer gave them) and `find_key` for an original. Values are in base64, as tus says. The upload of an original that is here already gets 409.",
      },
    },
    ...ofTus(
      201,
      "Location is its path. Upload-Expires says when it is removed.",
    ),
  }),
  ...call("HEAD /api/uploads/:id", {
    summary: "How much of an upload has arrived",
    access: "everyone",
    headers: version,
    ...ofTus(
      200,
      "Upload-Offset is the number of bytes. It is Upload-Length from then on, also when a find has taken the upload.",
    ),
  }),
  ...call("OPTIONS /api/uploads/:id", {
    summary: "What of tus the site can do",
    access: "everyone",
    ...protocol,
  }),
  ...call("PATCH /api/uploads/:id", {
    summary:
      "Sends the next bytes. What arrives stays if the connection is cut. An original takes its place with its last byte",
    access: "everyone",
    headers: {
      ...version,
      "Upload-Offset": {
        schema: WholeNumber,
        description: "As HEAD answers it. Another one: 409.",
      },
    },
    takes: { self: { bytes: "application/offset+octet-stream" } },
    ...ofTus(204, "Upload-Offset is where to go on."),
  }),
  ...call("DELETE /api/uploads/:id", {
    summary: "Removes an upload",
    access: "everyone",
    headers: version,
    ...ofTus(204, "It is gone."),
  }),
};
