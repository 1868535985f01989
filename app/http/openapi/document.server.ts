import { toJsonSchema } from "@valibot/to-json-schema";
import type { GenericSchema } from "valibot";
import { derivativeSets } from "#domain/store/paths.ts";
import { sitePictures } from "#domain/site/schemas.ts";
import { Refusal } from "#domain/core/answers.ts";
import { ROCK_NUMBER_MAX } from "#domain/rocks/schemas.ts";
import type { Answer, FormBody, Operation, Operations } from "./operation.ts";

/** As JSON Schema; what such a schema can't say, a day that exists for one, the server checks all the same. */
export function asJsonSchema(schema: GenericSchema) {
  const { $schema: _, ...described } = toJsonSchema(schema, {
    target: "draft-2020-12",
    typeMode: "input",
    errorMode: "ignore",
  });
  return described;
}

/**
 * The API in OpenAPI 3.1, made of the schemas that check what comes in.
 * @param cookie the name of the session's
 */
export function describeApi(cookie: string, operations: Operations) {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const [name, operation] of Object.entries(operations)) {
    const [method = "", path = ""] = name.split(" ");
    const address = path.replace(/:(\w+)/g, "{$1}");
    (paths[address] ??= {})[method.toLowerCase()] = describe(path, operation);
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Painted Rocks",
      version: "1",
      description:
        "Addresses are taken with and without a slash at their end. Sign-in is POST /login, with the form fields username and password.",
    },
    paths,
    components: {
      schemas: { Refusal: asJsonSchema(Refusal) },
      securitySchemes: {
        admin: {
          type: "apiKey",
          in: "cookie",
          name: cookie,
          description: "The admin's session, as POST /login sets it.",
        },
        review: {
          type: "http",
          scheme: "bearer",
          description:
            "The key of a daily mail, which is the fragment of the mail's link. It opens the finds of that mail for 7 days.",
        },
      },
    },
  };
}

const security: Record<Operation["access"], object> = {
  everyone: {},
  admin: { security: [{ admin: [] }] },
  review: { security: [{ admin: [] }, { review: [] }] },
};

function describe(path: string, operation: Operation) {
  const {
    summary,
    access,
    query = {},
    headers = {},
    takesVersion,
    body,
    answers,
  } = operation;
  return {
    summary,
    ...security[access],
    parameters: [
      ...[...path.matchAll(/:(\w+)/g)].map(([, name = ""]) => ({
        name,
        in: "path",
        required: true,
        schema: schemaOfPart(name),
      })),
      ...Object.entries(query).map(([name, { schema, description }]) => ({
        name,
        in: "query",
        description,
        schema: asJsonSchema(schema),
      })),
      ...Object.entries(headers).map(([name, { schema, description }]) => ({
        name,
        in: "header",
        required: true,
        description,
        schema: asJsonSchema(schema),
      })),
      ...(takesVersion ? [ifMatch] : []),
    ],
    ...(body ? { requestBody: { content: describeBody(body) } } : {}),
    responses: {
      ...Object.fromEntries(
        Object.entries(answers).map(([status, answer]) => [
          status,
          describeAnswer(answer),
        ]),
      ),
      ...(body && !("json" in body) ? ofUploads : {}),
      default: refusal("A refusal."),
    },
  };
}

const refusal = (description: string) => ({
  description,
  content: {
    "application/json": { schema: { $ref: "#/components/schemas/Refusal" } },
  },
});
const ofUploads = {
  408: refusal("Nothing has come for 30 seconds."),
  429: refusal("Too many uploads from this address; Retry-After says when."),
  503: refusal(
    "No room, or too many uploads at once; Retry-After says when to try again.",
  ),
};

const ifMatch = {
  name: "If-Match",
  in: "header",
  description:
    "The ETag that it was read with: then nothing is saved where someone else has changed it meanwhile.",
  schema: { type: "string" },
};

const partsOfAddresses: Record<string, object> = {
  rockNumber: { type: "integer", minimum: 0, maximum: ROCK_NUMBER_MAX },
  file: { type: "string", pattern: "^(rocks|journeys)\\.(csv|geojson)$" },
  name: { type: "string", enum: Object.keys(sitePictures) },
  kind: { type: "string", enum: derivativeSets.find },
  image: { type: "string", pattern: "\\.webp$" },
};

/** Keys are whole numbers from 1 on; everything else has its own form. */
function schemaOfPart(name: string) {
  if (name.endsWith("Key")) return { type: "integer", minimum: 1 };
  return partsOfAddresses[name] ?? { type: "string" };
}

function describeBody(body: NonNullable<Operation["body"]>) {
  if ("json" in body)
    return { "application/json": { schema: asJsonSchema(body.json) } };
  if ("bytes" in body) return { [body.bytes]: {} };
  return { "multipart/form-data": { schema: describeForm(body) } };
}

function describeForm({ form, files: { field, min, max } }: FormBody) {
  const { properties = {}, required = [] } = form ? asJsonSchema(form) : {};
  const file = { type: "string", contentMediaType: "image/*" };
  const files =
    max === 1 ? file : { type: "array", items: file, maxItems: max };
  return {
    type: "object",
    properties: { ...properties, [field]: files },
    required: min > 0 ? [...required, field] : required,
  };
}

function describeAnswer({ description, json, types }: Answer) {
  if (json)
    return {
      description,
      content: { "application/json": { schema: asJsonSchema(json) } },
    };
  return types
    ? {
        description,
        content: Object.fromEntries(types.map((type) => [type, {}])),
      }
    : { description };
}
