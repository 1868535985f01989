import { useRevalidator } from "@remix-run/react";
import { useState } from "react";
import type { Job, JobFailure } from "#domain/jobs/answers.ts";
import { callApi } from "#app/components/admin/ui/call-api.ts";
import { isOver, useJob } from "./use-job.ts";

interface Props {
  jobs: Job[];
  /** What each kind of job is called. */
  labels: Record<string, string>;
}

/** What has been started, newest first; a running one is followed live. */
export function JobList({ jobs, labels }: Props) {
  return (
    <section aria-labelledby="past-jobs">
      <h2 id="past-jobs">Past jobs</h2>
      {jobs.length === 0 ? (
        <p className="admin-empty">No job has been started yet.</p>
      ) : (
        <ul className="job-list">
          {jobs.map((job) => (
            <JobItem
              key={job.job_id}
              job={job}
              label={labels[job.kind] ?? job.kind}
            />
          ))}
        </ul>
      )}
    </section>
  );
}

function JobItem({ job: first, label }: { job: Job; label: string }) {
  const live = useJob(isOver(first) ? undefined : first.job_id);
  const job = live ?? first;
  const { revalidate } = useRevalidator();
  const [failures, setFailures] = useState<JobFailure[]>();

  async function cancel() {
    try {
      await callApi("DELETE", `/api/jobs/${job.job_id}`);
      revalidate();
    } catch (error) {
      console.error("Error cancelling job", error);
    }
  }

  async function showFailures() {
    try {
      const { answer } = await callApi<{ failures: JobFailure[] }>(
        "GET",
        `/api/jobs/${job.job_id}`,
      );
      setFailures(answer.failures);
    } catch (error) {
      console.error("Error loading failures", error);
    }
  }

  const hasFailures =
    job.state === "succeeded" && job.message.includes("failed");
  return (
    <li className={`job job--${job.state}`}>
      <b>{label}</b>
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
      {!isOver(job) && (
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
          onClick={() => void showFailures()}
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
