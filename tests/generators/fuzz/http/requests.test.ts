import { afterAll, test } from "vitest";
import { fuzzSeeds } from "../hold.ts";
import { closeFuzzedSite } from "./fuzzed-site.ts";
import { playFuzzedRequests } from "./play.ts";

afterAll(closeFuzzedSite);

test.each(fuzzSeeds(6))(
  "requests that nobody should send change nothing and break nothing (seed %i)",
  playFuzzedRequests,
);
