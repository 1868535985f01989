import { Field } from "#app/components/fields/field.tsx";
import { formatCount } from "#domain/core/words.ts";
import { useRevalidator } from "@remix-run/react";
import { useState, type FormEvent } from "react";
import { useJob } from "#app/components/admin/data/use-job.ts";
import "./jobs.css";

/** Starts 'create images' and follows it: 'Processing...' until the job has ended, then its result. */
export function CreateImagesBox() {
  const [note, setNote] = useState("");
  const { revalidate } = useRevalidator();
  const { job, isRunning, failure, start } = useJob({ onEnd: revalidate });

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const started = await start("POST /api/create-images", {
      body: {
        path: String(form.get("path")),
        regenerate: form.has("regenerate"),
      },
    });
    if (!started) return;
    setNote(started.message);
    revalidate();
  }

  const error =
    failure ??
    (job?.state === "failed"
      ? (job.error ?? "Something went wrong")
      : undefined);
  const status = isRunning
    ? "Processing..."
    : error
      ? `❌ Error: ${error}`
      : job && `✅ Success: ${job.message}`;
  return (
    <section className="job-box" aria-labelledby="create-images">
      <h2 id="create-images">Create Images</h2>
      <form onSubmit={(event) => void submit(event)}>
        <Field
          label="Path"
          name="path"
          defaultValue="media/rocks"
          autoCapitalize="none"
          spellCheck={false}
        />
        <label className="check row">
          <input type="checkbox" name="regenerate" /> Regenerate Images
        </label>
        <button className="btn" disabled={isRunning}>
          Start
        </button>
      </form>
      <p className="job-status" role="status">
        {status}
      </p>
      {isRunning && job && (
        <div className="job-progress row">
          <progress
            max={Math.max(job.total, 1)}
            value={job.done}
            aria-label="Images made"
          />
          <span>
            {job.total > 0
              ? `${formatCount(job.done)} of ${formatCount(job.total)}`
              : note}
          </span>
        </div>
      )}
    </section>
  );
}
