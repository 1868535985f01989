import { request } from "node:http";
import { buffer } from "node:stream/consumers";
import type { Site } from "../../setup/processes/site.ts";

/** An answer takes this long at most, or the connection counts as lost. Milliseconds. */
const PATIENCE_MS = 15_000;

export interface Answer {
  status: number;
  headers: NodeJS.Dict<string | string[]>;
  body: Buffer;
}

/** What becomes of a connection: whole, cut when this part of the body was sent, or cut before the answer came. */
export type Cut = { sent: number } | "no answer" | undefined;

export interface Ask {
  method?: string;
  path: string;
  headers?: Record<string, string>;
  body?: Buffer;
  cut?: Cut;
}

/** Sends a request on a connection of its own. Gives undefined when the connection ended without a whole answer. */
export function ask(
  { baseURL }: Pick<Site, "baseURL">,
  { method = "GET", path, headers = {}, body, cut }: Ask,
): Promise<Answer | undefined> {
  const { hostname, port } = new URL(baseURL);
  return new Promise((resolve) => {
    const sending = request({
      ...{ hostname, port, path, method, agent: false, timeout: PATIENCE_MS },
      headers: body ? { ...headers, "Content-Length": body.length } : headers,
    });
    sending.on("timeout", () => sending.destroy());
    sending.on("error", () => resolve(undefined));
    sending.on("close", () => resolve(undefined));
    sending.on("response", (answer) => {
      if (cut) return void sending.destroy();
      buffer(answer).then(
        (bytes) =>
          resolve({
            status: answer.statusCode!,
            headers: answer.headers,
            body: bytes,
          }),
        () => resolve(undefined),
      );
    });
    if (cut && cut !== "no answer")
      sending.write(
        body!.subarray(0, Math.floor(cut.sent * body!.length)),
        () => sending.destroy(),
      );
    else sending.end(body);
  });
}

export const asJson = <T>({ body }: Answer) => JSON.parse(body.toString()) as T;
