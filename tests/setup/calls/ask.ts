import { request as plainRequest, type IncomingMessage } from "node:http";
import { request as tlsRequest } from "node:https";
import { buffer } from "node:stream/consumers";
import { site } from "../current-site.ts";

/**
 * Sends a request as it is written, and leaves the answer as it came over the wire. `fetch` would do neither. It may go
 * elsewhere than to the site, where a certificate may be anybody's.
 */
export async function ask(
  path: string,
  headers: Record<string, string> = {},
  method = "GET",
  baseURL = site.baseURL,
) {
  const { protocol, hostname, port } = new URL(baseURL);
  const request = protocol === "https:" ? tlsRequest : plainRequest;
  const to = { hostname, port, path, headers, method };
  const answer = await new Promise<IncomingMessage>((resolve, reject) =>
    request({ ...to, rejectUnauthorized: false }, resolve)
      .on("error", reject)
      .end(),
  );
  return {
    status: answer.statusCode!,
    headers: answer.headers as Record<string, string>,
    body: await buffer(answer),
  };
}
