import type { GenericSchema, InferOutput } from "valibot";
import type { DataGroup } from "#domain/site/public-data.server.ts";
import type { ListRequest } from "#domain/lists/paging.server.ts";
import type { ReviewScope } from "#domain/review/scope.server.ts";
import type { ReceivedFile } from "#domain/uploads/incoming.server.ts";
import type { QueryForm } from "#app/pages.ts";

/** A call of the API is declared once. Who answers it, who may call it and its description follow from that. */

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE" | "HEAD" | "OPTIONS";
/** `:name` is one part of the path: a number if the name ends in `Key` or `Number`, else a text. */
export type CallName = `${Method} /${string}`;

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

/** Parameters of a query, or headers, with their meanings. */
export type Query = Record<
  string,
  { schema: GenericSchema; description: string }
>;
export type Values<Q> = {
  [N in keyof Q]: Q[N] extends { schema: infer S extends GenericSchema }
    ? InferOutput<S>
    : never;
};

/**
 * Whose call it is: `confirmed` is the admin's, who has entered the password lately, `review` also a daily mail's, and
 * `setup` is for the holder of the set-up link. `follower` is for the holder of a link from a mail to a follower.
 */
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
}
/** A form with text fields and files. */
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

/** Kinds of answers: JSON with status 200, or one of these. A call that gives nothing answers 204. */
export type Gives =
  | GenericSchema
  | { pageOf: GenericSchema }
  | { listOf: GenericSchema }
  | { created: GenericSchema }
  | { started: string }
  | { trashed: true }
  | { shown: true }
  | { file: readonly string[]; inRanges?: true }
  | { answers: Record<number, Answer> };

/** One page of a list, always. */
export const pageOf = <S extends GenericSchema>(schema: S) => ({
  pageOf: schema,
});
/** A whole list, sent while it is read, or one page of it if a limit is asked for. `run` reads a page. */
export const listOf = <S extends GenericSchema>(schema: S) => ({
  listOf: schema,
});
export const created = <S extends GenericSchema>(schema: S) => ({
  created: schema,
});
/** `run` returns the id of the job that it has started. */
export const started = (message: string) => ({ started: message });
/** `run` returns the key in the trash; undefined if the thing is gone for good. */
export const trashed = { trashed: true } as const;
/** Whether a thing is shown, with the version that it has now as its ETag. */
export const shown = { shown: true } as const;

interface Paged<S extends GenericSchema> {
  items: InferOutput<S>[];
  next: string | null;
}
type Result<G> = G extends { pageOf: infer S extends GenericSchema }
  ? Paged<S>
  : G extends { listOf: infer S extends GenericSchema }
    ? Paged<S>
    : G extends { created: infer S extends GenericSchema }
      ? InferOutput<S>
      : G extends { started: string }
        ? string
        : G extends { trashed: true }
          ? number | undefined
          : G extends { shown: true }
            ? { show: boolean; version?: string }
            : G extends { file: unknown } | { answers: unknown }
              ? never
              : G extends GenericSchema
                ? InferOutput<G>
                : void;

type BodyOf<T> = T extends GenericSchema
  ? InferOutput<T>
  : T extends { form: infer S extends GenericSchema }
    ? InferOutput<S>
    : undefined;

export interface Asked<Name, Q, T, A> {
  request: Request;
  params: Params<Name>;
  query: Values<Q>;
  /** The requested page of a list, and its order. */
  list: ListRequest;
  body: BodyOf<T>;
  /** The picture of a form, in the incoming folder `id`. */
  upload: T extends { image: unknown }
    ? { id: string; image: ReceivedFile | undefined }
    : undefined;
  /** Whether a thing still has the version that If-Match names. Passes everything without If-Match. */
  isCurrent: (thing: { version: string }) => boolean;
  /** The finds that may be reviewed, or the key of a follower's mail. */
  scope: A extends "review"
    ? ReviewScope
    : A extends "follower"
      ? string
      : undefined;
}

export interface Declared<Name, Q, T, G, A> {
  summary: string;
  access: A;
  query?: Q;
  /** Headers that it needs, for its description. */
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
  cache?: { reads: DataGroup[]; query?: Record<string, QueryForm> };
  /** Refuses by throwing, before the body is read. */
  before?: (request: Request) => void;
  /** Returns the call's output, or a response that is sent unchanged. */
  run: (
    asked: Asked<Name, Q, T, A>,
  ) => Result<G> | Response | Promise<Result<G> | Response>;
}

/** Declares one call. Spread the result into the calls of a subject. An answer's version is its ETag. */
export const call = <
  const Name extends CallName,
  const A extends Access,
  Q extends Query = Record<never, never>,
  T extends Takes | undefined = undefined,
  G extends Gives | undefined = undefined,
>(
  name: Name,
  declared: Declared<Name, Q, T, G, A>,
) => ({ [name]: declared }) as { [N in Name]: Declared<N, Q, T, G, A> };

/** A declared call with any input and output. */
export interface AnyCall extends Omit<
  Declared<CallName, Query, Takes, Gives, Access>,
  "run" | "plainForm"
> {
  plainForm?: GenericSchema;
  run: (asked: never) => unknown;
}
export type Calls = Record<CallName, AnyCall>;

/** Whether a call's input or output is of this kind. */
export const isKind = <K extends string>(
  kind: K,
  what: object | undefined,
): what is { [key in K]: unknown } => what !== undefined && kind in what;
