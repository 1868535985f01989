/** Of the form's draft, and of the finds that wait to be sent. */
export const DATABASE = "share-your-rock";

/** Whether this device has finds in its queue. Asks the browser itself, because every page does this. */
export const hasFinds = () =>
  new Promise<boolean>((resolve) => {
    const opening = indexedDB.open(DATABASE);
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
