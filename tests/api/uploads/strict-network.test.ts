import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import type * as Transport from "#app/components/share/transport/send-finds.ts";
import type { SendStatus } from "#app/components/share/transport/send-finds.ts";
import { sentBackupFile } from "#domain/store/paths.ts";
import { findFields } from "#tests/setup/calls/site-calls.ts";
import { fixture } from "#tests/fixtures/index.ts";
import { createMemoryFinds } from "#tests/setup/field/memory-finds.ts";
import {
  json,
  type Network,
  onlyGetAndPost,
  page,
  redirect,
  startNetwork,
} from "#tests/setup/processes/network.ts";
import { setUpKey } from "#tests/setup/calls/set-up-calls.ts";
import { someBytes } from "#tests/setup/calls/uploads/tus-calls.ts";
import { setUpSite, site, useOwnSite } from "#tests/setup/vitest/site.ts";

/** Networks that refuse some methods, or answer in the site's place. */

setUpSite();

let transport: typeof Transport;
beforeEach(async () => {
  // It remembers what the network refuses.
  vi.resetModules();
  transport = await import("#app/components/share/transport/send-finds.ts");
});

async function use(...network: Parameters<typeof startNetwork>) {
  const started = await startNetwork(...network);
  onTestFinished(started.stop);
  vi.stubGlobal("location", { origin: started.baseURL });
  vi.stubGlobal("window", new EventTarget());
  // Some answers are not the site's, so nothing describes them.
  vi.stubGlobal("fetch", (path: string, init: RequestInit) =>
    globalThis.plainFetch!(started.baseURL + path, init),
  );
  onTestFinished(() => void vi.unstubAllGlobals());
  return started;
}

/** Sends a find with a picture and its preview. Returns what the page would have learned meanwhile. */
async function sendFind(onPause = (_pauses: number[]) => {}) {
  const store = createMemoryFinds();
  const picture = readFileSync(fixture("progressive.jpg"));
  const file = new File([new Uint8Array(picture)], "beach.jpg", {
    type: "image/jpeg",
  });
  await store.add({
    submissionId: randomUUID(),
    findKey: "0123456789abcdef0123456789abcdef",
    fields: findFields,
    pictures: [{ file, preview: { blob: file } }],
  });
  const pauses: number[] = [];
  const reports: SendStatus[] = [];
  const stop = new AbortController();
  onTestFinished(() => stop.abort());
  await transport.sendFinds({
    store,
    signal: stop.signal,
    report: (status) => void reports.push(status),
    pause: async (ms) => {
      pauses.push(ms);
      onPause(pauses);
      if (pauses.length > 40) throw new Error("It never arrives.");
      return false;
    },
  });
  const [find] = await store.list();
  return { find: find!, pauses, reports };
}

const countOf = ({ requests }: Network, method: string) =>
  requests.filter((request) => request.startsWith(method)).length;

test.each([
  ["answers with a page and 405", page(405)],
  ["answers with a page and 403", page(403)],
  ["answers with a page and 501", page(501)],
  ["answers with a page and 200", page(200)],
  ["answers with JSON and 405", json(405)],
  ["cuts the connection", "cut"],
] as const)(
  "a find arrives through a network that to PATCH %s, and the next one without a try",
  async (_how, refusal) => {
    const network = await use(site.baseURL, onlyGetAndPost(refusal));
    const { find, pauses, reports } = await sendFind();
    expect(find).toMatchObject({
      uuid: expect.any(String) as string,
      pictures: [{ original: { offset: find.pictures[0]!.original!.bytes } }],
    });
    expect(countOf(network, "PATCH")).toBe(3);
    // What is cut may be the link, and is left alone for a moment.
    expect(pauses).toEqual(refusal === "cut" ? [300, 600, 1200] : []);
    expect(reports.filter(({ failure }) => failure)).toEqual([]);

    await sendFind();
    expect(countOf(network, "PATCH")).toBe(3);
  },
);

test("a backup is sent to the set-up through a network that refuses PATCH", async () => {
  const own = await useOwnSite({ ADMIN_PASSWORD: "" });
  const network = await use(own.baseURL, onlyGetAndPost(page(403)));
  const { sendBackup } = await import("#app/components/setup/send-backup.ts");
  const bytes = someBytes(100_000);
  const upload = await sendBackup(
    new File([bytes], "backup.zip"),
    setUpKey(own.lines),
    new AbortController().signal,
    () => {},
  );
  expect(countOf(network, "PATCH")).toBe(3);
  expect(readFileSync(own.inStore(sentBackupFile(upload!)))).toEqual(bytes);
});

test.each([
  ["a page", page(200)],
  ["a way to its page", redirect("/sign-in")],
  ["a text", { ...page(200), headers: { "Content-Type": "text/plain" } }],
])(
  "a call that a network answers with %s has not been made, and one try is enough to see it",
  async (_what, answer) => {
    const network = await use(site.baseURL, ({ url }) =>
      url === "/sign-in" ? page(200) : answer,
    );
    const documentElement = { dataset: { language: "en" } };
    vi.stubGlobal("document", { documentElement });
    const { ask } = await import("#app/components/api/send.ts");
    const sent = { params: { raKey: 1 }, body: { display_name: "Ida" } };
    for (const call of [
      () => ask("PUT /api/users/:raKey", sent),
      () => ask("POST /api/users", sent),
      () => ask("GET /api/users", {}),
    ])
      await expect(call()).rejects.toMatchObject({
        status: 0,
        message: "The site could not be reached.",
      });
    expect(countOf(network, "PUT /api")).toBe(1);
  },
);

test("a network that refuses the header as well is told from one that refuses PATCH", async () => {
  const network = await use(site.baseURL, onlyGetAndPost(page(405)));
  await sendFind();
  network.change(({ headers }) =>
    "x-http-method-override" in headers ? page(403) : "pass",
  );
  const before = countOf(network, "PATCH");
  const { find } = await sendFind();
  expect(find.uuid).toBeDefined();
  expect(countOf(network, "PATCH")).toBeGreaterThan(before);
});

test.each([
  ["a page", page(200)],
  ["a way to its page", redirect("/sign-in")],
  ["JSON of its own", { ...json(403), body: '{"message":"Sign in"}' }],
])(
  "a network that answers everything with %s takes nothing, and pauses grow to 30 seconds",
  async (_what, answer) => {
    const network = await use(site.baseURL, () => answer);
    const { find, pauses, reports } = await sendFind(({ length }) => {
      if (length === 9) network.change(() => "pass");
    });
    expect(pauses).toEqual([
      ...[300, 600, 1200, 2400, 4800, 9600, 19_200],
      ...[30_000, 30_000],
    ]);
    // A page in the site's place says nothing about the find.
    expect(reports.filter(({ failure }) => failure)).toEqual([]);
    expect(find.uuid).toBeDefined();
    expect(find.refused).toBeUndefined();
  },
);

test("pauses grow although the site says again and again how far an upload is", async () => {
  const network = await use(site.baseURL, ({ method, headers }) =>
    method === "PATCH" || "x-http-method-override" in headers ? "cut" : "pass",
  );
  const { find, pauses } = await sendFind(({ length }) => {
    if (length === 9) network.change(() => "pass");
  });
  expect(pauses.slice(0, 9).at(-1)).toBe(30_000);
  expect(find.uuid).toBeDefined();
});
