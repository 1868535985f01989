import { Failure } from "#app/components/fields/failure.tsx";
import { countOf } from "#domain/core/words.ts";
import { PICTURE_FIELD } from "#domain/core/limits.ts";
import { useRef, useState, type ChangeEvent } from "react";
import type { Save } from "#app/components/admin/data/use-save.ts";
import { Button } from "#app/components/ui/button.tsx";

/** An alert stops the page, which says beside it that the sync has begun. A page in the background isn't painted. */
const nextPaint = () =>
  new Promise<void>((resolve) =>
    document.hidden
      ? resolve()
      : requestAnimationFrame(() => setTimeout(resolve)),
  );

/** Uploads pictures to an album, several at once, and shows how much of them has been sent. */
export function AddImages({
  album,
  upload: { call, sent, failure },
  onUploaded,
}: {
  album: string;
  upload: Save;
  onUploaded: (jobId: string) => void;
}) {
  const input = useRef<HTMLInputElement>(null);
  const [count, setCount] = useState(0);

  async function send({ currentTarget }: ChangeEvent<HTMLInputElement>) {
    const files = [...(currentTarget.files ?? [])];
    currentTarget.value = "";
    if (files.length === 0) return;
    const form = new FormData();
    for (const file of files) form.append("files", file);
    setCount(files.length);
    const uploaded = await call(
      "POST /api/albums/:albumName/upload-images",
      { params: { albumName: album }, body: form },
      { isUpload: true },
    );
    if (uploaded.ok) {
      onUploaded(uploaded.answer.job_id);
      await nextPaint();
      window.alert("Upload complete. Please run the SYNC tool.");
    } else window.alert("Upload failed. Check console for details.");
  }

  return (
    <>
      <input
        ref={input}
        type="file"
        accept={PICTURE_FIELD}
        multiple
        hidden
        aria-label="Images to add"
        onChange={(event) => void send(event)}
      />
      <Button
        disabled={sent !== undefined}
        onClick={() => input.current?.click()}
      >
        Add Images
      </Button>
      {sent !== undefined && (
        <p className="add-images-progress row" role="status">
          <progress max={1} value={sent} aria-label="Sent" />
          <span>
            {sent < 1
              ? `Sending ${countOf(count, "image")}: ${Math.round(sent * 100)} %`
              : "Checking the images …"}
          </span>
        </p>
      )}
      <Failure className="add-images-progress row">{failure}</Failure>
    </>
  );
}
