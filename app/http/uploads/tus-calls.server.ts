import * as v from "valibot";
import { answers, type callOf, type Query } from "../calls/call.ts";
import { answerTus, type UploadKeeper } from "./tus.server.ts";

const WholeNumber = v.pipe(v.number(), v.integer(), v.minValue(0));

const version: Query = {
  "Tus-Resumable": {
    schema: v.literal("1.0.0"),
    description: "The protocol's version. Without it: 412.",
  },
};

interface Words {
  create: string;
  metadata?: string;
  offset: string;
  append: string;
  remove: string;
}

/**
 * Declares the calls of tus 1.0.0 (https://tus.io/protocols/resumable-upload) at an address. tus itself answers them.
 * @param call declares one of them
 */
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
        "Upload-Length": {
          schema: v.pipe(WholeNumber, v.minValue(1)),
          description: "Bytes of the whole file.",
        },
        ...(words.metadata && {
          "Upload-Metadata": {
            schema: v.string(),
            description: words.metadata,
          },
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
        "Upload-Offset": {
          schema: WholeNumber,
          description: "As HEAD answers it. Another one: 409.",
        },
      },
      takes: { self: { bytes: "application/offset+octet-stream" } },
      ...ofTus(204, "Upload-Offset is where to go on."),
    }),
    ...call(`DELETE ${path}/:id`, {
      summary: words.remove,
      headers: version,
      ...ofTus(204, "It is gone."),
    }),
  };
}
