import { useLingui } from "@lingui/react";
import {
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import { deleteDraft } from "#app/components/share/queue/storage.ts";
import { addDeviceFind } from "#app/components/share/queue/device-finds.ts";
import type {
  FindToSend,
  Reason,
  Refused,
} from "#app/components/share/queue/find-store.ts";
import { withRefusals } from "#app/components/share/queue/refused-pictures.ts";
import {
  addToQueue,
  holdInQueue,
  readQueue,
  removeFromQueue,
  watchQueue,
  type QueueEntry,
} from "#app/components/share/queue/send-queue.ts";
import type { FindDraft } from "#app/components/share/queue/use-find-draft.ts";

import { sayRefused } from "./reasons.ts";

const NOT_KEPT: Refused = { reason: "not-kept" satisfies Reason, fields: {} };

interface Sent {
  find: FindToSend;
  /** The reason that the site, which can be reached, could not take it. It stays until the visitor decides. */
  failure?: Refused;
  /** The state of a find that the device doesn't keep. */
  unkept?: Partial<QueueEntry>;
}

/** Follows a find from Submit until its dialogs are closed. */
export function useSubmission(draft: FindDraft) {
  const { i18n } = useLingui();
  const [sent, setSent] = useState<Sent>();
  const { find, failure, unkept } = sent ?? {};
  const inQueue = useEntry(find);
  const entry = inQueue && { ...inQueue, ...unkept };
  const failed = entry?.state === "waiting" ? entry.failure : undefined;
  if (sent && failed && !failure) setSent({ ...sent, failure: failed });
  const isSent = entry?.state === "sent";
  const reason = entry?.refused ?? failure;
  const refused = useMemo(
    () => reason && sayRefused(i18n, reason),
    [i18n, reason],
  );

  useEffect(() => {
    if (isSent) draft.reset();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `draft` is another with each rendering
  }, [isSent]);

  const id = find?.submissionId;
  useEffect(() => {
    if (failure && id) void holdInQueue(id).catch(() => {});
  }, [failure, id]);

  async function submit(find: FindToSend) {
    setSent({ find });
    // The queue has it now. As a draft, the find would be offered to be sent a second time.
    if (await addToQueue(find)) return deleteDraft().catch(() => {});
    const tell = (unkept: Partial<QueueEntry>) =>
      setSent({ find, unkept: { isKept: false, ...unkept } });
    tell({});
    try {
      const { sendAtOnce } =
        await import("#app/components/share/transport/send-finds.ts");
      const uuid = await sendAtOnce(find);
      addDeviceFind(find, uuid);
      tell({ state: "sent", uuid });
    } catch (error) {
      const { refused = NOT_KEPT } = error as { refused?: Refused };
      tell({ state: "refused", refused });
    }
  }

  const isLost = entry?.state === "sending" && !entry.isKept;
  useEffect(() => {
    if (!isLost) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [isLost]);

  return {
    entry,
    /** Why the site refused the find. Absent if only the link failed, because the find then waits. */
    refused,
    submit,
    /** The queue goes on with the find. */
    close() {
      draft.reset();
      setSent(undefined);
    },
    /** Takes the find out of the queue. The form has it still, and stores it again. */
    backToForm() {
      const pictures = withRefusals(find!.pictures, refused?.fields.images);
      draft.openQueuedFind({ ...find!, pictures });
      if (entry?.isKept) void removeFromQueue(find!.submissionId);
      setSent(undefined);
    },
    /** The queue tries again. */
    keepForLater: () => void addToQueue(find!),
  };
}

export type Submission = ReturnType<typeof useSubmission>;

const getEntry = ({ submissionId }: FindToSend) =>
  readQueue().find((entry) => entry.submissionId === submissionId);

/** The find's entry in the queue, as last seen. It leaves the queue some time after it has been sent. */
function useEntry(find: FindToSend | undefined) {
  const entry = useSyncExternalStore(
    watchQueue,
    () => find && getEntry(find),
    () => undefined,
  );
  const last = useRef<QueueEntry>();
  if (entry) last.current = entry;
  else if (last.current?.submissionId !== find?.submissionId)
    last.current = find && toFirstEntry(find);
  return last.current;
}

/** Until the device has stored the find. */
const toFirstEntry = (find: FindToSend): QueueEntry => ({
  ...find,
  state: "sending",
  pictures: find.pictures.map(({ file, preview }) => ({
    name: file.name,
    thumbnail: preview?.blob ?? file,
    part: 0,
    original: "none",
  })),
  part: 0,
  isKept: true,
});
