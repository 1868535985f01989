import { NAME } from "./find-store.ts";

/** Starts the queue if this device has finds in it. Loads nothing otherwise. */
export function startIfWaiting() {
  void hasFinds().then(async (hasFinds) => {
    if (hasFinds) (await import("./send-queue.ts")).startQueue();
  });
}

/** Asks the browser itself, because every page does this. */
const hasFinds = () =>
  new Promise<boolean>((resolve) => {
    const opening = indexedDB.open(NAME);
    // There is no database yet, and none is made.
    opening.onupgradeneeded = () => opening.transaction!.abort();
    opening.onerror = () => resolve(false);
    opening.onsuccess = () => {
      const database = opening.result;
      const counting = database
        .transaction("finds")
        .objectStore("finds")
        .count();
      counting.onsuccess = () => resolve(counting.result > 0);
      counting.onerror = () => resolve(false);
      // A later version of the database waits until all have closed it.
      database.close();
    };
  }).catch(() => false);
