import { randomUUID } from "node:crypto";
import { expect, onTestFinished, test, vi } from "vitest";
import { sendFinds } from "#app/components/share/transport/send-finds.ts";
import { createRandom } from "#bench/generate/random.mjs";
import { findFields } from "#tests/setup/calls/site-calls.ts";
import { startBadLink, type LinkOptions } from "#tests/setup/field/bad-link.ts";
import { createMemoryFinds } from "#tests/setup/field/memory-finds.ts";
import { makeSmallPicture } from "#tests/setup/field/small-pictures.ts";
import { setUpSite, site } from "#tests/setup/vitest/site.ts";
import { isLongRun } from "#tests/setup/seeds.ts";

setUpSite();

/** Sends a find as the form does, by the link's clock. */
async function sendOver(options: LinkOptions, bytes: number[]) {
  const { random } = options;
  const pictures = await Promise.all(
    bytes.map((bytes, n) =>
      makeSmallPicture(random, { name: `${n}.jpg`, kind: "wide", bytes }),
    ),
  );
  const preview = await makeSmallPicture(random, {
    name: "",
    kind: "small",
    bytes: 5_000,
  });
  const store = createMemoryFinds();
  await store.add({
    submissionId: randomUUID(),
    findKey: "0123456789abcdef0123456789abcdef",
    fields: findFields,
    pictures: pictures.map(({ name, mimeType: type, buffer }) => ({
      file: new File([new Uint8Array(buffer)], name, { type }),
      preview: { blob: new Blob([new Uint8Array(preview.buffer)], { type }) },
    })),
  });

  const link = await startBadLink(site.baseURL, options);
  onTestFinished(link.stop);
  const { fetch } = globalThis;
  vi.stubGlobal("location", { origin: link.baseURL });
  vi.stubGlobal("fetch", (path: string, init: RequestInit) =>
    fetch(link.baseURL + path, init),
  );
  vi.spyOn(performance, "now").mockImplementation(link.now);
  onTestFinished(() => void vi.unstubAllGlobals());
  onTestFinished(() => void vi.restoreAllMocks());
  link.worsen();
  await sendFinds({
    store,
    signal: new AbortController().signal,
    report: () => {},
    pause: async (ms) => {
      link.wait(ms);
      return false;
    },
  });
  const [find] = await store.list();
  expect(find!.uuid).toBeDefined();
  expect(
    find!.pictures.map(({ original }) => original!.bytes - original!.offset),
  ).toEqual(bytes.map(() => 0));
  const sum = bytes.reduce((sum, bytes) => sum + bytes, 0);
  return { seconds: link.now() / 1000, share: link.bytes.up / sum };
}

test.each(isLongRun ? [1, 2, 3] : [1])(
  "2 MB over 400 kbit/s with a cut every 5 seconds take at most a minute, and 1.15 times their bytes (seed %d)",
  async (seed) => {
    const { seconds, share } = await sendOver(
      {
        rate: 400_000,
        roundTrip: 50,
        cuts: { every: [5_000, 5_000], last: [100, 300], areSeen: true },
        random: createRandom(seed),
      },
      [394_000, 394_000, 394_000, 394_000, 394_000],
    );
    expect(seconds).toBeLessThan(60);
    expect(share).toBeLessThan(1.15);
  },
);
