import { toJsonSchema } from "@valibot/to-json-schema";
import type { GenericSchema } from "valibot";
import { Refusal } from "#domain/answers.ts";
import { ROCK_NUMBER_MAX } from "#domain/schemas.ts";
import type { Answer, Operation } from "./operation.ts";
import { operations } from "./operations.ts";

/** As JSON Schema; what such a schema can't say, a day that exists for one, the server checks all the same. */
export function asJsonSchema(schema: GenericSchema) {
  const { $schema: _, ...described } = toJsonSchema(schema, {
    typeMode: "input",
    errorMode: "ignore",
  });
  return described;
}

/** The API in OpenAPI 3.1, made of the schemas that check what comes in. */
export function describeApi() {
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
          name: "session",
          description: "The admin's session, as POST /login sets it.",
        },
      },
    },
  };
}

function describe(path: string, operation: Operation) {
  const { summary, access, query = {}, body, answers } = operation;
  return {
    summary,
    ...(access === "admin" ? { security: [{ admin: [] }] } : {}),
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
    ],
    ...(body ? { requestBody: { content: describeBody(body) } } : {}),
    responses: {
      ...Object.fromEntries(
        Object.entries(answers).map(([status, answer]) => [
          status,
          describeAnswer(answer),
        ]),
      ),
      default: {
        description: "A refusal.",
        content: {
          "application/json": {
            schema: { $ref: "#/components/schemas/Refusal" },
          },
        },
      },
    },
  };
}

/** Keys are whole numbers from 1 on; everything else has its own form. */
function schemaOfPart(name: string) {
  if (name === "rockNumber")
    return { type: "integer", minimum: 0, maximum: ROCK_NUMBER_MAX };
  if (name.endsWith("Key")) return { type: "integer", minimum: 1 };
  return { type: "string" };
}

function describeBody(body: NonNullable<Operation["body"]>) {
  if ("json" in body)
    return { "application/json": { schema: asJsonSchema(body.json) } };
  const schema = asJsonSchema(body.form);
  const file = { type: "string", contentMediaType: "image/*" };
  const files = body.files && {
    [body.files]: { type: "array", items: file },
  };
  return {
    "multipart/form-data": {
      schema: {
        ...schema,
        properties: { ...schema.properties, ...files },
      },
    },
  };
}

function describeAnswer({ description, json, type }: Answer) {
  if (json)
    return {
      description,
      content: { "application/json": { schema: asJsonSchema(json) } },
    };
  return type
    ? { description, content: { [type]: { schema: { type: "string" } } } }
    : { description };
}
