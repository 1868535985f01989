import { useEffect, useRef, useState } from "react";
import type { SiteNames } from "#domain/schemas.ts";
import { Dialog } from "../ui/dialog.tsx";
import { SubmitFailedDialog, ThankYouDialog } from "./result-dialogs.tsx";
import { UploadForm } from "./upload-form.tsx";
import { useFindDraft } from "./use-find-draft.ts";
import { useSendFind } from "./use-send-find.ts";

interface Props {
  open: boolean;
  onClose: () => void;
  site: SiteNames;
  /** In digits; empty where no QR code brought the visitor here. */
  qrRockNumber: string;
  /** The signed time at which the page was given out. */
  formTime: string;
  onFormTimeRefused: () => void;
}

/** The server takes a form sent sooner than 3 seconds after it was given out for a program's. */
const FORM_AGE_MS = 3_100;

/** The upload form, and what became of what it sent. */
export function UploadDialog({
  open,
  onClose,
  site,
  qrRockNumber,
  formTime,
  onFormTimeRefused,
}: Props) {
  const draft = useFindDraft(qrRockNumber);
  const { sending, send, dismiss } = useSendFind();
  const [sentRock, setSentRock] = useState("");
  const given = useRef(0);
  useEffect(() => {
    given.current = Date.now();
  }, [formTime]);

  async function submit(form: FormData) {
    form.set("rockNumberQr", qrRockNumber);
    form.set("submission_id", draft.submissionId);
    form.set("form_time", formTime);
    const rockNumber = draft.fields.rockNumber.trim();
    const refused = await send(form, given.current + FORM_AGE_MS - Date.now());
    if (refused?.fields.form_time) onFormTimeRefused();
    if (refused) return;
    setSentRock(rockNumber);
    draft.reset();
  }

  return (
    <>
      {/* Before the form: it closes first then, and the focus finds its way back from both. */}
      <ThankYouDialog
        open={sending.state === "sent"}
        onClose={() => {
          dismiss();
          onClose();
        }}
        site={site}
        rockNumber={sentRock}
      />
      <SubmitFailedDialog
        open={sending.state === "failed"}
        onClose={dismiss}
        email={site.contact_email}
        reason={sending.state === "failed" ? sending.reason : ""}
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
          onSubmit={(form) => void submit(form)}
        />
      </Dialog>
    </>
  );
}
