import { useLingui } from "@lingui/react/macro";
import { useEffect, useRef, useState } from "react";
import { pageLanguage } from "#app/components/language/load-texts.ts";
import { Dialog } from "../ui/dialog.tsx";
import { useLoaded } from "../ui/use-loaded.ts";
import { getTrackerData } from "../visitor/tracker-data.ts";
import { UploadForm } from "./form/upload-form.tsx";
import { addDeviceFind } from "./queue/device-finds.ts";
import {
  deleteDraft,
  type FindToSend,
  type Reason,
  type Refused,
} from "./queue/find-store.ts";
import { withRefusals } from "./queue/refused-pictures.ts";
import {
  addToQueue,
  holdInQueue,
  removeFromQueue,
  useQueue,
  type QueueEntry,
} from "./queue/send-queue.ts";
import type { FindDraft } from "./queue/use-find-draft.ts";
import type { AfterSubmitProps } from "./sending/thank-you.tsx";

interface Props extends AfterSubmitProps {
  open: boolean;
  draft: FindDraft;
  /** The time at which the server delivered the page, signed. */
  formTime: string;
}

const loadAfterSubmit = () => import("./sending/after-submit.tsx");

export function UploadDialog({ open, draft, formTime, ...after }: Props) {
  const { t } = useLingui();
  const { entry, refused, submit, close, ...failed } = useSubmission(draft);
  // Loaded as soon as the form opens, because later there may be no connection.
  const { AfterSubmit } =
    useLoaded(open ? loadAfterSubmit : undefined).part ?? {};
  const given = useRef(0);
  useEffect(() => {
    given.current = Date.now();
  }, [formTime]);
  function send(fields: Record<string, string>) {
    const trackerData = getTrackerData();
    void submit({
      submissionId: draft.submissionId,
      findKey: draft.findKey,
      lang: pageLanguage(),
      fields: {
        ...fields,
        rockNumberQr: draft.qrRockNumber,
        ...(draft.place && { suggestion: JSON.stringify(draft.place) }),
        ...(trackerData && { trackerData: JSON.stringify(trackerData) }),
      },
      pictures: draft.images,
      formTime: { value: formTime, givenAt: given.current },
    });
  }

  function closeAll() {
    close();
    after.onClose();
  }

  return (
    <>
      {/* These come before the form, so that they close first and the focus returns correctly from both. */}
      {AfterSubmit && entry && (
        <AfterSubmit
          {...after}
          {...failed}
          entry={entry}
          refused={refused}
          onClose={closeAll}
          onOpenFinds={() => {
            closeAll();
            after.onOpenFinds();
          }}
        />
      )}
      <Dialog
        open={open}
        onClose={after.onClose}
        title={t`Upload Your Rock`}
        locked={entry !== undefined && !refused}
      >
        <UploadForm
          draft={draft}
          sentPart={entry && !refused ? entry.part : undefined}
          refused={refused}
          onSubmit={send}
        />
      </Dialog>
    </>
  );
}

const NOT_KEPT: Refused = { reason: "not-kept" satisfies Reason, fields: {} };

interface Sent {
  find: FindToSend;
  /** The reason that the site, which can be reached, could not take it. It stays until the visitor decides. */
  failure?: Refused;
  /** The state of a find that the device doesn't keep. */
  unkept?: Partial<QueueEntry>;
}

function useSubmission(draft: FindDraft) {
  const [sent, setSent] = useState<Sent>();
  const { find, failure, unkept } = sent ?? {};
  const inQueue = useEntry(find);
  const entry = inQueue && { ...inQueue, ...unkept };
  const failed = entry?.state === "waiting" ? entry.failure : undefined;
  if (sent && failed && !failure) setSent({ ...sent, failure: failed });
  const isSent = entry?.state === "sent";
  // What the site has confirmed is never called refused, whatever went wrong before or beside it.
  const refused = isSent ? undefined : (entry?.refused ?? failure);

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
      const { sendAtOnce } = await import("./transport/send-finds.ts");
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
    keepForLater: () => void addToQueue(find!),
  };
}

/** The find's entry in the queue, as last seen. It leaves the queue some time after it has been sent. */
function useEntry(find: FindToSend | undefined) {
  const id = find?.submissionId;
  const entry = useQueue().find(({ submissionId }) => submissionId === id);
  const last = useRef<QueueEntry>();
  if (entry) last.current = entry;
  else if (last.current?.submissionId !== id)
    last.current = find && toFirstEntry(find);
  return last.current;
}

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
