import { msg } from "@lingui/core/macro";
import type { GenericSchema, InferInput } from "valibot";
import type { calls } from "#app/api/calls.ts";
import type { Declared, JsonOf, Params } from "#app/http/calls/call.ts";
import { pageLanguage } from "#app/components/language/load-texts.ts";
import { sayNow } from "#core/languages/say.ts";
import {
  fetchWhicheverWay,
  isFromSite,
  type ApiRequest,
} from "./either-way.ts";
import { timeout } from "./timeout.ts";

type Calls = typeof calls;
export type Name = keyof Calls;
type DeclarationOf<N extends Name> =
  Calls[N] extends Declared<
    N,
    infer Query,
    infer Takes,
    infer Gives,
    infer _Access
  >
    ? { query: Query; takes: Takes; gives: Gives }
    : never;

type Needed<Member extends string, Type> = [Type] extends [never]
  ? unknown
  : { [M in Member]: Type };
type Body<Takes> = Takes extends GenericSchema
  ? InferInput<Takes>
  : Takes extends object
    ? FormData
    : never;
type QueryInput<Query extends Record<string, GenericSchema>> = {
  [N in keyof Query]?: InferInput<Query[N]>;
};
type PageQuery<Gives> = Gives extends { pageOf: unknown } | { listOf: unknown }
  ? { limit?: number; before?: string }
  : unknown;
export type Sent<N extends Name> = Needed<
  "params",
  [keyof Params<N>] extends [never] ? never : Params<N>
> &
  Needed<"body", Body<DeclarationOf<N>["takes"]>> & {
    query?: QueryInput<DeclarationOf<N>["query"]> &
      PageQuery<DeclarationOf<N>["gives"]>;
  };
export type Given<N extends Name> = JsonOf<DeclarationOf<N>["gives"]>;

export function addressOf<N extends Name>(name: N, sent: Sent<N>): string {
  const { params = {}, query = {} } = sent as {
    params?: Record<string, string | number>;
    query?: Record<string, unknown>;
  };
  const [, path = ""] = name.split(" ");
  const search = String(
    new URLSearchParams(
      Object.entries(query).flatMap(([key, value]) =>
        value === undefined ? [] : [[key, String(value)]],
      ),
    ),
  );
  return (
    path.replace(/:(\w+)/g, (_, part: string) =>
      encodeURIComponent(params[part]!),
    ) +
    // A query may have commas as they are.
    (search ? `?${search.replaceAll("%2C", ",")}` : "")
  );
}

/** Headers that let a call in: none for a session, whose cookie the browser sends. */
export interface Access {
  headers: Record<string, string>;
}

/** Lets a call in by a key. It goes in a header, so that it is in no address and no log. */
export const byKey = (key: string): Access => ({
  headers: { Authorization: `Bearer ${key}` },
});

/** A failed call: one sentence for a person, and the errors of fields. */
export class ApiError extends Error {
  /** The HTTP status; 0 if the site could not be reached. */
  readonly status: number;
  readonly fields: Record<string, string>;

  constructor(status: number, { error, fields = {} }: ErrorBody) {
    // A proxy may refuse without a reason.
    super(error ?? sayNow(msg`Something went wrong`));
    this.status = status;
    this.fields = fields;
  }
}

/** Whether no answer of the site has come, or none as a whole. */
export const isLostLink = (error: unknown) =>
  !(error instanceof ApiError) || error.status === 0;

interface ErrorBody {
  error?: string;
  fields?: Record<string, string>;
}

/**
 * Sends a call. A form is sent as it is, any other body as JSON.
 * @param by sends it in place of the browser's own function
 * @throws {ApiError}
 */
export async function ask<N extends Name>(
  name: N,
  sent: Sent<N>,
  request: ApiRequest = {},
  by?: (address: string, request: ApiRequest) => Promise<Response>,
): Promise<Response> {
  const { body } = sent as { body?: unknown };
  const [method] = name.split(" ");
  const isJson = body !== undefined && !(body instanceof FormData);
  const unreached = () =>
    new ApiError(0, { error: sayNow(msg`The site could not be reached.`) });
  const answer = await fetchWhicheverWay(
    addressOf(name, sent),
    {
      ...request,
      method,
      headers: {
        Accept: "application/json",
        // The site refuses in the language of the page.
        "Content-Language": pageLanguage(),
        ...(isJson ? { "Content-Type": "application/json" } : {}),
        ...request.headers,
      },
      body: isJson ? JSON.stringify(body) : (body as FormData | undefined),
    },
    by,
  ).catch(() => {
    throw unreached();
  });
  if (answer.ok && !isFromSite(answer)) throw unreached();
  if (answer.ok) return answer;
  throw new ApiError(
    answer.status,
    (await answer.json().catch(() => ({}))) as ErrorBody,
  );
}

/** A call gives up after this time, so that nobody waits in vain. */
export const PATIENCE_MS = 20_000;

/** Sends a call, and reads the JSON of its answer, if it has one. @throws {ApiError} */
export async function read<N extends Name>(
  name: N,
  sent: Sent<N>,
  request?: ApiRequest,
): Promise<Given<N>> {
  const signal = timeout(PATIENCE_MS);
  const answer = await ask(name, sent, { signal, ...request });
  const text = await answer.text();
  return (text === "" ? undefined : JSON.parse(text)) as Given<N>;
}
