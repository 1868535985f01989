import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";

/** The API's description, for the tests that check answers against it. */
export const DESCRIPTION = ".cache/openapi.json";

declare global {
  var isDescribed: boolean | undefined;
}

/** Vitest calls it before the tests, because the declared calls bring the whole domain, which no file should load. */
export default async function writeDescription() {
  // Both projects ask for it.
  if (globalThis.isDescribed) return;
  globalThis.isDescribed = true;
  // Only now, because the calls need the texts of the build, which is made before.
  const { describe } = await import("#app/api/calls.ts");
  mkdirSync(path.dirname(DESCRIPTION), { recursive: true });
  writeFileSync(DESCRIPTION, JSON.stringify(describe("admin")));
}
