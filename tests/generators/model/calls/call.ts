import { bytesOf, extensionOf } from "../../pictures.ts";
import type { ModelSite } from "../site.ts";
import {
  live,
  versionOf,
  type Kind,
  type State,
  type Thing,
} from "../state.ts";

/** One call to the site, and what the model says of it. */

/** An answer of the site. */
export interface Answer {
  status: number;
  headers: Headers;
  body: unknown;
  /** What `Call.learn` has read. */
  learned?: unknown;
}

/** How a call must be answered: a status, or a status and what the body must have, among other things. */
export type Answered = number | { status: number; body: unknown };

export interface Call {
  who: "everybody" | "admin" | "other admin";
  method: string;
  path: string;
  /** What method, path and body don't say, for a person who reads what failed. */
  says?: string;
  headers?: Record<string, string>;
  /** Sent as JSON, unless there is a form. */
  body?: unknown;
  makeForm?: () => Promise<FormData | URLSearchParams | Uint8Array>;
  /**
   * Changes a state, unless it refuses the call, and says how the call is answered. Keys and names that the site
   * chooses come from its answer.
   */
  rule: (copy: State, answer: Answer) => Answered;
  /** Reads what the answer leaves out and later calls need. Sent after a call that has made something. */
  learn?: (get: Get, answer: Answer) => Promise<unknown>;
  /** Makes what the call needs, before it is sent with others; gives what it is then sent with. */
  prepare?: (on: ModelSite) => Promise<Pick<Call, "headers" | "makeForm">>;
  /** Whether the step has to wait for its jobs before anything else is sent. */
  waits?: boolean;
}

const callsOf =
  (who: Call["who"]) =>
  (request: string, rule: Call["rule"], more: Partial<Call> = {}): Call => {
    const [method, path] = request.split(" ") as [string, string];
    return { who, method, path, rule, ...more };
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

/** Makes a call ready to be sent. */
export async function prepare(on: ModelSite, call: Call): Promise<Call> {
  const { headers, makeForm = call.makeForm } =
    (await call.prepare?.(on)) ?? {};
  return { ...call, headers: { ...headers, ...call.headers }, makeForm };
}

/** Sends a call and reads its answer. */
export async function send(
  { site, cookies: [admin, other] }: ModelSite,
  call: Omit<Call, "rule">,
): Promise<Answer> {
  const { who, method, path, headers, body, makeForm } = call;
  const cookie = { everybody: "", admin, "other admin": other }[who];
  const isJson = body !== undefined && !makeForm;
  const answer = await site.fetch(path, {
    method,
    headers: {
      // The site would compress, which takes longer than to send.
      "Accept-Encoding": "identity",
      ...headers,
      ...(cookie && { cookie }),
      ...(isJson && { "Content-Type": "application/json" }),
    },
    body: isJson ? JSON.stringify(body) : ((await makeForm?.()) as BodyInit),
  });
  const bytes = await answer.arrayBuffer();
  const text = Buffer.from(bytes).toString();
  const type = answer.headers.get("content-type") ?? "";
  return {
    status: answer.status,
    headers: answer.headers,
    body:
      type.includes("json") && text
        ? JSON.parse(text)
        : type === "application/octet-stream"
          ? bytes
          : text,
  };
}

export type Get = (path: string) => Promise<unknown>;

export const getAsAdmin =
  (on: ModelSite): Get =>
  async (path) =>
    (await send(on, { who: "admin", method: "GET", path })).body;

/** A form with text fields first, then pictures. */
export async function formOf(
  fields: Record<string, string | number | undefined>,
  field: string,
  pictures: { picture: number; name?: string }[],
) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields))
    if (value !== undefined) form.set(name, String(value));
  for (const { picture, name } of pictures)
    form.append(
      field,
      new Blob([new Uint8Array(await bytesOf(picture))]),
      `${name ?? picture}.${extensionOf(picture)}`,
    );
  return form;
}

// ── Chance ─────────────────────────────────────────────────────────────────────────────────────

/** A version of a thing: as the site names it, and what the model knows it by. */
interface Version {
  etag: string;
  known: string;
}

/** Random numbers of one call. What they mean is up to what makes the call. */
export interface Chance {
  a: number;
  b: number;
  c: number;
  /** No other call of the round has it. */
  id: number;
  /** The first and the newest version that was seen of a thing, such as `finds 3`. */
  versions: Map<string, { first: Version; last: Version }>;
}

/** Makes a call for a state; undefined if there is nothing yet that it could be about. */
export type MakeCall = (state: State, chance: Chance) => Call | undefined;

export const choose = <T>(list: readonly T[], n: number): T | undefined =>
  list[n % list.length];

/** A call about a thing of a kind, now and then about none; undefined if there are none. */
export function about(
  state: State,
  kind: Kind,
  n: number,
  make: (key: number) => Call,
) {
  const thing = choose<Thing>(live(state, kind), n);
  return thing && make(n % 31 === 30 ? 999_999 : thing.key);
}

/** A text that only this call has written. */
export const textOf = (what: string, id: number) => `${what} [text ${id}]`;

/** true, false, or undefined to flip it. */
export const chooseShow = (n: number) =>
  choose([true, undefined, true, false], n);

/** Some of these, so that the others have to stay as they are. */
export const someOf = <T extends object>(fields: T, n: number): Partial<T> =>
  Object.fromEntries(
    Object.entries(fields).filter((_, index) => (n >> index) % 2 === 0),
  ) as Partial<T>;

/** Most saves say which version they are meant for: the newest, or the first there was. */
export function chooseVersion({ c, versions }: Chance, thing: string) {
  const seen = versions.get(thing);
  const version = choose([undefined, seen?.last, seen?.first], c);
  return {
    known: version?.known,
    headers: version ? { "If-Match": `"${version.etag}"` } : undefined,
  };
}

/** Whether a call that was meant for a version comes too late. */
export const isStale = (
  state: State,
  kind: Kind,
  thing: { key: number },
  known?: string,
) => known !== undefined && versionOf(state, kind, thing) !== known;
