import { isInTrash } from "../store/discard.server.ts";
import { listNames } from "../store/disk.server.ts";
import { INCOMING, incomingFolder } from "../store/paths.ts";
import { removeFromStore } from "../store/write.server.ts";
import { hasFind, isReceiving, readMarks } from "../uploads/incoming.server.ts";
import { getPictureAt } from "./pictures.server.ts";

/** Removes leftovers of interrupted uploads, in their folders and in their places. */
export async function sweepIncoming() {
  for (const id of await listNames(INCOMING)) {
    if (isReceiving(id)) continue;
    await removeUnwritten(id);
    await removeFromStore(incomingFolder(id));
  }
}

/** Removes the files that reached their place without a row. */
async function removeUnwritten(id: string) {
  for await (const { place, isFind } of readMarks(id))
    if (!(isFind ? hasFind(id) : getPictureAt(place)) && !isInTrash(place))
      await removeFromStore(place);
}
