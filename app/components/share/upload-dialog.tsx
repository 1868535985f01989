import { useEffect, useRef, useState } from "react";
import type { SiteNames } from "#domain/site/answers.ts";
import { addDeviceFind, asDeviceFind } from "../finds/device-finds.ts";
import { Dialog } from "../ui/dialog.tsx";
import { getTrackerData } from "../visitor/tracker-data.ts";
import { findPage, type FindToSend } from "./queue/find-store.ts";
import { asForm } from "./queue/post-find.ts";
import {
  KeptDialog,
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
  /** In digits; empty where no QR code brought the visitor here. */
  qrRockNumber: string;
  /** The signed time at which the page was given out. */
  formTime: string;
  onFormTimeRefused: () => void;
  /** Whether somebody looks at the find before it is on the site. */
  isModerated: boolean;
}

/** The server takes a form sent sooner than 3 seconds after it was given out for a program's. */
const FORM_AGE_MS = 3_100;

/** The upload form, and what became of what it sent. */
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
  const [isKept, setKept] = useState(false);
  const [reasonNotKept, setReasonNotKept] = useState("");
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
        ...(trackerData && { trackerData: JSON.stringify(trackerData) }),
      },
      images: draft.images.map(({ file }) => file),
    };
    setLast(find);
    setReasonNotKept("");
    if (!navigator.onLine && (await keep(find))) return;
    const form = asForm(find);
    form.set("form_time", formTime);
    const { uuid, refused } = await send(
      form,
      given.current + FORM_AGE_MS - Date.now(),
    );
    if (refused?.fields.form_time) onFormTimeRefused();
    if (refused) return;
    addDeviceFind(asDeviceFind(find, uuid));
    draft.reset();
  }

  /** Whether the find now waits on this device, and the form is empty again. */
  async function keep(find: FindToSend) {
    try {
      await addToQueue(find);
    } catch {
      setReasonNotKept(
        "This browser can't keep it. It may be full, or in private mode.",
      );
      return false;
    }
    dismiss();
    draft.reset();
    setKept(true);
    return true;
  }

  return (
    <>
      {/* Before the form: they close first then, and the focus finds its way back from both. */}
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
            ? findPage(sending.uuid, last?.findKey ?? "")
            : ""
        }
      />
      <KeptDialog
        open={isKept}
        onClose={() => {
          setKept(false);
          onClose();
        }}
      />
      <SubmitFailedDialog
        open={sending.state === "failed"}
        onClose={dismiss}
        onKeep={() => void (last && keep(last))}
        email={site.contact_email}
        reason={
          reasonNotKept || (sending.state === "failed" ? sending.reason : "")
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
