/** Vitest and Playwright call it once, before the first test. */
export { ensureBuilt as default } from "../../scripts/system/prepare.mjs";
