import type { GenericSchema, InferInput, InferOutput } from "valibot";
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
/** What every list takes that is given page by page. */
type PageAsked<Gives> = Gives extends { pageOf: unknown } | { listOf: unknown }
  ? { limit?: number; before?: string }
  : unknown;
/** What a call takes: the parts of its path, its query, its body. */
export type Sent<N extends Name> = Needed<
  "params",
  [keyof Params<N>] extends [never] ? never : Params<N>
> &
  Needed<"body", Body<DeclarationOf<N>["takes"]>> & {
    query?: Asked<DeclarationOf<N>["query"]> &
      PageAsked<DeclarationOf<N>["gives"]>;
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
    ) +
    // A query may have commas as they are.
    (search.size > 0 ? `?${String(search).replaceAll("%2C", ",")}` : "")
  );
}

/** Sends a call, with its body as JSON, and returns the answer even if that is a refusal. */
export function send<N extends Name>(
  name: N,
  sent: Sent<N>,
  request: RequestInit & { headers?: Record<string, string> } = {},
): Promise<Response> {
  const { body } = sent as { body?: unknown };
  const [method] = name.split(" ");
  const json = { "Content-Type": "application/json" };
  return fetch(addressOf(name, sent), {
    ...request,
    method,
    headers: { ...(body === undefined ? {} : json), ...request.headers },
    body: JSON.stringify(body),
  });
}

/** Reads from the API as anybody may. @throws if it can't be read */
export async function read<N extends Name>(
  name: N,
  sent: Sent<N>,
  signal?: AbortSignal,
): Promise<Given<N>> {
  const answer = await send(name, sent, { signal });
  if (!answer.ok) throw new Error(`the answer was ${answer.status}`);
  return (await answer.json()) as Given<N>;
}
