import { toJsonSchema } from "@valibot/to-json-schema";
import * as v from "valibot";
import { PAGE_MAX, ROCK_NUMBER_MAX } from "#core/limits.ts";
import { derivativeSets } from "#domain/store/paths.ts";
import { sitePictures } from "#domain/site/schemas.ts";
import { Refusal } from "#core/answers.ts";
import {
  isKind,
  kindOf,
  type Access,
  type Answer,
  type AnyCall,
  type Calls,
  type FormBody,
  type Query,
  type Takes,
} from "./call.ts";

/** Rules that JSON Schema can't express are checked by the server only. */
function asJsonSchema(schema: v.GenericSchema) {
  const { $schema: _, ...described } = toJsonSchema(schema, {
    target: "draft-2020-12",
    typeMode: "input",
    errorMode: "ignore",
  });
  return described;
}

/** @param cookie the name of the session's */
export function describeApi(cookie: string, calls: Calls) {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const [name, declared] of Object.entries(calls)) {
    const [method = "", path = ""] = name.split(" ");
    const address = path.replace(/:(\w+)/g, "{$1}");
    (paths[address] ??= {})[method.toLowerCase()] = describe(
      method,
      path,
      declared,
    );
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Painted Rocks",
      version: "1",
      description:
        "Addresses are taken with and without a slash at their end. Sign-in is POST /login, with the form fields username and password. A network that refuses PUT, PATCH or DELETE lets POST through: with the method in X-HTTP-Method-Override, it does the same.",
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
        follower: {
          type: "http",
          scheme: "bearer",
          description:
            "The key of a mail to a follower, which is the fragment of the mail's link. It works until the follower stops.",
        },
        setup: {
          type: "http",
          scheme: "bearer",
          description:
            "The key of the set-up, which is the fragment of the link that the start prints. It opens the set-up until a password is set.",
        },
      },
    },
  };
}

const security: Record<Access, object> = {
  everyone: {},
  admin: { security: [{ admin: [] }] },
  confirmed: { security: [{ admin: [] }] },
  review: { security: [{ admin: [] }, { review: [] }] },
  setup: { security: [{ setup: [] }] },
  follower: { security: [{ follower: [] }] },
};

function describe(method: string, path: string, declared: AnyCall) {
  const {
    summary,
    access,
    headers = {},
    versioned,
    takes,
    gives,
    says,
  } = declared;
  const asksAgain =
    access === "confirmed" && method !== "GET"
      ? "; asks for the password again"
      : "";
  return {
    summary: summary + asksAgain,
    ...security[access],
    parameters: [
      ...[...path.matchAll(/:(\w+)/g)].map(([, name = ""]) => ({
        name,
        in: "path",
        required: true,
        schema: schemaOfPart(name),
      })),
      ...describeParameters("query", queryOf(declared)),
      ...describeParameters("header", headers, { required: true }),
      ...(versioned ? [ifMatch] : []),
    ],
    ...(takes
      ? { requestBody: { content: describeBody(declared, takes) } }
      : {}),
    responses: {
      ...Object.fromEntries(
        Object.entries(kindOf(gives).answers).map(([status, answer], index) => [
          status,
          describeAnswer(answer, index === 0 ? says : undefined),
        ]),
      ),
      ...(isKind("self", takes) || isKind("image", takes) ? ofUploads : {}),
      default: refusal("A refusal."),
    },
  };
}

const describeParameters = (place: string, all: Query, more = {}) =>
  Object.entries(all).map(([name, described]) => {
    const { description, ...schema } = asJsonSchema(described);
    return { name, in: place, ...more, description, schema };
  });

const queryOf = ({ gives, query }: AnyCall): Query =>
  isKind("pageOf", gives) || isKind("listOf", gives)
    ? { ...ofPages, ...query }
    : (query ?? {});

const ofPages: Query = {
  limit: v.pipe(
    v.number(),
    v.integer(),
    v.minValue(1),
    v.maxValue(PAGE_MAX),
    v.description("How many at most."),
  ),
  before: v.pipe(
    v.string(),
    v.description("The cursor that the last page's Link header names."),
  ),
};

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

function schemaOfPart(name: string) {
  if (name.endsWith("Key")) return { type: "integer", minimum: 1 };
  return partsOfAddresses[name] ?? { type: "string" };
}

function describeBody({ plainForm }: AnyCall, takes: Takes) {
  if ("image" in takes) {
    const min = takes.image === "needed" ? 1 : 0;
    const files = { field: "image", min, max: 1 } as const;
    return {
      "multipart/form-data": { schema: describeForm({ ...takes, files }) },
    };
  }
  if (!("self" in takes))
    return {
      "application/json": { schema: asJsonSchema(takes) },
      ...(plainForm
        ? {
            "application/x-www-form-urlencoded": {
              schema: asJsonSchema(plainForm),
            },
          }
        : {}),
    };
  if ("bytes" in takes.self) return { [takes.self.bytes]: {} };
  return { "multipart/form-data": { schema: describeForm(takes.self) } };
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

function describeAnswer(
  { description, json, types }: Answer,
  says = description,
) {
  const content = json
    ? { "application/json": { schema: asJsonSchema(json) } }
    : types && Object.fromEntries(types.map((type) => [type, {}]));
  return { description: says, ...(content && { content }) };
}
