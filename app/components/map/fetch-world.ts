import land from "#app/assets/land.svg?url";

/**
 * Fetches the countries of the whole world as a finished drawing: a square in Web Mercator, whose `viewBox` says how
 * wide it is. Computing its shapes here would block a phone for 0.2 s.
 */
export async function fetchWorld(signal?: AbortSignal) {
  const response = await fetch(land, { signal });
  if (!response.ok) throw new Error(`the answer was ${response.status}`);
  const { documentElement: world } = new DOMParser().parseFromString(
    await response.text(),
    "image/svg+xml",
  );
  // A network that wants a sign-in answers with its own page.
  if (!(world instanceof SVGSVGElement))
    throw new Error("the answer was no picture");
  return world;
}
