import { once } from "node:events";
import { existsSync } from "node:fs";
import { request, type IncomingMessage } from "node:http";
import { expect, test } from "vitest";
import { findForm } from "#tests/setup/calls/site-calls.ts";
import { call, send, setUpSite, site } from "#tests/setup/vitest/site.ts";

setUpSite();

/** Sends a call but for the last byte of its body, and waits until the site has read the rest. */
async function hold(path: string, cookie: string, body: BodyInit) {
  const form = new Response(body);
  const bytes = Buffer.from(await form.arrayBuffer());
  const sending = request(site.baseURL + path, {
    method: "POST",
    headers: {
      cookie,
      "Content-Type":
        typeof body === "string"
          ? "application/json"
          : form.headers.get("content-type")!,
      "Content-Length": bytes.length,
      Expect: "100-continue",
    },
  });
  const answered = once(sending, "response") as Promise<[IncomingMessage]>;
  sending.flushHeaders();
  await once(sending, "continue");
  sending.write(bytes.subarray(0, -1));
  return async () => {
    sending.end(bytes.subarray(-1));
    const [answer] = await answered;
    answer.resume();
    return answer.statusCode;
  };
}

test("a session that has ended changes nothing with a request that began before @soak", async () => {
  await call("POST /api/albums", { name: "sea" });
  const stranger = await site.signIn();
  const rock = { rock_number: "17", artist_keys: "[1]" };
  const finish = await Promise.all([
    hold("/api/users", stranger, '{"display_name":"A stranger"}'),
    hold("/api/rocks", stranger, await findForm(rock, ["plain.png"], "image")),
    hold(
      "/api/albums/sea/upload-images",
      stranger,
      await findForm({}, ["plain.png"], "files"),
    ),
  ]);
  expect((await send("DELETE /api/account/sessions")).status).toBe(204);
  for (const end of finish) expect(await end()).toBe(401);
  expect(site.count("users WHERE display_name = 'A stranger'")).toBe(0);
  expect(site.count("rocks")).toBe(0);
  expect(existsSync(site.inStore("albums/sea"))).toBe(false);
});
