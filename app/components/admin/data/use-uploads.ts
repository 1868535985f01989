import { useRef, useState } from "react";
import { useUnsavedChanges } from "#app/components/fields/unsaved-changes.ts";
import { useSave, type Outcome, type Save } from "./use-save.ts";

interface FailedUpload {
  file: File;
  reason: string;
  /** Whether it may work at another try: the file itself was not refused. */
  canRetry: boolean;
}

interface UploadsEnd {
  added: number;
  failed: number;
  isCancelled: boolean;
}

export type Uploads = ReturnType<typeof useUploads>;

/** Statuses of refusals that have nothing to do with the file: no answer, a pause, or a fault of the site or a proxy. */
const mayPass = (status: number) =>
  status === 0 || status === 408 || status === 429 || status >= 500;

/**
 * Sends pictures one a request, so that one that is refused stops none of the others.
 * @param send sends one by the given `call`, with `isUpload`
 * @param onEnd called when each was tried
 */
export function useUploads(
  send: (call: Save["call"], file: File) => Promise<Outcome<unknown>>,
  onEnd: (end: UploadsEnd) => unknown = () => {},
) {
  const { call, sent } = useSave();
  const [at, setAt] = useState<{ done: number; of: number }>();
  const [failed, setFailed] = useState<FailedUpload[]>([]);
  const [added, setAdded] = useState(0);
  const isCancelled = useRef(false);
  useUnsavedChanges(at !== undefined);

  async function start(files: File[], kept: FailedUpload[] = []) {
    isCancelled.current = false;
    const failed = [...kept];
    let added = 0;
    setFailed(failed);
    for (const [done, file] of files.entries()) {
      if (isCancelled.current) {
        failed.push({ file, reason: "It was not sent.", canRetry: true });
        continue;
      }
      setAt({ done, of: files.length });
      const outcome = await send(call, file);
      if (outcome.ok) added++;
      else {
        const { message: reason, status } = outcome.error;
        failed.push({ file, reason, canRetry: mayPass(status) });
      }
      setFailed([...failed]);
    }
    setFailed(failed);
    setAdded(added);
    setAt(undefined);
    await onEnd({
      added,
      failed: failed.length,
      isCancelled: isCancelled.current,
    });
  }

  return {
    /** Progress in files, and the sent part of the present one; undefined while nothing is sent. */
    progress: at && { ...at, sent: sent ?? 0 },
    isBusy: at !== undefined,
    failed,
    /** How many the last press has added. */
    added,
    start,
    retry: () =>
      start(
        failed.flatMap(({ file, canRetry }) => (canRetry ? file : [])),
        failed.filter(({ canRetry }) => !canRetry),
      ),
    /** The picture that is being sent still arrives. */
    cancel: () => void (isCancelled.current = true),
  };
}
