import { existsSync } from "node:fs";
import { json } from "node:stream/consumers";
import { openRequest } from "./open-request.ts";
import { encodeForm, findFields, findForm } from "./site-calls.ts";
import { filesBelow } from "../files.ts";
import type { Site } from "../processes/site.ts";
import { until } from "../until.ts";
import { site } from "#tests/setup/vitest/site.ts";

/** Sends half of a find, and waits until the site has begun to write its pictures. */
export async function beginUpload(
  to: Pick<Site, "baseURL" | "inStore"> = site,
  images = ["orientation-6.jpg"],
) {
  const form = await findForm(findFields, images);
  const { body, type } = await encodeForm(form);
  const request = openRequest(to, "/api/upload-rock", body.length, {
    "Content-Type": type,
  });
  await request.write(body.subarray(0, body.length / 2));
  const incoming = to.inStore("tmp/incoming");
  await until(() => existsSync(incoming) && filesBelow(incoming).length > 0);
  return {
    async finish() {
      request.finish(body.subarray(body.length / 2));
      const answer = await request.answered;
      return {
        status: answer.statusCode!,
        body: (await json(answer)) as { uuid?: string },
      };
    },
    cutOff: request.cut,
  };
}
