import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import type { GenericSchema } from "valibot";
import { afterEach, expect } from "vitest";
import { asJsonSchema } from "#app/http/openapi/document.server.ts";
import type { Operation } from "#app/http/openapi/operation.ts";
import { operations } from "#app/http/openapi/operations.ts";
import { Refusal } from "#domain/core/answers.ts";

/** Checks every answer of the API that a test gets against its description in `/api/openapi.json`. */

const ajv = new Ajv2020({ validateFormats: false, strict: false });
const validators = new Map<GenericSchema, ValidateFunction>();

function validatorOf(schema: GenericSchema) {
  const known = validators.get(schema) ?? ajv.compile(asJsonSchema(schema));
  validators.set(schema, known);
  return known;
}

/** Addresses without parameters come first, because those with parameters match them too. */
const addresses = Object.entries(operations)
  .map(([name, operation]) => {
    const [method = "", path = ""] = name.split(" ");
    const pattern = path.replace(/[.]/g, "\\.").replace(/:\w+/g, "[^/]+");
    return {
      method,
      pattern: new RegExp(`^${pattern}/?$`, "i"),
      path,
      operation,
    };
  })
  .sort((a, b) => a.path.split(":").length - b.path.split(":").length);

const findOperation = (method: string, path: string): Operation | undefined =>
  addresses.find(
    (address) => address.method === method && address.pattern.test(path),
  )?.operation;

/** Says how an answer differs from its description. Undefined if it doesn't. */
async function findBreach(method: string, path: string, answer: Response) {
  const of = `${method} ${path} answered ${answer.status}`;
  const operation = findOperation(method, path);
  const described = operation?.answers[answer.status];
  if (!described && answer.status < 400)
    return `${of}, which nothing below app/http/openapi describes`;
  const schema = described ? described.json : Refusal;
  if (!schema) return undefined;
  const text = await answer.text().catch(() => undefined);
  // The connection broke, for example because a test killed the site. There is no answer to check.
  if (text === undefined) return undefined;
  const validate = validatorOf(schema);
  if (validate(parse(text))) return undefined;
  const [first] = validate.errors ?? [];
  return `${of}, not as it is described below app/http/openapi: ${first?.instancePath} ${first?.message} ${JSON.stringify(first?.params)}`;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Leaves out addresses that end in `.data`, which is Remix's way to load data. */
const isOfApi = ({ hostname, pathname }: URL) =>
  hostname === "127.0.0.1" &&
  /^\/(api\/|healthz$)/.test(pathname) &&
  !pathname.endsWith(".data");

const breaches: string[] = [];
const plainFetch = globalThis.fetch;
globalThis.fetch = async (input, init) => {
  const answer = await plainFetch(input, init);
  const url = new URL(input instanceof Request ? input.url : input);
  const method = init?.method ?? "GET";
  if (isOfApi(url) && method !== "HEAD" && answer.status !== 304) {
    const isEvents = answer.headers.get("content-type") === "text/event-stream";
    const breach = await findBreach(
      method,
      url.pathname,
      isEvents ? new Response(null, answer) : answer.clone(),
    );
    if (breach) breaches.push(breach);
  }
  return answer;
};

afterEach(() => {
  expect(breaches.splice(0), "answers against their description").toEqual([]);
});
