import land from "#app/assets/land.svg?url";

/**
 * The countries of the whole world as a finished drawing, for the `href` of an SVG's `use`. Computing its shapes here
 * would block a phone for 0.2 s.
 */
export const LAND = `${land}#land`;

/** Its width and height: it is a square in Web Mercator. */
export const LAND_SIDE = 18_000;
