import { msg } from "@lingui/core/macro";
import type { LoaderFunctionArgs } from "@remix-run/node";
import * as v from "valibot";
import { DomainError } from "#core/errors.ts";
import { RockNumber } from "#domain/rocks/schemas.ts";
import { checkSetUpKey } from "#domain/account/set-up.server.ts";
import {
  openReviewKey,
  type ReviewScope,
} from "#domain/review/scope.server.ts";
import type { ListPage } from "#domain/lists/paging.server.ts";
import { withIncoming } from "#domain/uploads/incoming.server.ts";
import {
  requireAdmin,
  requireConfirmed,
  senderOf,
} from "../admin-session.server.ts";
import {
  answerList,
  api,
  errorResponse,
  readJson,
  readListRequest,
  requireKey,
  requireValid,
} from "../api.server.ts";
import { addCacheable } from "../cache/cacheable-paths.server.ts";
import { readIfMatch } from "../cache/etag.server.ts";
import { readForm } from "../request/body.server.ts";
import { bearerOf, prefersHtml } from "../request/headers.ts";
import { answerInEnglish } from "../request/language.server.ts";
import { noteEvent } from "../request/log.server.ts";
import { receiveUpload } from "../uploads/upload.server.ts";
import { isOfOwners, prepareSearch } from "./find-calls.server.ts";
import {
  isKind,
  kindOf,
  type Access,
  type AnyCall,
  type Calls,
} from "./call.ts";

/** Answers all declared calls: 404 to other paths, 405 to other methods, and errors as `api()` does. */
export function answerCalls(calls: Calls) {
  addCacheable(
    Object.entries(calls).flatMap(([name, { cache }]) =>
      cache ? { ...cache, path: name.split(" ")[1]! } : [],
    ),
  );
  const search = prepareSearch(calls);
  return (args: LoaderFunctionArgs) => {
    const { request } = args;
    const { pathname } = new URL(request.url);
    const found = search(pathname);
    if (isOfOwners(pathname, request.method, found)) answerInEnglish(request);
    if (!found)
      return errorResponse(
        new DomainError("not_found", msg`There is no such address.`),
        request,
      );
    const handlers = Object.entries(found.methods).map(([method, declared]) => [
      method,
      (args: LoaderFunctionArgs) => answer(declared, args),
    ]);
    return api(Object.fromEntries(handlers))({ ...args, params: found.params });
  };
}

async function answer(
  declared: AnyCall,
  { request, params }: LoaderFunctionArgs,
) {
  const guard = guards[declared.access];
  const scope = await guard(request);
  const { query = {}, gives, takes } = declared;
  const asked = {
    request,
    sender: senderOf(request),
    scope,
    params: Object.fromEntries(
      Object.entries(params).map(([name, part]) => [
        name,
        readPart(name, part ?? ""),
      ]),
    ),
    query: requireValid(
      v.object(query),
      Object.fromEntries(new URL(request.url).searchParams),
    ),
    list: isKind("pageOf", gives) ? readListRequest(request) : {},
    isCurrent: readIfMatch(request),
  };
  const run = (more: object) =>
    declared.run({ ...asked, ...more } as never) as unknown;
  /** A body may take minutes, and its sender may be signed out meanwhile. */
  const runWith = async (sent: object) =>
    run({ ...sent, scope: await guard(request) });

  if (isKind("listOf", gives)) {
    const list = answerList(
      request,
      (list) => run({ list }) as ListPage<never>,
    );
    return give(declared, request, list);
  }
  if (takes === undefined || isKind("self", takes))
    return give(declared, request, await run({}));
  if (!isKind("image", takes)) {
    const body = isPlainForm(declared, request)
      ? requireValid(
          declared.plainForm!,
          Object.fromEntries(await readForm(request)),
        )
      : await readJson(request, takes, declared.bytesMax);
    return give(declared, request, await runWith({ body }));
  }
  return withIncoming(async (id) => {
    const { fields, files } = await receiveUpload(request, id, {
      fileField: "image",
      filesMax: 1,
      tooMany: "Only one image can be sent.",
    });
    const { form, image, incomplete = "Please choose an image." } = takes;
    const body = form && requireValid(form, fields);
    const upload = { id, image: files[0] };
    if (image === "needed" && !upload.image)
      throw new DomainError("bad_input", incomplete, {
        fields: { image: "An image is needed." },
      });
    return give(declared, request, await runWith({ body, upload }));
  });
}

const FORM_TYPE = /^application\/x-www-form-urlencoded\s*(;|$)/i;

const isPlainForm = ({ plainForm }: AnyCall, request: Request) =>
  plainForm !== undefined &&
  FORM_TYPE.test(request.headers.get("content-type") ?? "") &&
  prefersHtml(request);

const guards: Record<Access, (request: Request) => unknown> = {
  everyone: () => undefined,
  admin: requireAdmin,
  confirmed: requireConfirmed,
  review: requireReviewScope,
  setup: requireSetUpKey,
  follower: requireBearer,
};

/** The finds that may be reviewed: with the key of a daily mail that mail's, else all, by the admin. */
async function requireReviewScope(request: Request): Promise<ReviewScope> {
  const key = bearerOf(request);
  if (key === undefined) {
    await requireAdmin(request);
    return { by: "admin" };
  }
  const finds = openReviewKey(key);
  if (finds) return { by: "review", finds };
  throw new DomainError(
    "unauthorized",
    "This link doesn’t work any more. It works for seven days.",
  );
}

function requireSetUpKey(request: Request) {
  try {
    checkSetUpKey(bearerOf(request) ?? "", senderOf(request));
  } catch (error) {
    if (error instanceof DomainError && error.kind === "unauthorized")
      noteEvent(request, { event: "sign-in failed" });
    throw error;
  }
}

/** The call itself finds out whether the key opens anything. */
function requireBearer(request: Request) {
  const key = bearerOf(request);
  if (key !== undefined) return key;
  throw new DomainError(
    "unauthorized",
    msg`The key of the mail’s link is missing.`,
  );
}

function readPart(name: string, part: string) {
  if (name === "rockNumber") return requireValid(RockNumber, part);
  return name.endsWith("Key") ? requireKey(part) : part;
}

async function give(
  { access, gives }: AnyCall,
  request: Request,
  result: unknown,
) {
  const response =
    result instanceof Response
      ? result
      : await kindOf(gives).respond(result as never, request);
  const { headers } = response;
  if (
    access !== "everyone" &&
    !headers.get("Cache-Control")?.includes("no-store")
  )
    headers.set("Cache-Control", "no-store");
  return response;
}
