import { sql } from "drizzle-orm";
import { users } from "#db/schema.ts";
import { conflict, type KindOfTrash } from "../store/discard.server.ts";
import { forgetLinks, restoreLinks } from "./rock-artists.server.ts";

const artist: KindOfTrash = {
  check(tx, { users: [user] = [] }) {
    const { display_name } = user!;
    const isTaken = tx
      .select()
      .from(users)
      .where(sql`${users.display_name} = ${display_name} COLLATE NOCASE`)
      .get();
    if (isTaken)
      throw conflict(
        `Another user is called ${display_name} now. Rename that one first, then restore this one.`,
      );
  },
  afterwards: restoreLinks,
  forget: (tx, ra_key) => forgetLinks(tx, { ra_key }),
};

export const artistKinds = { artist };
