import { useRevalidator } from "@remix-run/react";
import type { Job } from "#domain/jobs/answers.ts";
import { useJob } from "#app/components/admin/data/use-job.ts";
import "./jobs.css";

const names: Record<string, string> = {
  "create-images": "Create images",
  "sync-albums": "Album sync",
};

/** The jobs that have been started, newest first. A running one is followed live. */
export function JobList({ jobs }: { jobs: Job[] }) {
  return (
    <section aria-labelledby="past-jobs">
      <h2 id="past-jobs">Past jobs</h2>
      {jobs.length === 0 ? (
        <p className="admin-empty">No job has been started yet.</p>
      ) : (
        <ul className="job-list">
          {jobs.map((job) => (
            <JobItem key={job.job_id} job={job} />
          ))}
        </ul>
      )}
    </section>
  );
}

function JobItem({ job: known }: { job: Job }) {
  const followed = useJob({ known });
  const { job = known, isRunning, failures } = followed;
  const { revalidate } = useRevalidator();

  async function cancel() {
    if ((await followed.cancel()).ok) revalidate();
  }

  const hasFailures =
    job.state === "succeeded" && job.message.includes("failed");
  return (
    <li className={`job job--${job.state}`}>
      <b>{names[job.kind] ?? job.kind}</b>
      <time dateTime={job.created_dt}>
        {job.created_dt.slice(0, 16).replace("T", " ")} UTC
      </time>
      <span className="job-outcome">
        {job.state === "queued"
          ? "Waiting"
          : job.state === "running"
            ? `${job.done} of ${job.total}`
            : (job.error ?? job.message)}
      </span>
      {isRunning && (
        <>
          <progress
            max={Math.max(job.total, 1)}
            value={job.done}
            aria-label="Done"
          />
          <button
            type="button"
            className="mini mini--danger"
            onClick={() => void cancel()}
          >
            Cancel
          </button>
        </>
      )}
      {hasFailures && !failures && (
        <button
          type="button"
          className="mini"
          onClick={() => void followed.loadFailures()}
        >
          See what failed
        </button>
      )}
      {failures && (
        <ul className="job-failures">
          {failures.map(({ picture, error }) => (
            <li key={picture}>
              <code>{picture}</code> {error}
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}
