import type { ServerResponse } from "node:http";
import { EventEmitter } from "node:events";
import { connect } from "node:net";
import { expect, test, vi } from "vitest";
import { REQUEST_ID_HEADER } from "#app/http/request/headers.ts";
import { noteResponse } from "#app/http/request/node-responses.server.ts";
import {
  logEvent,
  noteEvent,
} from "#app/http/request/security-events.server.ts";
import { readLog } from "#tests/setup/log.ts";
import { until } from "#tests/setup/until.ts";
import { setUpSite, site } from "#tests/setup/vitest/site.ts";

setUpSite({});

test("an event of a request whose client has gone is not kept", () => {
  const write = vi.spyOn(process.stdout, "write").mockReturnValue(true);
  const id = "7b0c";
  const request = new Request("http://localhost/", {
    headers: { [REQUEST_ID_HEADER]: id },
  });
  const log = () => {
    write.mockClear();
    const asked = { address: "203.0.113.7", method: "POST", path: "/login" };
    logEvent({ id, ...asked, status: 200 });
    return write.mock.calls.length;
  };
  const response = new EventEmitter() as ServerResponse;
  noteResponse(id, response);
  noteEvent(request, { event: "sign-in failed" });
  expect(log()).toBe(1);
  response.emit("close");
  noteEvent(request, { event: "sign-in failed" });
  expect(log()).toBe(0);
});

test("a form whose sender goes away in the middle leaves no error in the log", async () => {
  const { hostname, port } = new URL(site.baseURL);
  for (const path of ["/login", "/api/review/a", "/api/rock-count"]) {
    const socket = connect(Number(port), hostname);
    socket.write(
      `POST ${path} HTTP/1.1\r\nHost: ${hostname}\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 100\r\n\r\nusername=`,
      () => setTimeout(() => socket.destroy(), 50),
    );
    await until(() =>
      readLog(site.lines, "request").find((line) => line.path === path),
    );
  }
  // What comes after them is logged after them.
  await site.fetch("/api/rock-posts/totals");
  await until(() =>
    readLog(site.lines, "request").find(
      ({ path }) => path === "/api/rock-posts/totals",
    ),
  );
  expect(readLog(site.lines, "a request failed")).toEqual([]);
});
