import { once } from "node:events";
import { Agent, request, type IncomingMessage } from "node:http";
import { connect } from "node:net";
import { expect, test } from "vitest";
import { readLog } from "#tests/setup/log.ts";
import { setUpSite, site, useOwnSite } from "#tests/setup/vitest/site.ts";

/**
 * What no other test sees of the server that remix-serve makes, and `app/http/remix-serve/` changes. That it is changed
 * at all is seen by every test of the response cache and of addresses.
 */

setUpSite();

/** Runs in the site's process, and prints its server's limits at each request. */
const TELL_LIMITS = `
  import { subscribe } from "node:diagnostics_channel";
  subscribe("http.server.request.start", ({ server }) => {
    const { requestTimeout, keepAliveTimeout, headersTimeout } = server;
    console.log(JSON.stringify({ requestTimeout, keepAliveTimeout, headersTimeout }));
  });`;

test("the server has time limits, and ends at SIGTERM with a connection still open", async () => {
  const code = encodeURIComponent(TELL_LIMITS);
  await useOwnSite({ NODE_OPTIONS: `--import=data:text/javascript,${code}` });
  const times = { requestTimeout: 1_800_000, keepAliveTimeout: 65_000 };
  const limits = JSON.stringify({ ...times, headersTimeout: 30_000 });
  const messages = readLog(site.lines).map(({ message }) => message);
  expect(messages).toContain(limits);
  const agent = new Agent({ keepAlive: true });
  const asked = request(`${site.baseURL}/map`, { agent }).end();
  const [answer] = (await once(asked, "response")) as [IncomingMessage];
  await once(answer.resume(), "end");
  expect(await site.kill()).toBe(0);
  agent.destroy();
});

test("a head that does not come whole is answered 408, sooner than by Node itself @soak", async () => {
  const { hostname, port } = new URL(site.baseURL);
  const socket = connect(Number(port), hostname);
  socket.write("PATCH /api/uploads/a HTTP/1.1\r\nHost: localhost\r\n");
  const [answer] = (await once(socket, "data")) as [Buffer];
  expect(answer.toString()).toMatch(/^HTTP\/1.1 408 /);
  socket.destroy();
}, 55_000);
