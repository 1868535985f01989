import type { Site } from "#tests/setup/processes/site.ts";
import { bytesOf, nameOf } from "../pictures.ts";
import { keyOf, KINDS, type Kind, type Row, type Rows } from "./rows.ts";

export interface Stage {
  site: Site;
  cookie: string;
}

export interface Answer {
  status: number;
  headers: Headers;
  body: unknown;
}

export interface Call {
  who: "everybody" | "admin";
  method: string;
  path: string;
  /** What method, path and body don't say, for a person who reads what failed. */
  says?: string;
  headers?: Record<string, string>;
  body?: unknown;
  makeForm?: () => Promise<FormData | URLSearchParams | Uint8Array>;
  /** What it is about. Nothing else may change, but for the parts of this. */
  about?: { kind: Kind; key: number };
  /** The columns of that row which it changes, once it is accepted. If it is absent, others may change too. */
  changes?: (row: never) => object;
  /** Rows that it adds, once it is accepted, and what is in them. */
  makes?: [Kind, Row][];
  /** What the version stands for that it is meant for. */
  content?: string;
  refusal?: number;
  /** Makes what the call needs, before it is sent with others; gives what it is then sent with. */
  prepare?: (site: Site) => Promise<Pick<Call, "headers" | "makeForm">>;
  isAlone?: boolean;
  /** Whether it is alone, and its jobs end before anything else is sent. */
  waits?: boolean;
}

const callsOf =
  (who: Call["who"]) =>
  (request: string, more: Partial<Call> = {}): Call => {
    const [method, path] = request.split(" ") as [string, string];
    return { who, method, path, ...more };
  };
export const byAdmin = callsOf("admin");
export const byEverybody = callsOf("everybody");

export const describeCall = ({ who, says, method, path, body }: Call) =>
  `${who}: ${method} ${path} ${body === undefined ? "" : JSON.stringify(body)}${says ? ` (${says})` : ""}`;

export async function send(
  { site, cookie }: Stage,
  { who, method, path, headers, body, makeForm }: Call,
): Promise<Answer> {
  const isJson = body !== undefined && !makeForm;
  const answer = await site.fetch(path, {
    method,
    headers: {
      // The site would compress, which takes longer than to send.
      "Accept-Encoding": "identity",
      ...headers,
      ...(who === "admin" && { cookie }),
      ...(isJson && { "Content-Type": "application/json" }),
    },
    body: isJson ? JSON.stringify(body) : ((await makeForm?.()) as BodyInit),
  });
  const type = answer.headers.get("content-type") ?? "";
  const text = await answer.text();
  const read: unknown = type.includes("json") && text ? JSON.parse(text) : text;
  return { status: answer.status, headers: answer.headers, body: read };
}

export async function formOf(
  fields: object,
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
      nameOf(picture, name),
    );
  return form;
}

// ── Chance ─────────────────────────────────────────────────────────────────────────────────────

/** A version of a thing: as the site names it, and what it stands for. */
interface Version {
  etag: string;
  content: string;
}

export interface Known {
  /** The first and the newest version that was seen of a thing, such as `finds 3`. */
  versions: Map<string, { first: Version; last: Version }>;
  /** What takes decisions back, with the finds before and after them. */
  undos: { token: string; before: Rows; after: Rows; key: number }[];
}

/** Random numbers of one call. What they mean is up to what makes the call. */
export interface Chance extends Known {
  a: number;
  b: number;
  c: number;
  /** No other call of the round has it. */
  id: number;
}

/** Makes a call for some rows; undefined if there is nothing yet that it could be about. */
export type MakeCall = (rows: Rows, chance: Chance) => Call | undefined;

export const choose = <T>(list: readonly T[], n: number): T | undefined =>
  list[n % list.length];

/** A text that only this call has written. */
export const textOf = (what: string, id: number) => `${what} [text ${id}]`;

/** Some of these, so that the others have to stay as they are. */
export const someOf = <T extends object>(fields: T, n: number): Partial<T> =>
  Object.fromEntries(
    Object.entries(fields).filter((_, index) => (n >> index) % 2 === 0),
  ) as Partial<T>;

/** What is sent of some fields. */
export const sent = (fields: object): Row =>
  JSON.parse(JSON.stringify(fields)) as Row;

// ── Calls that things of several kinds have ────────────────────────────────────────────────────

/**
 * Makes a call about one thing of a kind.
 * @param request such as `PUT …`, with the thing's address in place of the dots
 */
export const about =
  <K extends Kind>(
    kind: K,
    request: string,
    make: (row: Rows[K][number], chance: Chance, rows: Rows) => Partial<Call>,
  ): MakeCall =>
  (rows, chance) => {
    const row = choose<Rows[K][number]>(rows[kind], chance.a >> 1);
    if (!row) return undefined;
    const key = keyOf(kind, row);
    return byAdmin(request.replace("…", `${KINDS[kind].address}/${key}`), {
      about: { kind, key },
      ...make(row, chance, rows),
    });
  };

/** The version that most saves say they are meant for: the newest, or the first there was. */
export function versionFor(kind: Kind, row: object, chance: Chance) {
  const seen = chance.versions.get(`${kind} ${keyOf(kind, row)}`);
  const version = choose([undefined, seen?.last, seen?.first], chance.c);
  if (!version) return {};
  const headers = { "If-Match": `"${version.etag}"` };
  return { headers, content: version.content };
}

export const saving = <K extends Kind>(
  kind: K,
  chooseFields: (chance: Chance, row: Rows[K][number]) => object,
) =>
  about(kind, "PUT …", (row, chance) => {
    const body = sent(chooseFields(chance, row));
    return { body, changes: () => body, ...versionFor(kind, row, chance) };
  });

export const showing = (
  kind: "images" | "albums" | "photos",
  request = "POST …/toggle-show",
) =>
  about(kind, request, (_row, { b }) => {
    const show = choose([true, undefined, true, false], b);
    const changes = (row: { show: boolean }) => ({ show: show ?? !row.show });
    return { body: { show }, changes };
  });

/** The artist whom nobody can delete. */
export const isUnknown = (row: object) =>
  (row as Row).display_name === "UNKNOWN";

export const remove = (kind: Kind, row: object): Call => {
  const key = keyOf(kind, row);
  const refusal = isUnknown(row) ? 409 : undefined;
  const waits = kind === "images";
  const more = { about: { kind, key }, refusal, waits };
  return byAdmin(`DELETE ${KINDS[kind].address}/${key}`, more);
};

export const removing =
  (kind: Kind): MakeCall =>
  (rows, { a }) => {
    const row = choose<object>(rows[kind], a);
    return row && remove(kind, row);
  };
