import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import type { GenericSchema } from "valibot";
import { asJsonSchema } from "#app/http/openapi/document.server.ts";
import type { Operation } from "#app/http/openapi/operation.ts";
import { operations } from "#app/http/openapi/operations.ts";
import { Refusal } from "#domain/core/answers.ts";

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
export async function findBreach(
  method: string,
  path: string,
  answer: Response,
) {
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
