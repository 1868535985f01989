import { describe, expect, test } from "vitest";
import { calls } from "#app/api/calls.ts";
import type { AnyCall } from "#app/http/calls/call.ts";
import { newFind } from "#tests/setup/calls/find-calls.ts";
import { FIND_KEY } from "#tests/setup/calls/site-calls.ts";
import {
  cookie,
  type Refused,
  setUpSite,
  site,
} from "#tests/setup/vitest/site.ts";

setUpSite();

interface Bad {
  request: string;
  headers?: Record<string, string>;
  body?: string | FormData;
}

const declared = Object.entries(calls) as [string, AnyCall][];
const isPublic = ({ access }: AnyCall) =>
  access === "everyone" || access === "follower";

const JSON_BODY = { "Content-Type": "application/json" };
const PIECES = { "Tus-Resumable": "1.0.0" };
const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"];
const LONG = "x".repeat(70_000);

/** Requests of a call, of which one has each kind of fault but those of single fields. */
const FEW = 16;

/** Values of each kind, which most fields refuse. */
const ODD = [null, 1e9, -1, "", "x", LONG, [], Array(60).fill(1), { a: 1 }];

const jsonOf = (value: unknown) => ({
  headers: JSON_BODY,
  body: JSON.stringify(value),
});

function formOf(entries: Record<string, string>, file?: string) {
  const form = new FormData();
  for (const [name, value] of Object.entries(entries)) form.append(name, value);
  if (file) form.append(file, new File(["no picture"], "a.jpg"));
  return form;
}

const fieldsOf = (schema: unknown): string[] =>
  Object.keys((schema as { entries?: object } | undefined)?.entries ?? {});

/** Bodies that no call takes whole. */
function* badBodies({ takes }: AnyCall) {
  yield {};
  yield { body: LONG, headers: { "Content-Type": "text/plain" } };
  yield { body: "{", headers: JSON_BODY };
  for (const value of [[], {}, { ["x".repeat(300)]: 1 }]) yield jsonOf(value);
  const { form } = (takes ?? {}) as { form?: unknown };
  const own = (takes as { self?: { form?: unknown } } | undefined)?.self;
  const names = [takes, form, own?.form].flatMap(fieldsOf);
  for (const name of names)
    for (const odd of ODD) yield jsonOf({ [name]: odd });
  for (const odd of ["", "x", "[]", "[1,1,1,1,1,1]", "x".repeat(6000)])
    yield {
      body: formOf(Object.fromEntries(names.map((name) => [name, odd]))),
    };
  yield { body: formOf({}, "other") };
  for (const field of ["image", "images", "files"])
    yield { body: formOf({}, field) };
  yield {
    body: formOf(
      Object.fromEntries(Array.from({ length: 60 }, (_, n) => [`f${n}`, ""])),
    ),
  };
}

/** What somebody may send that this call can't take. */
function* badRequests(name: string, call: AnyCall): Generator<Bad> {
  const [method = "", path = ""] = name.split(" ");
  const at = (part: string) => path.replace(/:\w+/g, part);
  for (const part of ["x", "0", "999999"])
    yield { request: `${method} ${at(part)}` };
  const unknown = METHODS.find((one) => !(`${one} ${path}` in calls))!;
  yield { request: `${unknown} ${at("1")}` };
  const request = `${method} ${at("1")}`;
  for (const [asked, value] of Object.entries({
    ...Object.fromEntries(
      Object.keys(call.query ?? {}).map((one) => [one, "a".repeat(1000)]),
    ),
    limit: "0",
    before: "x",
  }))
    yield { request: `${request}?${asked}=${value}` };
  for (const Authorization of ["Bearer x", "Basic x"])
    yield { request, headers: { Authorization } };
  if (/^(GET|HEAD|OPTIONS)$/.test(method)) return;
  yield { request, headers: { Origin: "https://elsewhere.example" } };
  for (const bad of badBodies(call)) yield { request, ...bad };
}

async function askIn(language: string, { request, headers, body }: Bad) {
  const [method, address] = request.split(" ") as [string, string];
  const answer = await site
    .fetch(address, {
      method,
      body,
      redirect: "manual",
      headers: { "Accept-Language": language, ...headers },
    })
    .catch(() => undefined);
  // A site that doesn't read a body may close the connection while it is sent.
  if (!answer) return { status: 0 };
  const text = await answer.text();
  const isJson = answer.headers.get("content-type")?.includes("json");
  return {
    status: answer.status,
    ...(answer.status >= 400 && isJson && text
      ? (JSON.parse(text) as Refused)
      : {}),
  };
}

const sentences = ({ error, fields = {} }: Partial<Refused>) =>
  [error, ...Object.values(fields)].filter((said) => said !== undefined);

/** Asks in both languages. Returns what was said, each sentence in English and in German. */
async function askTwice(bad: Bad) {
  const english = await askIn("en", bad);
  const german = await askIn("de", bad);
  const about = `${bad.request} ${JSON.stringify(bad.headers ?? {})} ${String(bad.body).slice(0, 80)}`;
  expect([about, german.status]).toEqual([about, english.status]);
  const said = sentences(german);
  return sentences(english).map((one, n) => [about, one, said[n]] as const);
}

/** Refusals of the tus protocol, which no schema describes. */
const badPieces: Bad[] = [
  {},
  { "Tus-Resumable": "0.9" },
  PIECES,
  { ...PIECES, "Upload-Length": "999999999999" },
  { ...PIECES, "Upload-Length": "9", "Upload-Metadata": "a b c" },
  { ...PIECES, "Upload-Length": "9", "Upload-Concat": "partial" },
  { ...PIECES, "Upload-Length": "9", "Upload-Metadata": "original_of eA==" },
].map((headers) => ({ request: "POST /api/uploads", headers }));

const KNOWN_PIECE = { "Content-Type": "application/offset+octet-stream" };

async function badAppends(): Promise<Bad[]> {
  const begun = await site.fetch("/api/uploads", {
    method: "POST",
    headers: { ...PIECES, "Upload-Length": "3" },
  });
  const request = `PATCH ${begun.headers.get("location")!}`;
  return [
    { request, headers: PIECES, body: "ab" },
    {
      request,
      headers: { ...PIECES, ...KNOWN_PIECE, "Upload-Offset": "2" },
      body: "c",
    },
    {
      request,
      headers: { ...PIECES, ...KNOWN_PIECE, "Upload-Offset": "0" },
      body: "more than 3",
    },
    {
      request: "PATCH /api/uploads/x",
      headers: { ...PIECES, ...KNOWN_PIECE, "Upload-Offset": "0" },
      body: "c",
    },
  ];
}

describe("a refusal", () => {
  test("of a call that everybody may make is in the language of whoever asks", async () => {
    const { uuid } = await newFind();
    const own = { Authorization: `Bearer ${FIND_KEY}` };
    const all: Bad[] = [
      ...declared
        .filter(([, call]) => isPublic(call))
        .flatMap(([name, call]) => [...badRequests(name, call)]),
      ...badPieces,
      ...(await badAppends()),
      { request: "GET /api/nothing" },
      { request: "GET /api/%ff" },
      { request: `GET /api/finds/${uuid}`, headers: own },
      { request: `GET /api/finds/${uuid}/sm/none`, headers: own },
    ];
    const english = new Set<string>();
    let count = 0;
    for (const bad of all)
      for (const [about, inEnglish, inGerman] of await askTwice(bad)) {
        count++;
        if (inEnglish === inGerman) english.add(`${inEnglish} (${about})`);
      }
    expect([...english]).toEqual([]);
    expect(count).toBeGreaterThan(300);
  });

  test("of a call of those who run the site is in English, whatever their browser likes", async () => {
    const german = new Set<string>();
    let count = 0;
    for (const [name, call] of declared) {
      if (isPublic(call)) continue;
      for (const bad of [...badRequests(name, call)].slice(0, FEW)) {
        const headers = { cookie, ...bad.headers };
        const { status, ...said } = await askIn("de", { ...bad, headers });
        // Of a path that is the visitors' too, this is theirs.
        if (status < 400 || status === 405) continue;
        for (const one of sentences(said)) {
          count++;
          if (GERMAN.test(one)) german.add(`${one} (${bad.request})`);
        }
      }
    }
    expect([...german]).toEqual([]);
    expect(count).toBeGreaterThan(300);
  });
});

/** Words that nearly every German sentence has one of, and no English one. */
const GERMAN =
  /\b(der|das|ist|sind|nicht|nichts|bitte|dir|dein\w*|gib|eine?[rnm]?|kein\w*|und|oder|wird|diese\w*|hier|kann|mit|sich|zum|zur)\b|[äöüß]/i;
