import { afterAll, test } from "vitest";
import { fuzzSeeds } from "../seeds.ts";
import { closeFuzzedSite } from "./fuzzed-site.ts";
import { playFuzzedRequests } from "./play.ts";

afterAll(closeFuzzedSite);

test.each(fuzzSeeds(3))(
  "requests that nobody should send change nothing and break nothing (seed %i)",
  playFuzzedRequests,
);
