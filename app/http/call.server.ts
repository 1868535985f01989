import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import * as v from "valibot";
import type { GenericSchema, InferOutput } from "valibot";
import { DomainError } from "#domain/core/errors.ts";
import type { ListRequest } from "#domain/lists/sorted-list.server.ts";
import {
  admin,
  api,
  errorResponse,
  noContent,
  page,
  readJson,
  readListRequest,
  requireKey,
  requireValid,
} from "./api.server.ts";
import { ok, pages } from "./openapi/common.ts";
import type { Operation, Operations } from "./openapi/operation.ts";

/** A call of the API is declared once. Who answers it, who may call it and its description follow from that. */

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
/** `:name` is one part of the path: a number if the name ends in `Key`, else a text. */
export type CallName = `${Method} /api/${string}`;

type PartsOf<Path> = Path extends `${string}:${infer Part}/${infer More}`
  ? Part | PartsOf<`/${More}`>
  : Path extends `${string}:${infer Part}`
    ? Part
    : never;
export type Params<Name> = {
  [P in PartsOf<Name>]: P extends `${string}Key` ? number : string;
};

type Query = NonNullable<Operation["query"]>;
export type Values<Q> = {
  [N in keyof Q]?: Q[N] extends { schema: infer S extends GenericSchema }
    ? InferOutput<S>
    : never;
};

/** JSON, one page of a list, or a file of one of these types. */
type Gives =
  GenericSchema | { pageOf: GenericSchema } | { file: readonly string[] };
type Output<S> = S extends GenericSchema ? InferOutput<S> : undefined;
type Result<G> = G extends { pageOf: infer Item extends GenericSchema }
  ? { items: InferOutput<Item>[]; next: string | null }
  : G extends { file: unknown }
    ? Response
    : G extends GenericSchema
      ? InferOutput<G>
      : void;

interface Asked<Name, Q, Takes> {
  request: Request;
  params: Params<Name>;
  query: Values<Q>;
  /** Which page of a list was asked for. */
  asked: ListRequest;
  body: Output<Takes>;
}

export interface Declared<Name, Q, Takes, G> {
  summary: string;
  access: "everyone" | "admin";
  query?: Q;
  /** The JSON that it takes. */
  takes?: Takes;
  /** Without it, the call answers 204. */
  gives?: G;
  run: (asked: Asked<Name, Q, Takes>) => Result<G> | Promise<Result<G>>;
}

/** Declares one call. Spread what this returns into the calls of a subject. */
export const call = <
  const Name extends CallName,
  Q extends Query = Record<never, never>,
  Takes extends GenericSchema | undefined = undefined,
  G extends Gives | undefined = undefined,
>(
  name: Name,
  declared: Declared<Name, Q, Takes, G>,
) => ({ [name]: declared }) as { [N in Name]: Declared<N, Q, Takes, G> };

/** A declared call, whatever it takes and gives. */
interface AnyCall extends Omit<
  Declared<CallName, Query, GenericSchema, Gives>,
  "run"
> {
  run: (asked: never) => unknown;
}
export type Calls = Record<CallName, AnyCall>;

type Args = LoaderFunctionArgs | ActionFunctionArgs;

/** Answers all declared calls: 404 to other paths, 405 to other methods, and what `api()` says to all that fails. */
export function answerCalls(calls: Calls) {
  const byPath = new Map<string, Record<string, AnyCall>>();
  for (const [name, declared] of Object.entries(calls)) {
    const [method = "", path = ""] = name.split(" ");
    byPath.set(path, { ...byPath.get(path), [method]: declared });
  }
  const endpoints = [...byPath].map(([path, methods]) => ({
    parts: path.split("/"),
    answerWith: (params: Record<string, string>) =>
      api(
        Object.fromEntries(
          Object.entries(methods).map(([method, declared]) => [
            method,
            handlerOf(declared, params),
          ]),
        ),
      ),
  }));
  // Of two paths that match, the one with fewer parameters is meant.
  const paramsIn = (parts: string[]) =>
    parts.filter((part) => part.startsWith(":")).length;
  endpoints.sort((a, b) => paramsIn(a.parts) - paramsIn(b.parts));

  return (args: Args) => {
    const parts = readParts(new URL(args.request.url).pathname);
    for (const endpoint of endpoints) {
      const params = matchParts(endpoint.parts, parts);
      if (params) return endpoint.answerWith(params)(args);
    }
    return errorResponse(
      new DomainError("not_found", "There is no such address."),
    );
  };
}

/** The parts of a path, without the empty one after a slash at its end. Empty if one of them can't be decoded. */
function readParts(pathname: string) {
  try {
    const parts = pathname.split("/").map(decodeURIComponent);
    return parts.at(-1) === "" ? parts.slice(0, -1) : parts;
  } catch {
    return [];
  }
}

/** The parameters of a path that matches; undefined if it doesn't. Small and capital letters count as the same. */
function matchParts(pattern: string[], parts: string[]) {
  if (pattern.length !== parts.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, part] of pattern.entries()) {
    const given = parts[index]!;
    if (part.startsWith(":") && given !== "") params[part.slice(1)] = given;
    else if (part !== given.toLowerCase()) return undefined;
  }
  return params;
}

function handlerOf(
  { access, query = {}, takes, gives, run }: AnyCall,
  params: Record<string, string>,
) {
  const answer = async ({ request }: Args) => {
    const search = new URL(request.url).searchParams;
    const result = await run({
      request,
      params: Object.fromEntries(
        Object.entries(params).map(([name, value]) => [
          name,
          name.endsWith("Key") ? requireKey(value) : value,
        ]),
      ),
      query: Object.fromEntries(
        Object.entries(query).map(([name, { schema }]) => {
          const value = search.get(name);
          return [
            name,
            value === null ? undefined : requireValid(schema, value),
          ];
        }),
      ),
      asked: isPage(gives) ? readListRequest(request) : {},
      body: takes && (await readJson(request, takes)),
    } as never);
    if (gives === undefined) return noContent();
    if (!isPage(gives)) return result;
    const { items, next } = result as Result<{ pageOf: GenericSchema }>;
    return page(request, items, next);
  };
  return access === "admin" ? admin(answer) : answer;
}

const isPage = (gives: unknown): gives is { pageOf: GenericSchema } =>
  typeof gives === "object" && gives !== null && "pageOf" in gives;

/** Describes declared calls for `/api/openapi.json`. */
export const describeCalls = (calls: Calls): Operations =>
  Object.fromEntries(
    Object.entries(calls).map(([name, { summary, access, query, ...call }]) => [
      name,
      {
        summary,
        access,
        query: isPage(call.gives) ? { ...pages, ...query } : query,
        ...(call.takes ? { body: { json: call.takes } } : {}),
        answers: describeGiven(call.gives),
      },
    ]),
  );

function describeGiven(gives: Gives | undefined): Operation["answers"] {
  if (gives === undefined) return { 204: { description: "It is done." } };
  if (isPage(gives)) return ok(v.array(gives.pageOf), "One page of the list.");
  if (!("file" in gives)) return ok(gives, "The answer.");
  const types = [...gives.file];
  return {
    200: { description: "The file.", types },
    206: { description: "A part of it.", types },
  };
}
