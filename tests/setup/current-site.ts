import type { Site } from "./processes/site.ts";

/** The site of the tests that run: of a Vitest file, or of a Playwright worker. */
export let site: Site;

export const setSite = (started: Site) => void (site = started);
