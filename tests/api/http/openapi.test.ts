import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import { calls } from "#app/api/calls.ts";
import { NewFind } from "#domain/finds/schemas.ts";
import { startSite } from "#tests/setup/processes/site.ts";
import {
  cookie,
  forThisTest,
  setUpSite,
  site,
} from "#tests/setup/vitest/site.ts";

setUpSite();

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
