import land from "#app/assets/land.svg?url";

/** The countries as a finished drawing, for the `href` of a `use`. Computing its shapes would block a phone for 0.2 s. */
export const LAND = `${land}#land`;

/** Its width and height: it is a square in Web Mercator. */
export const LAND_SIDE = 18_000;
