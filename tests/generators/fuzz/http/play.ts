import fc from "fast-check";
import { operations } from "#tests/setup/vitest/breach.ts";
import { hold } from "../hold.ts";
import { anyFile, anyRoute } from "./addresses.ts";
import { callOf, type Make } from "./calls.ts";
import { closeFuzzedSite, openFuzzedSite } from "./fuzzed-site.ts";
import { anyLong, anyLongBody } from "./long.ts";
import { formsOf } from "./multipart.ts";
import { manySockets, trySockets } from "./sockets.ts";
import { anyUpload, tryUpload } from "./tus.ts";

/** Requests that one round tries, one after the other, and how many of each. */
const REQUESTS: [string, number, fc.Arbitrary<Make>][] = [
  ["calls", 130, fc.oneof(...operations.map(callOf))],
  ["forms", 20, fc.oneof(...operations.flatMap(formsOf))],
  ["pages", 60, anyRoute],
  ["files", 45, anyFile],
  ["long requests", 70, anyLong],
  ["long bodies", 30, anyLongBody(operations)],
];

/**
 * One round of hostile requests against the built site. The site stays for the next round, until `closeFuzzedSite`, but
 * not after a fault.
 * @throws {Error} that names the seed, the shortest request that shows the fault, and what is wrong
 */
export async function playFuzzedRequests(seed: number) {
  const site = await openFuzzedSite();
  try {
    for (const [name, runs, requests] of REQUESTS)
      await hold(`the ${name}`, seed, runs, requests, (make) =>
        site.tryRequest(make(site)),
      );
    await hold("the uploads", seed, 6, anyUpload, (upload) =>
      tryUpload(site, upload),
    );
    await hold("the connections", seed, 2, manySockets, (all) =>
      trySockets(site, all),
    );
    await site.checkWhole(`Seed ${seed} of the hostile requests`);
  } catch (error) {
    await closeFuzzedSite();
    throw error;
  }
}
