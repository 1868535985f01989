import type { ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { setImmediate, setTimeout as wait } from "node:timers/promises";
import {
  createReadableStreamFromReadable,
  type LoaderFunctionArgs,
} from "@remix-run/node";
import { msg } from "@lingui/core/macro";
import * as v from "valibot";
import { codeOf } from "#core/error-code.ts";
import { DomainError, sayEach, statusOf, wrongField } from "#core/errors.ts";
import { speak } from "#core/languages/catalogues.server.ts";
import { saying, type Said } from "#core/languages/say.ts";
import { translate } from "#core/languages/english.server.ts";
import { EVERYWHERE } from "#domain/limits/tries.server.ts";
import { log } from "#core/log.server.ts";
import {
  PAGE_READ,
  readPages,
  type ListPage,
  type ListRequest,
} from "#domain/lists/paging.server.ts";
import { PAGE_MAX } from "#core/limits.ts";
import { untilWritable } from "#domain/health/health.server.ts";
import { isAbsentFromStore } from "#domain/store/disk.server.ts";
import { isStoreHere, storeAway } from "#domain/store/identity.server.ts";
import { requestId } from "./request/headers.ts";
import { readBody } from "./request/body.server.ts";
import { languageOf } from "./request/language.server.ts";
import { nodeResponse, noteEvent } from "./request/log.server.ts";

const READS = new Set(["GET", "HEAD", "OPTIONS"]);

type Handler = (args: LoaderFunctionArgs) => unknown;
type Method = "GET" | "HEAD" | "OPTIONS" | "POST" | "PUT" | "PATCH" | "DELETE";

/**
 * Makes an endpoint, which a route exports as its loader and its action, from one handler per method. Sends what a
 * handler returns, and its error, as JSON. `GET` answers HEAD too.
 */
export function api(methods: Partial<Record<Method, Handler>>) {
  const allow = Object.keys(methods).flatMap((method) =>
    method === "GET" ? ["GET", "HEAD"] : [method],
  );
  return async (args: LoaderFunctionArgs) => {
    const { method } = args.request;
    const handler = Object.hasOwn(methods, method)
      ? methods[method as Method]
      : method === "HEAD"
        ? methods.GET
        : undefined;
    if (!handler)
      return refuse(
        args.request,
        msg`This address does not accept ${method}.`,
        {
          status: 405,
          headers: { Allow: allow.join(", ") },
        },
      );
    try {
      if (!READS.has(method)) await untilWritable();
      const result = await handler(args);
      return result instanceof Response
        ? result
        : Response.json(result, { headers: { "Cache-Control": "no-cache" } });
    } catch (error) {
      if (error instanceof Response) return error;
      return errorResponse(error, args.request);
    }
  };
}

const TAKES_NOTHING = new Set([
  ...["ENOSPC", "EDQUOT", "EROFS", "EMFILE", "ENFILE"],
  // A folder that somebody else owns, such as an album that root has copied into the store.
  ...["EACCES", "EPERM"],
]);

/** Whether the disk takes nothing, or the store went away while a file of the request was in it. */
function isUnable(error: unknown) {
  const code = codeOf(error);
  return (
    TAKES_NOTHING.has(code) ||
    /^SQLITE_(FULL|READONLY|IOERR|BUSY|CANTOPEN|CORRUPT|NOTADB)/.test(code) ||
    isAbsentFromStore(error)
  );
}

export function errorResponse(error: unknown, request?: Request): Response {
  // Its sender has gone, and nobody is left to answer.
  if (request?.signal.aborted && codeOf(error) === "ECONNRESET")
    return new Response(null, { status: 499 });
  const { kind, said, limit, retryAfter } =
    error instanceof DomainError ? error : refusalFor(error, request);
  if (limit && request)
    noteEvent(request, {
      event: "limit reached",
      limit: limit.name,
      scope: limit.key === EVERYWHERE ? "everywhere" : limit.key,
    });
  const headers: HeadersInit = { "Cache-Control": "no-store" };
  if (retryAfter !== undefined) headers["Retry-After"] = String(retryAfter);
  // Otherwise the rest of the late body would be read as the next request.
  if (kind === "timed_out") headers["Connection"] = "close";
  return refuse(
    request,
    said.error,
    { status: statusOf[kind], headers },
    said.fields,
  );
}

/** In the language of whoever asks. */
export function refuse(
  request: Request | undefined,
  error: Said,
  init: ResponseInit,
  fields?: Record<string, Said>,
) {
  const i18n = speak(request ? languageOf(request) : "en");
  const say = (text: Said) => translate(i18n, text);
  return Response.json(
    { error: say(error), ...(fields ? { fields: sayEach(fields, say) } : {}) },
    init,
  );
}

function refusalFor(error: unknown, request?: Request) {
  if (!isStoreHere()) return storeAway();
  log.error("a request failed", { id: request && requestId(request), error });
  return isUnable(error)
    ? new DomainError(
        "unavailable",
        msg`The site can't save anything at the moment. Please try again later.`,
      )
    : new DomainError("failed", msg`Something went wrong on our side.`);
}

export function requireKey(param: string | undefined): number {
  if (!/^[1-9]\d{0,14}$/.test(param ?? ""))
    throw new DomainError("not_found", msg`There is nothing at this address.`);
  return Number(param);
}

const JSON_TYPE = /^application\/([\w.+-]+\+)?json\s*(;|$)/i;

/** An absent body counts as `{}`. @throws {DomainError} bad_input, not_json, too_large */
export async function readJson<S extends v.GenericSchema>(
  request: Request,
  schema: S,
  bytesMax?: number,
): Promise<v.InferOutput<S>> {
  const text = (await readBody(request, bytesMax)).toString("utf8");
  if (text.trim() === "") return requireValid(schema, {});
  if (!JSON_TYPE.test(request.headers.get("content-type") ?? ""))
    throw new DomainError(
      "not_json",
      msg`The body must be sent with the content type application/json.`,
    );
  let body: unknown;
  try {
    body = JSON.parse(text, wellFormed);
  } catch {
    throw new DomainError("bad_input", msg`The body must be JSON.`);
  }
  if (Array.isArray(body))
    throw wrongField("body", msg`The body must be a JSON object.`);
  return requireValid(schema, body);
}

/** JSON can escape half of a character (a lone surrogate), which neither UTF-8 nor the database can hold. */
const wellFormed = (_key: string, value: unknown) =>
  typeof value === "string"
    ? value.replace(/\p{Surrogate}/gu, "\ufffd")
    : value;

const MISSING = msg`Please fill this in.`;
/** Used when a schema has no message of its own, because Valibot's messages are for programmers. */
const UNREADABLE = msg`That is not what is expected here.`;

/** @throws {DomainError} bad_input with a sentence for each field */
export function requireValid<S extends v.GenericSchema>(
  schema: S,
  value: unknown,
): v.InferOutput<S> {
  const result = v.safeParse(schema, value, { message: saying(UNREADABLE) });
  if (result.success) return result.output;
  const fields: Record<string, Said> = {};
  for (const problem of result.issues) {
    const field = v.getDotPath(problem)?.split(".")[0] ?? "body";
    fields[field] ??=
      problem.kind === "schema" && problem.received === "undefined"
        ? MISSING
        : problem.message;
  }
  const [field = "", first] = Object.entries(fields)[0] ?? [];
  const said =
    first === MISSING ? msg`Please fill in ${field}.` : (first ?? UNREADABLE);
  throw new DomainError("bad_input", said, { fields });
}

/** Reads `limit` (1–100), `before` and `sort` of a list's query. @throws {DomainError} bad_input */
export function readListRequest(request: Request) {
  const query = new URL(request.url).searchParams;
  const limit = query.get("limit") ?? undefined;
  if (
    limit !== undefined &&
    (!/^\d{1,3}$/.test(limit) || Number(limit) < 1 || Number(limit) > PAGE_MAX)
  )
    throw new DomainError(
      "bad_input",
      msg`The limit is a whole number from 1 to ${PAGE_MAX}.`,
      { fields: { limit: msg`Enter a whole number from 1 to ${PAGE_MAX}.` } },
    );
  return {
    limit: limit === undefined ? undefined : Number(limit),
    before: query.get("before") ?? undefined,
    sort: query.get("sort") ?? undefined,
  };
}

export function page(
  request: Request,
  { items, next, total }: ListPage<unknown>,
) {
  const headers = new Headers({ "Cache-Control": "no-cache" });
  if (total !== undefined) headers.set("Total-Count", String(total));
  if (next !== null) {
    const url = new URL(request.url);
    url.searchParams.set("before", next);
    headers.set("Link", `<${url.pathname}${url.search}>; rel="next"`);
  }
  return Response.json(items, { headers });
}

/** The whole list if no limit was asked for, sent while it is read. @throws {DomainError} bad_input, and the errors of `read` */
export function answerList<T>(
  request: Request,
  read: (asked: ListRequest) => ListPage<T>,
) {
  const asked = readListRequest(request);
  if (asked.limit !== undefined) return page(request, read(asked));
  const readOne = (before?: string) =>
    read({ ...asked, limit: PAGE_READ, before });
  return stream(request, writeArray(readPages(readOne, asked.before)), {
    "Content-Type": "application/json",
    "Cache-Control": "no-cache",
  });
}

async function* writeArray(items: AsyncIterable<unknown>) {
  let between = "[";
  for await (const item of items) {
    yield between + JSON.stringify(item);
    between = ",";
  }
  yield between === "[" ? "[]" : "]";
}

const CHUNK = 65_536;

export const stream = (
  request: Request,
  text: AsyncIterable<string>,
  headers: HeadersInit,
) => streamChunks(request, inChunks(text), headers);

/** Does the same with chunks of a sensible size. */
export function streamChunks(
  request: Request,
  chunks: AsyncIterable<string | Uint8Array>,
  headers: HeadersInit,
) {
  const body =
    request.method === "HEAD"
      ? null
      : createReadableStreamFromReadable(
          Readable.from(withBackpressure(nodeResponse(request), chunks)),
        );
  return new Response(body, { headers });
}

/** Milliseconds. Not an event, because `compression` keeps the event `drain` for itself. */
const RECHECK_MS = 10;

/** Otherwise Remix would take all of a long list into memory, for a slow client or one that has gone. */
async function* withBackpressure<T>(
  response: ServerResponse | undefined,
  chunks: AsyncIterable<T>,
) {
  for await (const chunk of chunks) {
    yield chunk;
    if (!response) continue;
    // A fast client has taken it a moment later.
    await setImmediate();
    while (response.writableNeedDrain && !response.destroyed)
      await wait(RECHECK_MS);
    if (response.destroyed) return;
  }
}

async function* inChunks(text: AsyncIterable<string>) {
  let chunk = "";
  for await (const part of text) {
    chunk += part;
    if (chunk.length < CHUNK) continue;
    yield chunk;
    chunk = "";
  }
  yield chunk;
}
