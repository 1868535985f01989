import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";

/** The API's description, for the tests that check answers against it. */
export const DESCRIPTION = ".cache/openapi.json";

/** Vitest calls it once, because the declared calls bring the whole domain with them, which no test file should load. */
export default async function writeDescription() {
  // Only now, because the calls need the texts of the build, which is made before.
  const { describe } = await import("#app/api/calls.ts");
  mkdirSync(path.dirname(DESCRIPTION), { recursive: true });
  writeFileSync(DESCRIPTION, JSON.stringify(describe("admin")));
}
