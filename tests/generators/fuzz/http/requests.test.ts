import fc from "fast-check";
import { afterAll, test } from "vitest";
import { operations } from "#tests/setup/vitest/breach.ts";
import { fuzzSeeds, hold } from "../hold.ts";
import { anyRoute } from "./addresses.ts";
import { callOf, type Make } from "./calls.ts";
import { closeFuzzedSite, openFuzzedSite } from "./fuzzed-site.ts";
import { anyLong, anyLongBody } from "./long.ts";
import { formsOf } from "./multipart.ts";

/** Requests that one round tries, one after the other, and how many of each. */
const REQUESTS: [string, number, fc.Arbitrary<Make>][] = [
  ["calls", 130, fc.oneof(...operations.map(callOf))],
  ["forms", 20, fc.oneof(...operations.flatMap(formsOf))],
  ["pages", 60, anyRoute],
  ["long requests", 70, anyLong],
  ["long bodies", 30, anyLongBody(operations)],
];

afterAll(closeFuzzedSite);

test.each(fuzzSeeds(6))(
  "requests that nobody should send change nothing and break nothing (seed %i)",
  async (seed) => {
    const site = await openFuzzedSite();
    try {
      for (const [name, runs, requests] of REQUESTS)
        await hold(`the ${name}`, seed, runs, requests, (make) =>
          site.tryRequest(make(site)),
        );
      await site.checkWhole();
    } catch (error) {
      // The next round begins with another site.
      await closeFuzzedSite();
      throw error;
    }
  },
);
