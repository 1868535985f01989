import { vi } from "vitest";

declare global {
  /** What the domain keeps although its modules are loaded again. */
  var remembered: unknown;
}

/** Gives each file of tests modules that remember nothing. Only packages stay loaded. */
vi.resetModules();
globalThis.remembered = undefined;
