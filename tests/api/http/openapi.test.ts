import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import routes from "#app/routes.ts";
import { operations as all } from "#app/api/calls.ts";
import { operations } from "#app/http/openapi/operations.ts";
import { NewFind } from "#domain/finds/schemas.ts";
import { signIn } from "#tests/setup/calls/site-calls.ts";
import { listFiles, readSource } from "#tests/setup/source.ts";
import { startSite } from "#tests/setup/processes/site.ts";
import {
  cookie,
  forThisTest,
  setUpSite,
  site,
} from "#tests/setup/vitest/site.ts";

setUpSite();

/** The API's addresses in the route table, each with its file. The last one answers all unknown addresses. */
const endpoints = (await routes)
  .filter(({ path = "" }) => /^(api\/(?!\*)|healthz$)/.test(path))
  .map(({ path, file }) => ({ address: `/${path}`, file: `app/${file}` }));

/** All schemas of all subjects, by name. */
const schemas: Record<string, unknown> = Object.assign(
  {},
  ...(await Promise.all(
    listFiles("domain", /\/schemas\.ts$/).map(
      (file) => import(/* @vite-ignore */ `../../../${file}`),
    ),
  )),
);

async function listOperations() {
  const found: { name: string; file: string }[] = [];
  for (const { address, file } of endpoints) {
    const { loader } = (await import(
      /* @vite-ignore */ `../../../${file}`
    )) as {
      loader: { methods?: string[] };
    };
    if (!loader.methods)
      throw new Error(`${file} does not export api() as its loader`);
    for (const method of loader.methods)
      found.push({ name: `${method} ${address}`, file });
  }
  return found;
}

describe("the description of the API", () => {
  test("says something of every method of every endpoint, and of no other", async () => {
    const there = await listOperations();
    const described = Object.keys(operations);
    expect(
      there
        .filter(({ name }) => !described.includes(name))
        .map(
          ({ name, file }) =>
            `${name} (${file}) has no description: add one below app/http/openapi`,
        ),
    ).toEqual([]);
    const names = there.map(({ name }) => name);
    expect(
      described
        .filter((name) => !names.includes(name))
        .map((name) => `${name} is described, and no route answers it`),
    ).toEqual([]);
  });

  test("names the very schemas that check what comes in", async () => {
    const breaches: string[] = [];
    for (const { file } of endpoints) {
      const source = readSource(file);
      const checks = [
        ...source.matchAll(
          /(?:readJson\(\s*request,\s*(\w+)|requireValid\(\s*(\w+),\s*fields)/g,
        ),
      ].map(([, json, form]) => schemas[json ?? form ?? ""]);
      const own = (await listOperations())
        .filter((operation) => operation.file === file)
        .map(({ name }) => operations[name]?.body)
        .flatMap((body) =>
          !body || "bytes" in body
            ? []
            : (("json" in body ? body.json : body.form) ?? []),
        );
      if (checks.some((schema) => !own.includes(schema as never)))
        breaches.push(
          `${file} checks by a schema that its description does not name`,
        );
      if (own.some((schema) => !checks.includes(schema as never)))
        breaches.push(
          `${file} is described with a schema that it does not check by`,
        );
    }
    expect(breaches).toEqual([]);
  });

  test("marks as the admin's what asks for the admin", async () => {
    for (const [name, { access }] of Object.entries(all)) {
      const [method, path = ""] = name.split(" ");
      const answer = await fetch(site.baseURL + path.replace(/:\w+/g, "1"), {
        method,
      });
      expect(answer.status === 401, name).toBe(access !== "everyone");
    }
  });

  test("names the cookie that a sign-in sets", async () => {
    const PUBLIC_URL = "https://rocks.example";
    const encrypted = await forThisTest(startSite({ env: { PUBLIC_URL } }));
    for (const { baseURL, signedIn } of [
      { ...site, signedIn: cookie },
      { ...encrypted, signedIn: await signIn(encrypted) },
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
    const answer = await fetch(`${site.baseURL}/api/openapi.json`);
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
