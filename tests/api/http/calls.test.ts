import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import { calls } from "#app/api/calls.ts";
import { FIND_KEY } from "#tests/setup/calls/find-calls.ts";
import { findFields } from "#tests/setup/calls/site-calls.ts";
import { NewFind } from "#domain/finds/schemas.ts";
import { startSite } from "#tests/setup/processes/site.ts";
import {
  call,
  cookie,
  forThisTest,
  type Refused,
  send,
  setUpSite,
  site,
} from "#tests/setup/vitest/site.ts";

setUpSite();

/** Every declared path, with its methods. */
const methodsOf = new Map<string, string[]>();
for (const name of Object.keys(calls)) {
  const [method = "", path = ""] = name.split(" ");
  methodsOf.set(path, [...(methodsOf.get(path) ?? []), method]);
}

describe("the description of the API", () => {
  test("marks as the admin's what asks for the admin", async () => {
    for (const [name, { access }] of Object.entries(calls)) {
      const [method, path = ""] = name.split(" ");
      const answer = await site.fetch(path.replace(/:\w+/g, "1"), {
        method,
      });
      if (access === "setup") expect(answer.status, name).toBe(410);
      else expect(answer.status === 401, name).toBe(access !== "everyone");
    }
  });

  test("names the cookie that a sign-in sets", async () => {
    const PUBLIC_URL = "https://rocks.example";
    const encrypted = await forThisTest(startSite({ env: { PUBLIC_URL } }));
    for (const { baseURL, signedIn } of [
      { ...site, signedIn: cookie },
      { ...encrypted, signedIn: await encrypted.signIn() },
    ]) {
      const answer = await fetch(`${baseURL}/api/openapi.json`);
      const { components } = (await answer.json()) as {
        components: { securitySchemes: { admin: { name: string } } };
      };
      expect(components.securitySchemes.admin.name).toBe(
        signedIn.split("=")[0],
      );
    }
  });

  test("is OpenAPI 3.1 at /api/openapi.json, whose schemas are JSON Schema", async () => {
    const answer = await site.fetch("/api/openapi.json");
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
    const listSchemas = (node: unknown): object[] =>
      node && typeof node === "object"
        ? Object.entries(node).flatMap(([name, inner]) =>
            name === "schema" ? [inner as object] : listSchemas(inner),
          )
        : [];
    const found = listSchemas(document.paths).filter(
      (schema) => !("$ref" in schema),
    );
    expect(found.length).toBeGreaterThan(20);
    for (const schema of found)
      expect(ajv.validateSchema(schema), ajv.errorsText()).toBe(true);
  });
});

test.each([...methodsOf])(
  "%s answers 405 to every method but %j, and says which it takes",
  async (path, methods) => {
    const taken = methods.flatMap((method) =>
      method === "GET" ? ["GET", "HEAD"] : method,
    );
    for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE"]) {
      if (methods.includes(method)) continue;
      const answer = await call<Refused>(
        `${method} ${path.replace(/:\w+/g, "1")}`,
      );
      const allow = answer.headers.get("allow")?.split(", ");
      expect([method, answer.status, allow]).toEqual([method, 405, taken]);
      expect(answer.body.error).toEqual(expect.any(String));
    }
  },
);

test.each(
  Object.entries(calls).flatMap(([name, { gives }]) =>
    !name.includes(":") && gives && ("pageOf" in gives || "listOf" in gives)
      ? name
      : [],
  ),
)("%s refuses what no list can be asked for", async (name) => {
  const sorts = "sort" in (calls[name as keyof typeof calls].query ?? {});
  for (const query of [
    "limit=0",
    "limit=101",
    "limit=x",
    "before=x",
    "before=W10",
    ...(sorts ? ["sort=password", "sort=__proto__"] : []),
  ])
    expect([query, (await call(`${name}?${query}`)).status]).toEqual([
      query,
      400,
    ]);
});

describe("a call with a body", () => {
  const sendText = (path: string, body: string | undefined, type?: string) =>
    site.fetch(`/api${path}`, {
      method: path.startsWith("/site-texts") ? "PUT" : "POST",
      headers: { cookie, ...(type ? { "Content-Type": type } : {}) },
      body: body === undefined ? undefined : Buffer.from(body),
    });

  test.each(["[]", '[{"text":"a"}]', "null", "7", '"text"', "true"])(
    "%s, which is no object, is refused",
    async (body) => {
      for (const path of ["/site-texts", "/create-images"]) {
        const answer = await sendText(path, body, "application/json");
        expect([path, answer.status]).toEqual([path, 400]);
      }
    },
  );

  test.each([
    undefined,
    "text/plain",
    "text/plain; charset=application/json",
    "application/x-www-form-urlencoded",
    "application/jsonp",
  ])("of type %s is refused with 415", async (type) => {
    const refused = await sendText("/site-texts", '{"story":"A."}', type);
    expect(refused.status).toBe(415);
    expect(await refused.json()).toEqual({
      error: expect.stringContaining("application/json"),
    });
  });

  test("of any JSON type is taken, and without a body no type is needed", async () => {
    await site.addFind();
    for (const type of [
      "application/json",
      "Application/JSON; charset=utf-8",
      "application/merge-patch+json",
    ])
      expect((await sendText("/site-texts", "{}", type)).status).toBe(200);
    expect(
      (await sendText("/albums", '{"name":"sea"}', "application/json")).status,
    ).toBe(201);
    for (const path of [
      "/journey-admin/1/toggle-show",
      "/albums/sea/init-folder",
      "/albums/sync",
      "/create-images",
      "/albums/reorder-all",
    ])
      expect((await sendText(path, undefined)).ok, path).toBe(true);
  });
});

test("Markdown of any depth is saved, previewed and shown", async () => {
  for (const story of [
    ">".repeat(19_990),
    "- ".repeat(9_000) + "deep",
    "*".repeat(9_000) + "deep" + "*".repeat(9_000),
  ]) {
    for (const [path, method, body] of [
      ["/api/site-texts/preview", "POST", { text: story }],
      ["/api/site-texts", "PUT", { story }],
    ] as const) {
      expect((await send(`${method} ${path}`, body)).status).toBe(200);
    }
    expect((await site.fetch("/")).status).toBe(200);
  }
});

test.each(["key", "intent", "location"])(
  "a finder's form whose %s is a file is refused, and changes nothing",
  async (name) => {
    const find = { ...findFields, find_key: FIND_KEY };
    const { uuid } = await site.addFind(find);
    const form = new FormData();
    form.set("intent", "delete");
    form.set("key", FIND_KEY);
    form.set(name, new Blob(["x"]), "x.txt");
    const answer = await site.fetch(`/finds/${uuid}.data`, {
      method: "POST",
      body: form,
    });
    expect(answer.status).toBe(400);
    expect(site.count(`rock_posts WHERE uuid = '${uuid}'`)).toBe(1);
  },
);

const form = (fields: Record<string, string>) => {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.append(name, value);
  return data;
};

test.each<[what: string, request: string, body?: unknown]>([
  ["a missing name", "POST /api/users", {}],
  ["a blank name", "POST /api/users", { display_name: " " }],
  ["a name that is a number", "POST /api/users", { display_name: 5 }],
  ["a list", "POST /api/users", []],
  [
    "a day that does not exist",
    "POST /api/users",
    { display_name: "A", dob: "2026-02-30" },
  ],
  ["a day that is a number", "POST /api/users", { display_name: "A", dob: 7 }],
  ["an album's name", "POST /api/albums", { name: "The Sea" }],
  ["a show that is text", "POST /api/albums", { name: "sea", show: "yes" }],
  ["a folder that is none", "POST /api/create-images", { path: "/etc" }],
  ["a folder that is a number", "POST /api/create-images", { path: 5 }],
  [
    "one coordinate",
    "PUT /api/journey-admin/1",
    { latitude: 1, longitude: null },
  ],
  [
    "coordinates in words",
    "PUT /api/journey-admin/1",
    { coordinates: "here, there" },
  ],
  [
    "a place that is text",
    "PUT /api/journey-admin/1",
    { latitude: "1", longitude: 2 },
  ],
  ["no_place as text", "PUT /api/journey-admin/1", { no_place: "yes" }],
  ["a rock without anything", "POST /api/rocks", form({ comment: "" })],
  [
    "artists in words",
    "POST /api/rocks",
    form({ rock_number: "1", artist_keys: "Ann" }),
  ],
  ["a find without anything", "POST /api/upload-rock", form({ name: "" })],
  ["an order of words", "POST /api/albums/reorder-all", { order: ["a"] }],
  ["a limit of 1000", "GET /api/rocks?limit=1000"],
  ["a sort by nothing", "GET /api/rocks?sort=x"],
  ["a cursor of nothing", "GET /api/rocks?before=x"],
])(
  "%s is refused with sentences for a person",
  async (_what, request, body) => {
    const { status, body: refused } = await call<Refused>(request, body);
    expect(status).toBe(400);
    const names = Object.keys(refused.fields ?? {});
    for (const said of [
      refused.error,
      ...Object.values(refused.fields ?? {}),
    ]) {
      expect(said).toMatch(/^[A-Z−\d].*[.!?]$/);
      expect(said).not.toMatch(/^Invalid|Expected|received/);
      for (const name of names)
        expect(said.startsWith(`${name}:`), said).toBe(false);
    }
    expect(names.length).toBeGreaterThan(0);
  },
);

test("one coordinate alone is asked for the other", async () => {
  const { body } = await call("PUT /api/journey-admin/1", {
    latitude: 1,
    longitude: null,
  });
  expect(body).toEqual({
    error: "Enter both latitude and longitude.",
    fields: { coordinates: "Enter both latitude and longitude." },
  });
});
