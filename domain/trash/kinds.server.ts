import { albumKinds } from "../albums/admin-albums.server.ts";
import { artistKinds } from "../artists/artists.server.ts";
import { findKinds } from "../finds/trashed-finds.server.ts";
import { rockKinds } from "../rocks/rocks.server.ts";
import type { KindOfTrash } from "../store/discard.server.ts";
import type { TrashKind } from "./schemas.ts";

/** The one table of the things that can be in the trash. A kind that is missing or incomplete does not compile. */
export const kinds: Record<TrashKind, KindOfTrash> = {
  ...findKinds,
  ...rockKinds,
  ...artistKinds,
  ...albumKinds,
};
