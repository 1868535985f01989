import { useEffect, useRef, useState } from "react";
import { addDeviceFind, toDeviceFind } from "../finds/device-finds.ts";
import type { SiteNames } from "#domain/site/answers.ts";
import { Dialog } from "../ui/dialog.tsx";
import { getTrackerData } from "../visitor/tracker-data.ts";
import { finderPageAddress, type FindToSend } from "./queue/find-store.ts";
import { buildForm } from "./queue/post-find.ts";
import {
  QueuedDialog,
  SubmitFailedDialog,
  ThankYouDialog,
} from "./result-dialogs.tsx";
import { addToQueue } from "./queue/send-queue.ts";
import { UploadForm } from "./form/upload-form.tsx";
import type { FindDraft } from "./queue/use-find-draft.ts";
import { useSendFind } from "./queue/use-send-find.ts";

interface Props {
  open: boolean;
  onClose: () => void;
  draft: FindDraft;
  site: SiteNames;
  /** In digits. Empty if the visitor scanned no QR code. */
  qrRockNumber: string;
  /** When the server delivered the page, signed. */
  formTime: string;
  onFormTimeRefused: () => void;
  /** Whether an admin approves the find before it is on the site. */
  isModerated: boolean;
}

/** The server takes a form for a bot's if it arrives within 3 seconds after delivery. */
const FORM_AGE_MS = 3_100;

/** Shows the upload form, and the result of sending it. */
export function UploadDialog({
  open,
  onClose,
  draft,
  site,
  qrRockNumber,
  formTime,
  onFormTimeRefused,
  isModerated,
}: Props) {
  const { sending, send, dismiss } = useSendFind();
  const [last, setLast] = useState<FindToSend>();
  const [isQueued, setIsQueued] = useState(false);
  const [queueError, setQueueError] = useState("");
  const given = useRef(0);
  useEffect(() => {
    given.current = Date.now();
  }, [formTime]);

  async function submit(fields: Record<string, string>) {
    const trackerData = getTrackerData();
    const find: FindToSend = {
      submissionId: draft.submissionId,
      findKey: draft.findKey,
      fields: {
        ...fields,
        rockNumberQr: qrRockNumber,
        ...(draft.place && { suggestion: JSON.stringify(draft.place) }),
        ...(trackerData && { trackerData: JSON.stringify(trackerData) }),
      },
      pictures: draft.images.map(({ file, preview }) => ({ file, preview })),
      formTime: { value: formTime, givenAt: given.current },
    };
    setLast(find);
    setQueueError("");
    if (!navigator.onLine && (await queue(find))) return;
    const form = buildForm(find);
    form.set("form_time", formTime);
    const { uuid, refused } = await send(
      form,
      given.current + FORM_AGE_MS - Date.now(),
    );
    if (refused?.fields.form_time) onFormTimeRefused();
    if (refused) return;
    addDeviceFind(toDeviceFind(find, uuid));
    draft.reset();
  }

  /** Queues the find on this device and empties the form. Returns whether that worked. */
  async function queue(find: FindToSend) {
    try {
      await addToQueue(find);
    } catch {
      setQueueError(
        "This browser can't keep it. It may be full, or in private mode.",
      );
      return false;
    }
    dismiss();
    draft.reset();
    setIsQueued(true);
    return true;
  }

  return (
    <>
      {/* These come before the form, so that they close first and the focus returns correctly from both. */}
      <ThankYouDialog
        open={sending.state === "sent"}
        onClose={() => {
          dismiss();
          onClose();
        }}
        site={site}
        rockNumber={last?.fields.rockNumber?.trim() ?? ""}
        isModerated={isModerated}
        page={
          sending.state === "sent"
            ? finderPageAddress(sending.uuid, last?.findKey ?? "")
            : ""
        }
      />
      <QueuedDialog
        open={isQueued}
        onClose={() => {
          setIsQueued(false);
          onClose();
        }}
      />
      <SubmitFailedDialog
        open={sending.state === "failed"}
        onClose={dismiss}
        onQueue={() => void (last && queue(last))}
        email={site.contact_email}
        reason={
          queueError || (sending.state === "failed" ? sending.reason : "")
        }
      />
      <Dialog
        open={open}
        onClose={onClose}
        title="Upload Your Rock"
        locked={sending.state === "sending"}
      >
        <UploadForm
          draft={draft}
          progress={sending.state === "sending" ? sending : undefined}
          refused={sending.state === "failed" ? sending : undefined}
          onSubmit={(fields) => void submit(fields)}
        />
      </Dialog>
    </>
  );
}
