import type { GenericSchema, InferInput, InferOutput } from "valibot";
import {
  callApi,
  type CallOptions,
  type Method,
} from "#app/components/api/call-api.ts";
import type { calls } from "#app/api/calls.ts";
import type { Declared, Params } from "#app/http/calls/call.ts";

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
type Asked<Query> = {
  [N in keyof Query]?: Query[N] extends {
    schema: infer S extends GenericSchema;
  }
    ? InferInput<S>
    : never;
};
/** What a call takes: the parts of its path, its query, its body. */
export type Sent<N extends Name> = Needed<
  "params",
  [keyof Params<N>] extends [never] ? never : Params<N>
> &
  Needed<"body", Body<DeclarationOf<N>["takes"]>> & {
    query?: Asked<DeclarationOf<N>["query"]>;
  };
type GivenBy<Gives> = Gives extends
  | { pageOf: infer Item extends GenericSchema }
  | { listOf: infer Item extends GenericSchema }
  ? InferOutput<Item>[]
  : Gives extends { created: infer S extends GenericSchema }
    ? InferOutput<S>
    : Gives extends { started: string }
      ? { job_id: string; message: string }
      : Gives extends { shown: true }
        ? { show: boolean }
        : Gives extends GenericSchema
          ? InferOutput<Gives>
          : undefined;
/** What a call gives. */
export type Given<N extends Name> = GivenBy<DeclarationOf<N>["gives"]>;

/** Sends a call as the admin, under the name that it is declared with. @throws {ApiError} */
export function call<N extends Name>(
  name: N,
  sent: Sent<N>,
  options?: CallOptions,
) {
  const { body } = sent as { body?: unknown };
  const [method] = name.split(" ");
  return callApi<Given<N>>(
    method as Method,
    addressOf(name, sent),
    body,
    options,
  );
}

/** The address of a call, with its parameters in their places. */
export function addressOf<N extends Name>(name: N, sent: Sent<N>): string {
  const { params = {}, query = {} } = sent as {
    params?: Record<string, string | number>;
    query?: Record<string, unknown>;
  };
  const [, path = ""] = name.split(" ");
  const search = new URLSearchParams(
    Object.entries(query).flatMap(([key, value]) =>
      value === undefined ? [] : [[key, String(value)]],
    ),
  );
  return (
    path.replace(/:(\w+)/g, (_, part: string) =>
      encodeURIComponent(params[part]!),
    ) + (search.size > 0 ? `?${search}` : "")
  );
}
