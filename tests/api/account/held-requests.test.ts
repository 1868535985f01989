import { once } from "node:events";
import { existsSync } from "node:fs";
import { request, type IncomingMessage } from "node:http";
import { expect, test } from "vitest";
import { NEW_PASSWORD, postSetUp } from "#tests/setup/calls/set-up-calls.ts";
import { findForm } from "#tests/setup/calls/site-calls.ts";
import { startSite, type Site } from "#tests/setup/processes/site.ts";
import { forThisTest } from "#tests/setup/vitest/site.ts";

/** Sends a call but for the last byte of its body, and waits until the site has read the rest. */
async function hold(
  site: Site,
  call: string,
  headers: Record<string, string>,
  bytes: Buffer,
) {
  const [method, path] = call.split(" ");
  const { hostname, port } = new URL(site.baseURL);
  const sending = request({
    hostname,
    port,
    path,
    method,
    headers: {
      "Content-Length": bytes.length,
      Expect: "100-continue",
      ...headers,
    },
  });
  const answered = once(sending, "response") as Promise<[IncomingMessage]>;
  // The site ends before all are answered if the test fails.
  answered.catch(() => {});
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

/** The session of somebody who knows the password, at a site of the parent's. */
async function enterAsStranger() {
  const site = await forThisTest(startSite({ env: { ADMIN_PASSWORD: "" } }));
  const { cookie: parent } = await postSetUp(site);
  const stranger = await site.signIn(NEW_PASSWORD);
  const asStranger = (call: string, sent: object) =>
    hold(
      site,
      call,
      { cookie: stranger, "Content-Type": "application/json" },
      Buffer.from(JSON.stringify(sent)),
    );
  const asStrangerWithPicture = async (
    call: string,
    fields: Record<string, string>,
    field: string,
  ) => {
    const form = new Response(await findForm(fields, ["plain.png"], field));
    return hold(
      site,
      call,
      { cookie: stranger, "Content-Type": form.headers.get("content-type")! },
      Buffer.from(await form.arrayBuffer()),
    );
  };
  const endOthers = () =>
    site.fetch("/api/account/sessions", {
      method: "DELETE",
      headers: { cookie: parent },
    });
  const read = async (path: string) =>
    (await site.fetch(path, { headers: { cookie: parent } })).text();
  return { site, asStranger, asStrangerWithPicture, endOthers, read, parent };
}

test("a session that has ended changes nothing with a request that began before, least of all the password @soak", async () => {
  const { site, asStranger, asStrangerWithPicture, endOthers, read, parent } =
    await enterAsStranger();
  await site.fetch("/api/albums", {
    method: "POST",
    headers: { cookie: parent, "Content-Type": "application/json" },
    body: JSON.stringify({ name: "sea", display_name: "Sea" }),
  });
  const finish = await Promise.all([
    asStranger("PUT /api/account/password", {
      password: "three herons in the reeds",
    }),
    asStranger("POST /api/users", { display_name: "A stranger" }),
    asStrangerWithPicture(
      "POST /api/rocks",
      { rock_number: "17", artist_keys: "[1]" },
      "image",
    ),
    asStrangerWithPicture("POST /api/albums/sea/upload-images", {}, "files"),
  ]);
  expect((await endOthers()).status).toBe(204);
  for (const end of finish) expect(await end()).toBe(401);
  await site.signIn(NEW_PASSWORD);
  expect(await read("/api/users")).not.toContain("A stranger");
  expect(await read("/api/rocks")).toBe("[]");
  expect(existsSync(site.inStore("albums/sea/plain.png"))).toBe(false);
});
