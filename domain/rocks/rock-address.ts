/**
 * A rock, as an address names it. A find whose number nobody could read is a rock of its own: its number is 0, and
 * `find` is the find's UUID.
 */
export interface NamedRock {
  rock_number: number;
  find?: string;
}

/** The address of a rock's page, or of a page below it, such as `/print`. */
export const rockAddress = ({ rock_number, find }: NamedRock, below = "") =>
  `/rocks/${rock_number}${below}${find === undefined ? "" : `?find=${find}`}`;

/** The rock that a find is of. */
export const rockOf = (find: {
  rock_number: number;
  uuid: string;
}): NamedRock => ({
  rock_number: find.rock_number,
  find: find.rock_number === 0 ? find.uuid : undefined,
});
