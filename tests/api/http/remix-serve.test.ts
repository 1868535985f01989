import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { Agent, request as httpRequest } from "node:http";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  endChild,
  findFreePort,
  isRunning,
  startChild,
} from "#tests/setup/processes/child.ts";
import { until } from "#tests/setup/until.ts";

/**
 * What the site assumes about the inside of remix-serve. Each test names the assumption that a new version
 * breaks, and the file that relies on it.
 */

const SLOT = "app/http/remix-serve/slot.server.ts";
const SERVER = "app/http/remix-serve/http-server.server.ts";
const CACHE = "app/http/cache/response-cache.server.ts";

const broken = (file: string, assumption: string) =>
  `@remix-run/serve has changed. ${file} relies on this, which is no longer so: ${assumption}`;

let folder: string;
let child: ChildProcess;
let baseURL: string;
const lines: string[] = [];

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "painted-rocks-serve-"));
  await writeFile(path.join(folder, "asset.txt"), "an asset");
  const port = await findFreePort();
  baseURL = `http://127.0.0.1:${port}`;
  child = startChild(
    process.execPath,
    ["--import", "tsx", "tests/setup/remix-serve/child.ts"],
    lines,
    { PORT: String(port), HOST: "127.0.0.1", ASSETS: folder },
  );
  await until(async () => {
    if (!isRunning(child))
      throw new Error(
        `${broken(SLOT, "remix-serve starts with `morgan`, which it requires, replaced.")}\n${lines.join("\n")}`,
      );
    return (await fetch(baseURL).catch(() => undefined)) && true;
  });
});
afterAll(async () => {
  await endChild(child, "SIGKILL");
  await rm(folder, { recursive: true, force: true });
});

interface Echo {
  url: string;
  added: string | null;
}

async function get(address: string) {
  const response = await fetch(baseURL + address);
  return { headers: response.headers, text: await response.text() };
}

const echo = async (address: string) =>
  JSON.parse((await get(address)).text) as Echo;

describe("the slot of morgan", () => {
  test("is after remix-serve's static files and before Remix", async () => {
    const page = await get("/anything");
    expect(
      page.headers.get("x-slot"),
      broken(SLOT, "it requires `morgan` and uses it before Remix's handler."),
    ).toBe("seen");
    const asset = await get("/assets/asset.txt");
    expect(asset.text).toBe("an asset");
    expect(
      asset.headers.get("x-slot"),
      broken(SLOT, "it serves static files before it uses `morgan`."),
    ).toBeNull();
  });

  test("can answer by itself, so that Remix is not asked", async () => {
    expect(
      (await get("/answered")).text,
      broken(SLOT, "a middleware there may answer without calling next()."),
    ).toBe("by the slot");
  });

  test("decides which address Remix sees", async () => {
    expect(
      (await echo("/moved")).url,
      broken(CACHE, "Remix reads a request's address from `originalUrl`."),
    ).toBe("/elsewhere?by=slot");
  });

  test("gets what Remix writes, not yet compressed", async () => {
    const { text } = await get("/held");
    expect(
      text,
      broken(
        CACHE,
        "what Remix passes to write() and end() of the response is plain text.",
      ),
    ).toMatch(/^\{"url":"\/held"/);
  });
});

describe("the server", () => {
  test("hands over each request and response before anything else sees them", async () => {
    const assumption = "it makes its server by createServer of node:http.";
    for (const address of ["/anything", "/assets/asset.txt"])
      expect(
        (await get(address)).headers.get("x-start"),
        broken(SERVER, assumption),
      ).toBe("seen");
    expect(
      (await echo("/anything")).added,
      broken(SERVER, "headers added to the request there reach Remix."),
    ).toBe("yes");
  });

  test("has time limits", async () => {
    await get("/anything");
    const report = await until(() =>
      lines.find((line) => line.startsWith('{"requestTimeout"')),
    );
    expect(
      JSON.parse(report),
      broken(SERVER, "it makes its server by createServer of node:http."),
    ).toEqual({
      requestTimeout: 1_800_000,
      keepAliveTimeout: 65_000,
      headersTimeout: 30_000,
      canCloseIdle: true,
    });
  });

  test("is refused with 408 if its head does not come whole, sooner than Node does by itself @soak", async () => {
    const { hostname, port } = new URL(baseURL);
    const socket = connect(Number(port), hostname);
    socket.write("PATCH /api/uploads/a HTTP/1.1\r\nHost: localhost\r\n");
    const [answer] = (await once(socket, "data")) as [Buffer];
    expect(answer.toString()).toMatch(/^HTTP\/1.1 408 /);
    socket.destroy();
  }, 55_000);
});

test("SIGTERM closes the server: it ends by itself, with a connection still open", async () => {
  const agent = new Agent({ keepAlive: true });
  await new Promise((resolve, reject) =>
    httpRequest(`${baseURL}/anything`, { agent }, (response) =>
      response.resume().on("end", resolve),
    )
      .on("error", reject)
      .end(),
  );
  child.kill("SIGTERM");
  const assumption = "it closes its server at SIGTERM.";
  await until(
    async () => (await fetch(baseURL).catch(() => "closed")) === "closed",
  );
  await until(() => (isRunning(child) ? undefined : true));
  expect(child.exitCode, broken(SERVER, assumption)).toBe(0);
  agent.destroy();
});
