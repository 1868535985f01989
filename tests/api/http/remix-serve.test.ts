import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { Agent, request } from "node:http";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import {
  endChild,
  findFreePort,
  isRunning,
  startChild,
} from "#tests/setup/processes/child.ts";
import { until } from "#tests/setup/until.ts";

/**
 * What the site assumes about the inside of remix-serve. If one of these fails, a new version no longer works this way:
 * see `app/http/remix-serve/` and `app/http/cache/response-cache.server.ts`, which rely on it.
 */

let child: ChildProcess;
let baseURL: string;
const lines: string[] = [];

beforeAll(async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "painted-rocks-serve-"));
  await writeFile(path.join(folder, "asset.txt"), "an asset");
  const PORT = String(await findFreePort());
  baseURL = `http://127.0.0.1:${PORT}`;
  child = startChild(
    process.execPath,
    ["--import", "tsx", "tests/setup/remix-serve/child.ts"],
    lines,
    { PORT, HOST: "127.0.0.1", ASSETS: folder },
  );
  await until(async () => {
    if (!isRunning(child))
      throw new Error(`it does not start:\n${lines.join("\n")}`);
    return fetch(baseURL).catch(() => undefined);
  });
  return async () => {
    await endChild(child, "SIGKILL");
    await rm(folder, { recursive: true, force: true });
  };
});

async function get(address: string) {
  const answer = await fetch(baseURL + address);
  const [slot, start] = ["x-slot", "x-start"].map((name) =>
    answer.headers.get(name),
  );
  return { text: await answer.text(), slot, start };
}

describe("remix-serve requires `morgan`, and what it exports", () => {
  test("is used after the static files and before Remix", async () => {
    expect((await get("/anything")).slot).toBe("seen");
    expect(await get("/assets/asset.txt")).toMatchObject({
      text: "an asset",
      slot: null,
    });
  });

  test("may answer by itself, so that Remix is not asked", async () => {
    expect((await get("/answered")).text).toBe("by the slot");
  });

  test("decides by `originalUrl` which address Remix sees", async () => {
    expect((await get("/moved")).text).toContain('"url":"/elsewhere?by=slot"');
  });

  test("gets what Remix writes by write() and end(), not yet compressed", async () => {
    expect((await get("/held")).text).toMatch(/^\{"url":"\/held"/);
  });
});

describe("remix-serve makes its server by createServer of node:http, which", () => {
  test("hands over each request and response before anything else sees them", async () => {
    for (const address of ["/anything", "/assets/asset.txt"])
      expect((await get(address)).start).toBe("seen");
    expect((await get("/anything")).text).toContain('"added":"yes"');
  });

  test("has time limits", async () => {
    await get("/anything");
    const report = await until(() =>
      lines.find((line) => line.startsWith('{"requestTimeout"')),
    );
    expect(JSON.parse(report)).toEqual({
      requestTimeout: 1_800_000,
      keepAliveTimeout: 65_000,
      headersTimeout: 30_000,
      canCloseIdle: true,
    });
  });

  test("answers 408 if a head does not come whole, sooner than Node does by itself @soak", async () => {
    const { hostname, port } = new URL(baseURL);
    const socket = connect(Number(port), hostname);
    socket.write("PATCH /api/uploads/a HTTP/1.1\r\nHost: localhost\r\n");
    const [answer] = (await once(socket, "data")) as [Buffer];
    expect(answer.toString()).toMatch(/^HTTP\/1.1 408 /);
    socket.destroy();
  }, 55_000);

  test("is closed at SIGTERM: the process ends by itself, with a connection still open", async () => {
    const agent = new Agent({ keepAlive: true });
    const [answer] = (await once(
      request(`${baseURL}/anything`, { agent }).end(),
      "response",
    )) as [NodeJS.ReadableStream];
    await once(answer.resume(), "end");
    expect(await endChild(child, "SIGTERM")).toBe(0);
    agent.destroy();
  });
});
