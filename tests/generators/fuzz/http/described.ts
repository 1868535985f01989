import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import type { Answer, Sent } from "./exchange.ts";

/** The API's description of itself, `/api/openapi.json`. */

export interface Described {
  parameters?: { name: string; in: string; schema: JsonSchema }[];
  requestBody?: { content: Record<string, { schema?: JsonSchema }> };
  responses: Record<
    string,
    { content?: Record<string, { schema?: JsonSchema }> }
  >;
}
export type JsonSchema = Record<string, unknown>;
/** By address, then by method in lower case. */
export type Paths = Record<string, Record<string, Described>>;

/** Checks that an answer is what `/api/openapi.json` says. */
export function describedBy(paths: Paths, refusal: JsonSchema) {
  const ajv = new Ajv2020({ validateFormats: false, strict: false });
  const validators = new Map<JsonSchema, ValidateFunction>();
  const check = (schema: JsonSchema, body: Buffer) => {
    const validate = validators.get(schema) ?? ajv.compile(schema);
    validators.set(schema, validate);
    try {
      if (validate(JSON.parse(body.toString()))) return undefined;
    } catch {
      return `which is no JSON: ${body.toString().slice(0, 300)}`;
    }
    const [first] = validate.errors ?? [];
    return `not as described: ${first?.instancePath} ${first?.message}`;
  };
  const list = Object.entries(paths)
    .map(([address, methods]) => ({
      methods,
      pattern: new RegExp(
        `^${address.replace(/[.]/g, "\\.").replace(/\{\w+\}/g, "[^/]+")}/?$`,
        "i",
      ),
      parts: address.split("{").length,
    }))
    .sort((a, b) => a.parts - b.parts);
  return (sent: Sent, { status, headers, body }: Answer) => {
    // Dots are resolved first, encoded ones too.
    const url = `http://site${sent.address}`;
    const address = URL.canParse(url) ? new URL(url).pathname : sent.address;
    const isData = address.endsWith(".data") || /[?&]_data=/.test(sent.address);
    if (!address.startsWith("/api/") || isData || !headers["x-request-id"])
      return undefined;
    // Node answers an expectation that it doesn't know by itself.
    if (sent.method === "HEAD" || [304, 417].includes(status)) return undefined;
    if (isFormsPage(sent, address, headers)) return undefined;
    const found = list.find(({ pattern }) => pattern.test(address));
    const operation = found?.methods[sent.method.toLowerCase()];
    if (status >= 400) {
      const wrong = check(refusal, body);
      return wrong && `it was answered ${status}, ${wrong}`;
    }
    const answer = operation?.responses[status];
    // An address that is written differently may still lead to a call, and then nothing here describes it.
    if (!operation) return undefined;
    if (!answer) return `it was answered ${status}, which is not described`;
    const schema = answer.content?.["application/json"]?.schema;
    const wrong = schema && check(schema, body);
    return wrong && `it was answered ${status}, ${wrong}`;
  };
}

/** Whether this is what a browser without scripts gets for a find that it has sent. */
const isFormsPage = (
  { method, headers: asked }: Sent,
  address: string,
  headers: Answer["headers"],
) =>
  method === "POST" &&
  /^\/api\/upload-rock\/*$/i.test(address) &&
  asked.some(([name, value]) => /^accept$/i.test(name) && /html/.test(value)) &&
  /^text\/html/.test(headers["content-type"] ?? "");
