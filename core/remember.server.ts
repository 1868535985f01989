const shared = globalThis as { remembered?: Map<string, unknown> };
const things = (shared.remembered ??= new Map<string, unknown>());

/**
 * Makes a thing once per process and returns the same thing from then on. The site and its preload are
 * separate bundles, and in development a hot reload evaluates modules again: each would otherwise have
 * its own copy. If `make` throws, the next call tries again.
 * @param name unique within the process
 */
export function remember<T>(name: string, make: () => T): T {
  if (!things.has(name)) things.set(name, make());
  return things.get(name) as T;
}
