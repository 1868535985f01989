import * as v from "valibot";
import type { Access, Query } from "../calls/call.ts";
import { answerTus, type UploadKeeper } from "./tus.server.ts";

const WholeNumber = v.pipe(v.number(), v.integer(), v.minValue(0));

const version: Query = {
  "Tus-Resumable": {
    schema: v.literal("1.0.0"),
    description: "The protocol's version. Without it: 412.",
  },
};

const length: Query = {
  ...version,
  "Upload-Length": {
    schema: v.pipe(WholeNumber, v.minValue(1)),
    description: "Bytes of the whole file.",
  },
};

/**
 * How the calls of tus 1.0.0 (https://tus.io/protocols/resumable-upload) are declared, beside what each is for. tus
 * itself answers them.
 */
export function tusCalls<const A extends Access>(
  keeper: UploadKeeper,
  access: A,
) {
  const ofTus = (status: number, description: string) => ({
    access,
    gives: { answers: { [status]: { description } } },
    run: ({ request, params }: { request: Request; params: { id?: string } }) =>
      answerTus(keeper, request, params.id),
  });
  return {
    protocol: ofTus(
      204,
      "Tus-Version, Tus-Extension and Tus-Max-Size say what the site can do.",
    ),
    create: {
      headers: length,
      ...ofTus(
        201,
        "Location is its path. Upload-Expires says when it is removed.",
      ),
    },
    offset: {
      headers: version,
      ...ofTus(200, "Upload-Offset is the number of bytes."),
    },
    append: {
      headers: {
        ...version,
        "Upload-Offset": {
          schema: WholeNumber,
          description: "As HEAD answers it. Another one: 409.",
        },
      },
      takes: { self: { bytes: "application/offset+octet-stream" } } as const,
      ...ofTus(204, "Upload-Offset is where to go on."),
    },
    remove: { headers: version, ...ofTus(204, "It is gone.") },
  };
}
