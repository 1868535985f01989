import type { calls } from "#app/api/calls.ts";
import { bytesOf, extensionOf } from "../pictures.ts";
import { applyRule, type Answered, type Outcome } from "../rules/outcome.ts";
import type { State } from "../rules/state.ts";
import type { ModelSite } from "../site.ts";

/** An answer of the site. */
export interface Answer {
  status: number;
  headers: Headers;
  body: unknown;
  /** What `Call.learn` has read. */
  learned?: unknown;
}

export type Who = "everybody" | "admin" | "other admin";

/** One request to the site, and what the model says of it. */
export interface Call {
  who: Who;
  method: string;
  path: string;
  /** What method, path and body don't say, for a person who reads what failed. */
  says?: string;
  headers?: Record<string, string>;
  /** Sent as JSON, unless it is a form. */
  body?: unknown;
  makeForm?: () => Promise<FormData | URLSearchParams | Uint8Array>;
  /** What the call does to a state. Keys and names that the site chooses come from its answer. */
  apply: (state: State, answer: Answer) => Outcome;
  /** Reads what the answer leaves out and later calls need. Sent after a call that has made something. */
  learn?: (get: Get, answer: Answer) => Promise<unknown>;
  /** Makes what the call needs, before it is sent with others; gives what it is then sent with. */
  prepare?: (on: ModelSite) => Promise<Pick<Call, "headers" | "makeForm">>;
  /** Whether the step has to wait for its jobs before anything else is sent. */
  waits?: boolean;
}

/** `PUT /api/users/7`, for the declared call `PUT /api/users/:raKey`. */
type Filled<Name> = Name extends `${infer Before}:${string}/${infer After}`
  ? `${Before}${string}/${Filled<After>}`
  : Name extends `${infer Before}:${string}`
    ? `${Before}${string}`
    : Name;
type Declared = Filled<keyof typeof calls>;

/** Makes declared calls of somebody. The rule says what a call does. */
const callsOf =
  (who: Who) =>
  (
    request: Declared | `POST /finds/${string}.data`,
    rule: (state: State, answer: Answer) => Answered,
    more: Omit<Partial<Call>, "apply"> = {},
  ): Call => {
    const [method, path] = request.split(" ") as [string, string];
    return {
      who,
      method,
      path,
      apply: (state, answer) => applyRule(state, (copy) => rule(copy, answer)),
      ...more,
    };
  };
export const byAdmin = callsOf("admin");
export const byOtherAdmin = callsOf("other admin");
export const byEverybody = callsOf("everybody");

export const describeCall = ({ who, says, method, path, body }: Call) =>
  [
    `${who}: ${method} ${path}`,
    body === undefined ? "" : JSON.stringify(body),
    says && `(${says})`,
  ]
    .filter(Boolean)
    .join(" ");

export type Get = (path: string) => Promise<unknown>;

/** Makes a call ready to be sent. */
export async function prepare(on: ModelSite, call: Call): Promise<Call> {
  const { headers, makeForm } = (await call.prepare?.(on)) ?? {};
  return {
    ...call,
    headers: { ...headers, ...call.headers },
    makeForm: makeForm ?? call.makeForm,
  };
}

/** Sends a call and reads its answer. */
export async function send(
  { site, cookies }: ModelSite,
  { who, method, path, headers, body, makeForm }: Call,
): Promise<Answer> {
  const cookie = { everybody: undefined, admin: cookies[0] };
  const own = who === "other admin" ? cookies[1] : cookie[who];
  const answer = await site.fetch(path, {
    method,
    headers: {
      ...headers,
      ...(own ? { cookie: own } : {}),
      ...(body === undefined ? {} : { "Content-Type": "application/json" }),
    },
    body: makeForm
      ? ((await makeForm()) as BodyInit)
      : body === undefined
        ? undefined
        : JSON.stringify(body),
  });
  return {
    status: answer.status,
    headers: answer.headers,
    body: parse(await answer.text()),
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

export const getAsAdmin =
  (on: ModelSite): Get =>
  async (path) =>
    (
      await send(on, {
        who: "admin",
        method: "GET",
        path,
      } as Call)
    ).body;

/** A form with text fields first, then pictures. */
export async function formOf(
  fields: Record<string, string | undefined>,
  field: string,
  pictures: { picture: number; name?: string }[],
) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields))
    if (value !== undefined) form.set(name, value);
  for (const { picture, name } of pictures)
    form.append(
      field,
      new Blob([new Uint8Array(await bytesOf(picture))]),
      `${name ?? picture}.${extensionOf(picture)}`,
    );
  return form;
}

/** The key that a deleted thing has in the trash. */
export const trashKeyOf = ({ headers }: Answer) =>
  Number(headers.get("trash-key"));
