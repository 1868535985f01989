import { useLingui } from "@lingui/react/macro";
import { useEffect, useRef } from "react";
import { pageLanguage } from "#app/components/language/load-texts.ts";
import { Dialog } from "../ui/dialog.tsx";
import { useLoaded } from "../ui/use-loaded.ts";
import { getTrackerData } from "../visitor/tracker-data.ts";
import { UploadForm } from "./form/upload-form.tsx";
import type { FindDraft } from "./queue/use-find-draft.ts";
import type { AfterSubmitProps } from "./sending/thank-you.tsx";
import { useSubmission } from "./sending/use-submission.ts";

interface Props extends AfterSubmitProps {
  open: boolean;
  draft: FindDraft;
  /** In digits. Empty if the visitor scanned no QR code. */
  qrRockNumber: string;
  /** The time at which the server delivered the page, signed. */
  formTime: string;
}

const loadAfterSubmit = () => import("./sending/after-submit.tsx");

export function UploadDialog({
  open,
  draft,
  qrRockNumber,
  formTime,
  ...after
}: Props) {
  const { t } = useLingui();
  const submission = useSubmission(draft);
  const { entry, refused, submit, close } = submission;
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
        rockNumberQr: qrRockNumber,
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
      {AfterSubmit && (
        <AfterSubmit
          {...after}
          submission={submission}
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
