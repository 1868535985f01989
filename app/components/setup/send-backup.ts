import { byKey } from "#app/components/api/send.ts";
import {
  idOfUpload,
  pauseAfter,
  SendError,
  tusAt,
} from "#app/components/share/transport/requests.ts";
import { keepStored, readStored } from "#app/components/visitor/stored.ts";

const PIECE_BYTES = 8 * 1_048_576;
const PIECE_MS = 10 * 60_000;
/** The first pause after a failure, milliseconds. */
const PAUSE_MS = 300;

export interface Progress {
  sent: number;
  /** Whether the link, or the site, can't at the moment. */
  isCut: boolean;
}

/**
 * Sends a backup in pieces, and goes on by itself when a lost connection is back. What has arrived stays, also after
 * a reload of the page.
 * @returns the upload's id once all has arrived; undefined when the signal has ended it
 * @throws {SendError} refused
 */
export async function sendBackup(
  file: File,
  setUpKey: string,
  signal: AbortSignal,
  onProgress: (now: Progress) => void,
): Promise<string | undefined> {
  const uploads = tusAt({
    path: "/api/setup/uploads",
    ...byKey(setUpKey),
    signal,
  });
  const { name, size, lastModified } = file;
  const key = `sent backup ${name} ${size} ${lastModified}`;
  let url = readStored("sessionStorage", key);
  let offset = 0;
  let isCut = true;
  /** Since something has arrived. */
  let failures = 0;
  while (!signal.aborted)
    try {
      if (!url) {
        url = await uploads.create(size, {});
        keepStored("sessionStorage", key, url);
      }
      if (isCut) {
        const reached = await uploads.readOffset(url);
        if (reached !== offset) failures = 0;
        offset = reached;
      }
      isCut = false;
      onProgress({ sent: offset, isCut });
      if (offset === size) return idOfUpload(url);
      const piece = file.slice(offset, offset + PIECE_BYTES);
      const bytes = await piece.arrayBuffer();
      offset = await uploads.sendPiece(url, offset, bytes, PIECE_MS);
      failures = 0;
    } catch (error) {
      if (signal.aborted) return undefined;
      if (!(error instanceof SendError) || error.kind === "refused")
        throw error;
      isCut = true;
      if (error.kind === "unknown") {
        if (!url) throw error;
        url = "";
        continue;
      }
      if (error.kind === "conflict") continue;
      if (!error.isOfMethod) onProgress({ sent: offset, isCut });
      const pause = pauseAfter(++failures, PAUSE_MS);
      if (await pauseUntilOnline(Math.max(error.pause, pause))) failures = 0;
    }
  return undefined;
}

/** Returns whether the browser has said meanwhile that the connection is back. */
const pauseUntilOnline = (ms: number) =>
  new Promise<boolean>((resolve) => {
    setTimeout(resolve, ms, false);
    window.addEventListener("online", () => resolve(true), { once: true });
  });
