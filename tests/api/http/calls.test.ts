import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import { calls } from "#app/api/calls.ts";
import { addPost } from "#tests/setup/calls/rocks.ts";
import { FIND_KEY, ownFields } from "#tests/setup/calls/site-calls.ts";
import { NewFind } from "#domain/finds/schemas.ts";
import {
  call,
  cookie,
  expectStatuses,
  get,
  type Refused,
  setUpSite,
  site,
  statusOf,
} from "#tests/setup/vitest/site.ts";

setUpSite();

const methodsOf = new Map<string, string[]>();
for (const name of Object.keys(calls)) {
  const [method = "", path = ""] = name.split(" ");
  methodsOf.set(path, [...(methodsOf.get(path) ?? []), method]);
}

const withKeys = (request: string, key: string) =>
  request.replace(/:\w+/g, key);

describe("the description of the API", () => {
  test("marks as the admin's what asks for the admin", async () => {
    for (const [name, { access }] of Object.entries(calls)) {
      const status = await statusOf(withKeys(name, "1"), undefined, {});
      if (access === "setup") expect(status, name).toBe(410);
      else expect(status === 401, name).toBe(access !== "everyone");
    }
  });

  test("is OpenAPI 3.1 at /api/openapi.json, whose schemas are JSON Schema", async () => {
    const answer = await get("/api/openapi.json");
    expect(answer.headers.get("content-type")).toContain("application/json");
    const document = (await answer.json()) as {
      openapi: string;
      paths: Record<string, Record<string, { responses: object }>>;
    };
    expect(document.openapi).toBe("3.1.0");
    expect(Object.keys(document.paths)).toContain(
      "/api/rock-posts/{rockNumber}",
    );
    const find = JSON.stringify(document.paths["/api/upload-rock"]);
    for (const field of [...Object.keys(NewFind.entries), "images"])
      expect(find).toContain(`"${field}"`);
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    ajv.addSchema(document, "document");
    const found: object[] = [];
    JSON.stringify(document.paths, (name, inner: object) => {
      if (name === "schema" && !("$ref" in inner)) found.push(inner);
      return inner;
    });
    expect(found.length).toBeGreaterThan(20);
    for (const schema of found)
      expect(ajv.validateSchema(schema), ajv.errorsText()).toBe(true);
  });
});

test("every path answers 405 to the methods that it doesn't take, and says which it takes", async () => {
  for (const [path, methods] of methodsOf) {
    const taken = methods.flatMap((method) =>
      method === "GET" ? ["GET", "HEAD"] : method,
    );
    for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE"]) {
      if (methods.includes(method)) continue;
      const request = `${method} ${withKeys(path, "1")}`;
      const { status, headers, body } = await call<Refused>(request);
      const allow = headers.get("allow")?.split(", ");
      expect([request, status, allow]).toEqual([request, 405, taken]);
      expect(body.error).toEqual(expect.any(String));
    }
  }
});

test.each([
  "GET /api/nothing",
  "GET /api",
  "GET /api/rock-posts/1/2",
  "PUT /api/journey-admin/x",
  "PUT /api/albums/seven",
])("%s, an address that no call has, is a 404 in JSON", async (request) => {
  expect(await call<Refused>(request)).toMatchObject({
    status: 404,
    body: { error: expect.any(String) },
  });
});

/** They take a rock of any number, or say first what is wrong with what is sent. */
const WITHOUT_THING =
  /:rockNumber|setup|\/uploads\/|swap|review|POST .*images$|PUT .*(rocks|pictures)\//;

test("what is not there is a 404 in JSON for every call that names a thing", async () => {
  const named = Object.keys(calls).filter(
    (name) => name.includes("/:") && !WITHOUT_THING.test(name),
  );
  expect(named.length).toBeGreaterThan(25);
  for (const name of named) {
    const body = /^(PUT|POST)/.test(name) ? {} : undefined;
    const { status } = await call(withKeys(name, "999999"), body);
    expect(status, name).toBe(404);
  }
});

/** What a browser says of a page that isn't this site's. */
const FOREIGN: Record<string, string>[] = [
  { Origin: "https://elsewhere.example" },
  { Origin: "null" },
  { "Sec-Fetch-Site": "cross-site" },
  { "Sec-Fetch-Site": "same-site", Accept: "text/html" },
];

test("every call that changes something is refused to another site's page", async () => {
  for (const [n, name] of Object.keys(calls).entries()) {
    // Mail programs post to the one-click address from wherever they are.
    if (/^(GET|HEAD|OPTIONS) |one-click/.test(name)) continue;
    const foreign = { cookie, ...FOREIGN[n % FOREIGN.length] };
    const status = await statusOf(withKeys(name, "1"), undefined, foreign);
    expect(status, name).toBe(403);
  }
});

test("a list refuses what none can be asked for", async () => {
  const lists = Object.entries(calls).filter(
    ([name, { gives }]) =>
      !name.includes(":") && gives && ("pageOf" in gives || "listOf" in gives),
  );
  expect(lists.length).toBeGreaterThan(5);
  for (const [name, { query = {} }] of lists)
    await expectStatuses(
      [
        ...["limit=0", "limit=101", "limit=x", "before=x", "before=W10"],
        ...("sort" in query ? ["sort=password", "sort=__proto__"] : []),
      ].map((asked) => [`${name}?${asked}`, 400]),
    );
});

test("a body is an object of a JSON type; without one no type is needed", async () => {
  const sendText = (path: string, body: string | undefined, type?: string) =>
    site.fetch(`/api${path}`, {
      method: path.startsWith("/site-texts") ? "PUT" : "POST",
      headers: { cookie, ...(type ? { "Content-Type": type } : {}) },
      body: body === undefined ? undefined : Buffer.from(body),
    });
  for (const body of ["[]", "null", "7", '"text"'])
    for (const path of ["/site-texts", "/create-images"]) {
      const answer = await sendText(path, body, "application/json");
      expect([path, answer.status]).toEqual([path, 400]);
    }
  for (const [type, status] of [
    [undefined, 415],
    ["text/plain; charset=application/json", 415],
    ["application/x-www-form-urlencoded", 415],
    ["application/jsonp", 415],
    ["Application/JSON; charset=utf-8", 200],
    ["application/merge-patch+json", 200],
  ] as const)
    expect((await sendText("/site-texts", "{}", type)).status).toBe(status);
  addPost(site, { location: "Pier" });
  await call("POST /api/albums", { name: "sea" });
  for (const path of [
    "/journey-admin/1/toggle-show",
    "/albums/sea/init-folder",
    "/albums/sync",
    "/create-images",
    "/albums/reorder-all",
  ])
    expect((await sendText(path, undefined)).ok, path).toBe(true);
});

test("a finder's form with a file for a text is refused, and changes nothing", async () => {
  const { uuid } = await site.addFind(ownFields);
  for (const name of ["key", "intent", "location"]) {
    const body = form({ intent: "delete", key: FIND_KEY });
    body.set(name, new Blob(["x"]), "x.txt");
    expect(await statusOf(`POST /finds/${uuid}.data`, body, {})).toBe(400);
  }
  expect(site.count(`rock_posts WHERE uuid = '${uuid}'`)).toBe(1);
});

function form(fields: Record<string, string>) {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.append(name, value);
  return data;
}

const FIND = "PUT /api/journey-admin/1";
test.each<[request: string, body?: unknown]>([
  ["POST /api/users", {}],
  ["POST /api/users", []],
  ["POST /api/users", { display_name: "A", dob: 7 }],
  ["POST /api/albums", { name: "The Sea", show: "yes" }],
  ["POST /api/create-images", { path: "/etc" }],
  [FIND, { latitude: 1, longitude: null }],
  [FIND, { coordinates: "here, there" }],
  [FIND, { latitude: "1", longitude: 2, no_place: "yes" }],
  ["POST /api/rocks", form({ comment: "" })],
  ["POST /api/rocks", form({ rock_number: "1", artist_keys: "Ann" })],
  ["POST /api/upload-rock", form({ name: "" })],
  ["POST /api/albums/reorder-all", { order: ["a"] }],
  ["GET /api/rocks?limit=1000"],
  ["GET /api/trash?kind=sandwich"],
])("%s with %j is refused with sentences for a person", async (...sent) => {
  const { status, body } = await call<Refused>(...sent);
  expect(status).toBe(400);
  const fields = Object.entries(body.fields ?? {});
  expect(fields.length).toBeGreaterThan(0);
  for (const [name, said] of [["", body.error], ...fields] as const) {
    expect(said).toMatch(/^[A-Z−\d].*[.!?]$/);
    expect(said).not.toMatch(/^Invalid|Expected|received/);
    if (name) expect(said).not.toMatch(new RegExp(`^${name}:`));
  }
});
