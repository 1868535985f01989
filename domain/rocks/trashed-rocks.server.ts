import { eq } from "drizzle-orm";
import { rocks } from "#db/schema.ts";
import { forgetLinks, restoreLinks } from "../artists/rock-artists.server.ts";
import { conflict, type KindOfTrash } from "../store/discard.server.ts";
import { derivativeOfRock } from "../store/paths.ts";
import { refreshRocks } from "./pins.server.ts";

const rock: KindOfTrash = {
  check(tx, { rocks: [rock] = [] }) {
    const { rock_number } = rock!;
    if (tx.select().from(rocks).where(eq(rocks.rock_number, rock_number)).get())
      throw conflict(
        `Another rock has the number ${rock_number} now. Delete that one first, then restore this one.`,
      );
  },
  afterwards(tx, { rocks: [rock] = [] }) {
    restoreLinks(tx);
    refreshRocks(tx, [rock!.rock_number]);
  },
  getPicture: ({ rocks: [rock] = [] }, folder) =>
    rock && derivativeOfRock(folder, rock.pin_ready ? "pin" : "a_sm"),
  forget: (tx, rc_key) => forgetLinks(tx, { rc_key }),
};

export const rockKinds = { rock };
