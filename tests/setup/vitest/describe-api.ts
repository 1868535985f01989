import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe } from "#app/api/calls.ts";

/** The API's description, for the tests that check answers against it. */
export const DESCRIPTION = ".cache/openapi.json";

/** Vitest calls it once, because the declared calls bring the whole domain with them, which no test file should load. */
export default function writeDescription() {
  mkdirSync(path.dirname(DESCRIPTION), { recursive: true });
  writeFileSync(DESCRIPTION, JSON.stringify(describe("admin")));
}
