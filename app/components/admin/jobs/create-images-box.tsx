import { useRevalidator } from "@remix-run/react";
import { useEffect, useState, type FormEvent } from "react";
import {
  callApi,
  FALLBACK,
  ApiError,
} from "#app/components/admin/data/call-api.ts";
import { isOver, useJob } from "#app/components/admin/data/use-job.ts";
import { formatCount } from "#app/components/ui/format-count.ts";
import "./jobs.css";

/** Starts 'create images' and follows it: 'Processing...' until the job has ended, then what came of it. */
export function CreateImagesBox() {
  const [jobId, setJobId] = useState<string>();
  const [note, setNote] = useState("");
  const [refusal, setRefusal] = useState<string>();
  const [isStarting, setIsStarting] = useState(false);
  const job = useJob(jobId);
  const { revalidate } = useRevalidator();
  const hasEnded = job !== undefined && isOver(job);
  const isRunning = isStarting || (jobId !== undefined && !hasEnded);

  useEffect(() => {
    if (jobId) revalidate();
  }, [jobId, hasEnded, revalidate]);

  async function start(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    setIsStarting(true);
    setRefusal(undefined);
    setJobId(undefined);
    try {
      const { answer } = await callApi<{ message: string; job_id: string }>(
        "POST",
        "/api/create-images",
        {
          path: form.get("path"),
          regenerate: form.has("regenerate"),
        },
      );
      setJobId(answer.job_id);
      setNote(answer.message);
    } catch (error) {
      setRefusal(error instanceof ApiError ? error.message : FALLBACK);
    } finally {
      setIsStarting(false);
    }
  }

  const status = refusal
    ? `❌ Error: ${refusal}`
    : isRunning
      ? "Processing..."
      : job?.state === "succeeded"
        ? `✅ Success: ${job.message}`
        : job?.state === "failed"
          ? `❌ Error: ${job.error ?? FALLBACK}`
          : "";
  return (
    <section className="job-box" aria-labelledby="create-images">
      <h2 id="create-images">Create Images</h2>
      <form onSubmit={(event) => void start(event)}>
        <label className="field">
          Path
          <input
            name="path"
            defaultValue="media/rocks"
            autoCapitalize="none"
            spellCheck={false}
          />
        </label>
        <label className="check">
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
        <div className="job-progress">
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
