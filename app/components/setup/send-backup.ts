import { byKey } from "#app/components/api/send.ts";
import { SendError } from "#app/components/share/transport/send-error.ts";
import {
  idOfUpload,
  tusAt,
} from "#app/components/share/transport/tus-upload.ts";

/** Sends a backup in pieces. When a lost connection is back, it continues with the next piece. */

const PIECE_BYTES = 8 * 1_048_576;
/** Time limit of a piece. */
const PIECE_MS = 10 * 60_000;
const PAUSE_MS = 3_000;

interface SendBackupOptions {
  setUpKey: string;
  /** Ends it. What has arrived stays. */
  signal: AbortSignal;
  /** @param isCut whether the link, or the site, can't at the moment */
  onProgress: (sent: number, isCut: boolean) => void;
}

/**
 * @returns the upload's id once all has arrived; undefined when it was ended
 * @throws {SendError} refused
 */
export async function sendBackup(
  file: File,
  { setUpKey, signal, onProgress }: SendBackupOptions,
): Promise<string | undefined> {
  const uploads = tusAt({
    path: "/api/setup/uploads",
    ...byKey(setUpKey),
    signal,
  });
  const known = rememberedUpload(file);
  let offset = 0;
  let isCut = true;
  while (!signal.aborted)
    try {
      let url = known.get();
      if (!url) {
        url = await uploads.create(file.size, {});
        known.set(url);
      }
      if (isCut) offset = await uploads.readOffset(url);
      isCut = false;
      onProgress(offset, isCut);
      if (offset === file.size) return idOfUpload(url);
      const piece = file.slice(offset, offset + PIECE_BYTES);
      const bytes = await piece.arrayBuffer();
      offset = await uploads.sendPiece(url, offset, bytes, PIECE_MS);
    } catch (error) {
      if (signal.aborted) return undefined;
      if (!(error instanceof SendError) || error.kind === "refused")
        throw error;
      isCut = true;
      if (error.kind === "unknown") {
        if (!known.get()) throw error;
        known.set(undefined);
        continue;
      }
      if (error.kind === "conflict") continue;
      onProgress(offset, isCut);
      await pause(Math.max(error.pause ?? 0, PAUSE_MS), signal);
    }
  return undefined;
}

/** The address of a file's upload, which survives a reload of the page. */
function rememberedUpload({ name, size, lastModified }: File) {
  const key = `sent backup ${name} ${size} ${lastModified}`;
  return {
    get: () => sessionStorage.getItem(key) ?? undefined,
    set: (url: string | undefined) =>
      url === undefined
        ? sessionStorage.removeItem(key)
        : sessionStorage.setItem(key, url),
  };
}

/** Ends early when the browser is online again, or it is no longer wanted. */
const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const end = () => {
      clearTimeout(timer);
      window.removeEventListener("online", end);
      signal.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    window.addEventListener("online", end);
    signal.addEventListener("abort", end);
  });
