const shared = globalThis as { remembered?: Map<string, unknown> };
const things = (shared.remembered ??= new Map<string, unknown>());

/**
 * Makes a thing once per process. The site and its preload are separate bundles, and a hot reload evaluates modules again:
 * each would otherwise have its own copy.
 */
export function remember<T>(name: string, make: () => T): T {
  if (!things.has(name)) things.set(name, make());
  return things.get(name) as T;
}
