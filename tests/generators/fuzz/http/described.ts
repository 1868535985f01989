import { findBreach, findOperation } from "#tests/setup/vitest/breach.ts";
import type { Answer, Sent } from "./exchange.ts";

/** Says how an answer of the API differs from its description. Undefined if it doesn't, or if nothing describes it. */
export async function findUndescribed(sent: Sent, answer: Answer) {
  const { status, headers, body } = answer;
  // Dots are resolved first, encoded ones too.
  const url = `http://site${sent.address}`;
  const address = URL.canParse(url) ? new URL(url).pathname : sent.address;
  const isData = address.endsWith(".data") || /[?&]_data=/.test(sent.address);
  if (!address.startsWith("/api/") || isData || !headers["x-request-id"])
    return undefined;
  // Node answers an expectation that it doesn't know by itself.
  if (sent.method === "HEAD" || [304, 417].includes(status)) return undefined;
  if (isFormsPage(sent, address, headers)) return undefined;
  // An address that is written differently may still lead to a call, and then nothing here describes it.
  const isKnown = findOperation(sent.method.toLowerCase(), address);
  if (status < 400 && !isKnown) return undefined;
  const response = new Response(body.length > 0 ? body.toString() : null, {
    status,
  });
  return findBreach(sent.method, address, response);
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
