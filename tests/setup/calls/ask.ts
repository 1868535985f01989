import { request, type IncomingMessage } from "node:http";
import { buffer } from "node:stream/consumers";
import { site } from "../current-site.ts";

/** Sends a request as it is written, and leaves the answer as it came over the wire. `fetch` would do neither. */
export async function ask(
  path: string,
  headers: Record<string, string> = {},
  method = "GET",
) {
  const { hostname, port } = new URL(site.baseURL);
  const answer = await new Promise<IncomingMessage>((resolve, reject) =>
    request({ hostname, port, path, headers, method }, resolve)
      .on("error", reject)
      .end(),
  );
  return {
    status: answer.statusCode!,
    headers: answer.headers as Record<string, string>,
    body: await buffer(answer),
  };
}
