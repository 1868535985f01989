import { once } from "node:events";
import { existsSync } from "node:fs";
import { request, type IncomingMessage } from "node:http";
import { json } from "node:stream/consumers";
import { findFields, findForm } from "./site-calls.ts";
import { filesBelow } from "../files.ts";
import type { Site } from "../processes/site.ts";
import { until } from "../until.ts";
import { site } from "#tests/setup/vitest/site.ts";

/** Sends half of a find, and waits until the site has begun to write its pictures. */
export async function beginUpload(
  to: Pick<Site, "baseURL" | "inStore"> = site,
  images = ["orientation-6.jpg"],
) {
  const form = new Response(await findForm(findFields, images));
  const type = form.headers.get("content-type")!;
  const body = Buffer.from(await form.arrayBuffer());
  const { hostname, port } = new URL(to.baseURL);
  const sending = request({
    hostname,
    port,
    path: "/api/upload-rock",
    method: "POST",
    headers: { "Content-Type": type, "Content-Length": body.length },
  });
  const answered = once(sending, "response") as Promise<[IncomingMessage]>;
  // A test may end the connection, or the site.
  answered.catch(() => {});
  sending.write(body.subarray(0, body.length / 2));
  const incoming = to.inStore("tmp/incoming");
  await until(() => existsSync(incoming) && filesBelow(incoming).length > 0);
  return {
    async finish() {
      sending.end(body.subarray(body.length / 2));
      const [answer] = await answered;
      return {
        status: answer.statusCode!,
        body: (await json(answer)) as { uuid?: string },
      };
    },
    /** Breaks the connection. */
    cutOff: () => void sending.destroy(),
  };
}
