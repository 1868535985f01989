import { useRef, useState, type ChangeEvent } from "react";
import { useUnfinished } from "#app/components/admin/data/use-unsaved-changes.ts";
import { ApiError } from "#app/components/admin/data/call-api.ts";
import { postForm } from "#app/components/admin/finds/find-form.ts";

/** Sends pictures to an album, several at once, and shows how much of them has gone. */
export function AddImages({
  album,
  onSending,
  onUploaded,
}: {
  album: string;
  /** Told when the sending begins and ends. */
  onSending: (isSending: boolean) => void;
  onUploaded: (jobId: string) => void;
}) {
  const input = useRef<HTMLInputElement>(null);
  const [sent, setSent] = useState<{ part: number; files: number }>();
  const [refusal, setRefusal] = useState<string>();

  useUnfinished(sent !== undefined);

  async function send({ currentTarget }: ChangeEvent<HTMLInputElement>) {
    const files = [...(currentTarget.files ?? [])];
    currentTarget.value = "";
    if (files.length === 0) return;
    const form = new FormData();
    for (const file of files) form.append("files", file);
    setRefusal(undefined);
    setSent({ part: 0, files: files.length });
    onSending(true);
    try {
      const { job_id } = await postForm<{ job_id: string }>(
        `/api/albums/${album}/upload-images`,
        form,
        (part) => setSent({ part, files: files.length }),
      );
      window.alert("Upload complete. Please run the SYNC tool.");
      onUploaded(job_id);
    } catch (error) {
      console.error("Error uploading images", error);
      setRefusal(
        error instanceof ApiError ? error.message : "Something went wrong.",
      );
      window.alert("Upload failed. Check console for details.");
    } finally {
      setSent(undefined);
      onSending(false);
    }
  }

  return (
    <>
      <input
        ref={input}
        type="file"
        accept="image/*,.heic,.heif"
        multiple
        hidden
        aria-label="Images to add"
        onChange={(event) => void send(event)}
      />
      <button
        type="button"
        className="btn"
        disabled={sent !== undefined}
        onClick={() => input.current?.click()}
      >
        Add Images
      </button>
      {sent && (
        <p className="add-images-progress" role="status">
          <progress max={1} value={sent.part} aria-label="Sent" />
          {sent.part < 1
            ? `Sending ${sent.files} ${sent.files === 1 ? "image" : "images"}: ${Math.round(sent.part * 100)} %`
            : "Checking the images …"}
        </p>
      )}
      {refusal && (
        <p className="field-error add-images-progress" role="alert">
          {refusal}
        </p>
      )}
    </>
  );
}
