import { eq } from "drizzle-orm";
import { rocks } from "#db/schema.ts";
import { forgetLinks, restoreLinks } from "../artists/rock-artists.server.ts";
import { conflict, whole, type KindOfTrash } from "../store/discard.server.ts";
import { catalogueFolder } from "../store/paths.ts";
import { refreshRocks } from "./pins.server.ts";

const rock: KindOfTrash = {
  prepare(tx, { rocks: [rock] = [] }) {
    const { rock_number } = rock!;
    if (tx.select().from(rocks).where(eq(rocks.rock_number, rock_number)).get())
      throw conflict(
        `Another rock has the number ${rock_number} now. Delete that one first, then restore this one.`,
      );
    return whole(catalogueFolder(rock_number));
  },
  afterwards(tx, { rocks: [rock] = [] }) {
    restoreLinks(tx);
    refreshRocks(tx, [rock!.rock_number]);
  },
  getPicture: ({ rocks: [rock] = [] }) =>
    rock && (rock.pin_ready ? "pin.webp" : "a_sm.webp"),
  forget: (tx, rc_key) => forgetLinks(tx, { rc_key }),
};

export const rockKinds = { rock };
