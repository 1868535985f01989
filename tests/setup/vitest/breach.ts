import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";

export type JsonSchema = Record<string, unknown>;
type Content = Record<string, { schema?: JsonSchema }>;

interface Described {
  parameters?: { name: string; in: string; schema: JsonSchema }[];
  requestBody?: { content: Content };
  responses: Record<string, { content?: Content }>;
}

/** As `describe-api.ts` has written it. */
const { paths, components } = JSON.parse(
  readFileSync(".cache/openapi.json", "utf8"),
) as {
  paths: Record<string, Record<string, Described>>;
  components: { schemas: { Refusal: JsonSchema } };
};

/** A call of the description; its method is in lower case. */
export interface Operation {
  path: string;
  method: string;
  operation: Described;
}

export const operations = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]): Operation => ({
    ...{ path, method, operation },
  })),
);

const ajv = new Ajv2020({
  validateFormats: false,
  strict: false,
  // Each test file compiles the schemas again, once each, and checks few answers by each.
  validateSchema: false,
  code: { optimize: false },
});

/** Addresses without parameters come first, because those with parameters match them too. */
const addresses = Object.entries(paths)
  .map(([address, methods]) => {
    const pattern = address.replace(/[.]/g, "\\.").replace(/\{\w+\}/g, "[^/]+");
    return {
      pattern: new RegExp(`^${pattern}/?$`, "i"),
      parameters: address.split("{").length,
      methods,
    };
  })
  .sort((a, b) => a.parameters - b.parameters);

export const findOperation = (method: string, path: string) =>
  addresses.find(
    ({ pattern, methods }) =>
      pattern.test(path) && Object.hasOwn(methods, method),
  )?.methods[method];

/** Says how an answer differs from its description. Undefined if it doesn't. */
export async function findBreach(
  method: string,
  path: string,
  answer: Response,
) {
  const of = `${method} ${path} answered ${answer.status}`;
  const operation = findOperation(method.toLowerCase(), path);
  const described = operation?.responses[answer.status];
  if (!described && answer.status < 400) return `${of}, which is not described`;
  const own = described?.content?.["application/json"]?.schema;
  const schema =
    !described || (own && "$ref" in own) ? components.schemas.Refusal : own;
  if (!schema) return undefined;
  const text = await answer.text().catch(() => undefined);
  // The connection broke, for example because a test killed the site. There is no answer to check.
  if (text === undefined) return undefined;
  const validate = ajv.compile(schema);
  if (validate(parse(text))) return undefined;
  const [first] = validate.errors ?? [];
  return `${of}, not as it is described: ${first?.instancePath} ${first?.message} ${JSON.stringify(first?.params)}`;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
