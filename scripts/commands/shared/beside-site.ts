/** Behaviour of a command that the site has started, to run beside it. */

const PAUSE_MS = 250;
let toldAt = 0;

export const isBesideSite = process.send !== undefined;

const tell = (message: object) => {
  if (process.connected) process.send?.(message);
};

export const tellResult = (result: object) => tell({ result });

/** Tells how far it is, a few times a second. */
export function tellProgress(done: number, of: number) {
  if (!isBesideSite || (done < of && Date.now() - toldAt < PAUSE_MS)) return;
  toldAt = Date.now();
  tell({ done, of });
}

// The next site must not meet a command that the last one has left.
if (isBesideSite) {
  process.on("disconnect", () => process.exit(1));
  process.channel?.unref();
}
