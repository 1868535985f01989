import * as v from "valibot";
import type { GenericSchema, InferOutput } from "valibot";
import { Shown } from "#core/answers.ts";
import { isQueueReachable } from "#domain/engines/engine.server.ts";
import { JobStarted } from "#domain/jobs/answers.ts";
import type { DataGroup } from "#domain/site/public-data.server.ts";
import type { ListPage, ListRequest } from "#domain/lists/paging.server.ts";
import type { Sender } from "#domain/account/security-events.server.ts";
import type { ReviewScope } from "#domain/review/scope.server.ts";
import type { ReceivedFile } from "#domain/uploads/incoming.server.ts";
import { page } from "../api.server.ts";
import { etagOf } from "../cache/etag.server.ts";

/** A call of the API is declared once. Who answers it, who may call it and its description follow from that. */

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE" | "HEAD" | "OPTIONS";
/** `:name` is one part of the path: a number if the name ends in `Key` or `Number`, else a text. */
type CallName = `${Method} /${string}`;

type PartsOf<Path> = Path extends `${string}:${infer Part}/${infer More}`
  ? Part | PartsOf<`/${More}`>
  : Path extends `${string}:${infer Part}`
    ? Part
    : never;
export type Params<Name> = {
  [P in PartsOf<Name>]: P extends `${string}${"Key" | "Number"}`
    ? number
    : string;
};

/** Parameters or headers by their names, each with its description. */
export type Query = Record<string, GenericSchema>;

export type Access =
  | "everyone"
  | "admin"
  | "confirmed"
  | "review"
  | "setup"
  | "follower";

/** A form with one picture, `image`, and the text fields of a schema. */
interface ImageForm {
  form?: GenericSchema;
  image: "needed" | "optional";
  /** The refusal of a form without a picture that needs one. */
  incomplete?: string;
}
export interface FormBody {
  form?: GenericSchema;
  files: { field: string; min: 0 | 1; max: number };
}
/** A form, or bytes of this content type, which `run` reads itself. */
interface OwnBody {
  self: FormBody | { bytes: string };
}
export type Takes = GenericSchema | ImageForm | OwnBody;

export interface Answer {
  description: string;
  /** Absent if the answer has no body, or none in JSON. */
  json?: GenericSchema;
  /** Kinds of a body that is not JSON. */
  types?: readonly string[];
}

/** A kind of answers: how they are described, and how one is made of what `run` returns. */
export interface Kind<Result = never, Json = unknown> {
  /** By status. A call may describe the first in its own words. */
  answers: Record<number, Answer>;
  respond: (result: Result, request: Request) => Response | Promise<Response>;
  /** For types alone. */
  json?: Json;
}
/** A schema stands for its JSON with status 200. A call that gives nothing answers 204. */
export type Gives = GenericSchema | Kind;

const NO_CACHE = { "Cache-Control": "no-cache" };

function answerThing(thing: unknown, body: unknown = thing, status = 200) {
  const { version } = thing as { version?: unknown };
  return Response.json(body, {
    status,
    headers: {
      ...NO_CACHE,
      ...(typeof version === "string" ? { ETag: etagOf({ version }) } : {}),
    },
  });
}

const thing = (json: GenericSchema): Kind<unknown> => ({
  answers: { 200: { description: "The answer.", json } },
  respond: (result) => answerThing(result),
});
const nothing: Kind<unknown> = {
  answers: { 204: { description: "It is done." } },
  respond: () => new Response(null, { status: 204 }),
};
export const kindOf = (gives: Gives = nothing): Kind =>
  "respond" in gives ? gives : thing(gives);

export const pageOf = <S extends GenericSchema>(schema: S) => ({
  ...listKind(schema, "One page of the list."),
  pageOf: schema,
});
export const sort = {
  sort: v.pipe(v.optional(v.string()), v.description("A field, or -field.")),
};
/** A whole list, sent while it is read, or one page of it if a limit is asked for. `run` reads a page. */
export const listOf = <S extends GenericSchema>(schema: S) => ({
  ...listKind(schema, "The list, or a page of it."),
  listOf: schema,
});
const listKind = <S extends GenericSchema>(
  schema: S,
  description: string,
): Kind<ListPage<InferOutput<S>>, InferOutput<S>[]> => ({
  answers: { 200: { description, json: v.array(schema) } },
  respond: (list, request) => page(request, list),
});
export const created = <S extends GenericSchema>(
  json: S,
): Kind<InferOutput<S>, InferOutput<S>> => ({
  answers: { 201: { description: "What was made.", json } },
  respond: (result) => answerThing(result, result, 201),
});
/** `run` returns the id of the job that it has started. Says if it has to wait until the queue answers again. */
export const started = (
  message: string,
): Kind<string, InferOutput<typeof JobStarted>> => ({
  answers: { 202: { description: "It was begun.", json: JobStarted } },
  async respond(job_id) {
    const waits = (await isQueueReachable())
      ? ""
      : " The queue does not answer at the moment: the job waits for it.";
    return Response.json({ message: message + waits, job_id }, { status: 202 });
  },
});
/** `run` returns the key in the trash; undefined if the thing is gone for good. */
export const trashed: Kind<number | undefined, undefined> = {
  answers: {
    204: {
      description:
        "It is in the trash, under the key in the header Trash-Key; without that header it is gone.",
    },
  },
  respond: (key) =>
    new Response(null, {
      status: 204,
      headers: key === undefined ? {} : { "Trash-Key": String(key) },
    }),
};
export const shown: Kind<
  { show: boolean; version?: string },
  { show: boolean }
> = {
  answers: { 200: { description: "What it is now.", json: Shown } },
  respond: (thing) => answerThing(thing, { show: thing.show }),
};
export const partsOf = <S extends GenericSchema>(
  schema: S,
): Kind<{ items: InferOutput<S>[]; version: string }, InferOutput<S>[]> => ({
  answers: { 200: { description: "The list.", json: v.array(schema) } },
  respond: (thing) => answerThing(thing, thing.items),
});
/** `run` returns the response itself. */
export const answers = (answers: Kind["answers"]): Kind<never, undefined> => ({
  answers,
  respond: (response) => response,
});
export function file(types: readonly string[], inRanges?: "in ranges") {
  const whole = { description: "The file.", types };
  return answers(
    inRanges
      ? { 200: whole, 206: { description: "A range of it.", types } }
      : { 200: whole },
  );
}

type Result<G> =
  G extends Kind<infer Given>
    ? Given
    : G extends GenericSchema
      ? InferOutput<G>
      : void;
export type JsonOf<G> = G extends GenericSchema
  ? InferOutput<G>
  : G extends { json?: infer Json }
    ? Json
    : undefined;

type BodyOf<T> = T extends GenericSchema
  ? InferOutput<T>
  : T extends { form: infer S extends GenericSchema }
    ? InferOutput<S>
    : undefined;

export interface Asked<Name, Q extends Query, T, A> {
  request: Request;
  params: Params<Name>;
  query: { [N in keyof Q]: InferOutput<Q[N]> };
  list: ListRequest;
  body: BodyOf<T>;
  /** The picture of a form, in the incoming folder `id`. */
  upload: T extends { image: "needed" }
    ? { id: string; image: ReceivedFile }
    : T extends { image: "optional" }
      ? { id: string; image: ReceivedFile | undefined }
      : undefined;
  /** Whether a thing still has the version that If-Match names. Passes everything without If-Match. */
  isCurrent: (thing: { version: string }) => boolean;
  sender: Sender;
  /** The finds that may be reviewed, or the id of the admin's session, or the key of a follower's mail. */
  scope: A extends "review"
    ? ReviewScope
    : A extends "admin" | "confirmed" | "follower"
      ? string
      : undefined;
}

interface Declaration<Name, Q extends Query, T, G, A> {
  summary: string;
  query?: Q;
  headers?: Query;
  takes?: T;
  /** Bytes of JSON that it takes; 64 kB if absent. */
  bytesMax?: number;
  /** The same body, as a browser without JavaScript sends it: a form of text fields. */
  plainForm?: GenericSchema<unknown, BodyOf<T>>;
  gives?: G;
  /** Description of the answer, if the summary doesn't say enough. */
  says?: string;
  /** With If-Match it changes nothing that somebody else has changed meanwhile. */
  versioned?: true;
  /** The public data that the answer is made of, if it is the same for every visitor, and the query that it depends on. */
  cache?: { reads: DataGroup[]; query?: string[] };
  /** Returns the call's output, or a response that is sent unchanged. */
  run: (
    asked: Asked<Name, Q, T, A>,
  ) => Result<G> | Response | Promise<Result<G> | Response>;
}

export type Declared<Name, Q extends Query, T, G, A> = Declaration<
  Name,
  Q,
  T,
  G,
  A
> & { access: A };

/** Declares a call that is for these. Spread the result into the calls of a subject. An answer's version is its ETag. */
export const callOf =
  <const A extends Access>(access: A) =>
  <
    const Name extends CallName,
    Q extends Query = Record<never, never>,
    T extends Takes | undefined = undefined,
    G extends Gives | undefined = undefined,
  >(
    name: Name,
    declaration: Declaration<Name, Q, T, G, A>,
  ) =>
    ({ [name]: { ...declaration, access } }) as {
      [N in Name]: Declared<N, Q, T, G, A>;
    };
export const everyone = callOf("everyone");
export const admin = callOf("admin");
/** For the admin, who has entered the password lately. */
export const confirmed = callOf("confirmed");
/** For the admin, and for the holder of the link in a daily mail. */
export const reviewer = callOf("review");
export const setup = callOf("setup");
export const follower = callOf("follower");

export interface AnyCall extends Omit<
  Declared<CallName, Query, Takes, Gives, Access>,
  "run" | "plainForm"
> {
  plainForm?: GenericSchema;
  run: (asked: never) => unknown;
}
export type Calls = Record<CallName, AnyCall>;

export const isKind = <K extends string>(
  kind: K,
  what: object | undefined,
): what is { [key in K]: unknown } => what !== undefined && kind in what;
