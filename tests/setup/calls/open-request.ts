import { request, type IncomingMessage } from "node:http";
import type { Site } from "../processes/site.ts";

/** Begins a request on a connection of its own, whose body the test sends bit by bit. */
export function openRequest(
  { baseURL }: Pick<Site, "baseURL">,
  path: string,
  length: number,
  headers: Record<string, string> = {},
  method = "POST",
) {
  const sending = request(baseURL + path, {
    method,
    agent: false,
    headers: { "Content-Length": length, ...headers },
  });
  // A connection that a test cuts, or the site, has no answer.
  sending.on("error", () => {});
  sending.flushHeaders();
  return {
    sending,
    answered: new Promise<IncomingMessage>((resolve) =>
      sending.once("response", resolve),
    ),
    /** Waits until the bytes are on their way. */
    write: (bytes: Uint8Array | string) =>
      new Promise<void>((resolve) => sending.write(bytes, () => resolve())),
    finish: (bytes: Uint8Array) => void sending.end(bytes),
    cut: () => void sending.destroy(),
  };
}
