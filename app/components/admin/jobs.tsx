import { useRevalidator } from "@remix-run/react";
import { formatCount } from "#core/words.ts";
import type { Job } from "#domain/jobs/answers.ts";
import { useJob } from "#app/components/admin/data/use-job.ts";
import { readTexts, submits } from "#app/components/admin/ui/forms.tsx";
import { JobBar, Part } from "#app/components/admin/ui/screen.tsx";
import { Field } from "#app/components/fields/field.tsx";
import { formatMoment } from "#app/components/language/english.ts";
import { Button } from "#app/components/ui/button.tsx";

export function CreateImagesBox() {
  const { revalidate } = useRevalidator();
  const { job, isRunning, failure, start } = useJob({ onEnd: revalidate });

  async function submit(fields: FormData) {
    const started = await start("POST /api/create-images", {
      body: {
        ...readTexts(fields, "path"),
        regenerate: fields.has("regenerate"),
      },
    });
    if (started) revalidate();
  }

  const error =
    failure ??
    (job?.state === "failed" && (job.error ?? "Something went wrong"));
  return (
    <Part id="create-images" title="Create Images">
      <form className="admin-form" onSubmit={submits(submit)}>
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
      <p className="job-status breaks" role="status">
        {isRunning
          ? "Processing..."
          : error
            ? `❌ Error: ${error}`
            : job && `✅ Success: ${job.message}`}
      </p>
      {isRunning && job && (
        <div className="row">
          <JobBar job={job} label="Images made" />
          <span>
            {job.total > 0 &&
              `${formatCount(job.done)} of ${formatCount(job.total)}`}
          </span>
        </div>
      )}
    </Part>
  );
}

export const JobList = ({
  jobs,
  labels,
}: {
  jobs: Job[];
  labels: Record<string, string>;
}) => (
  <Part id="jobs" title="Jobs">
    {jobs.length === 0 ? (
      <p className="soft">No job has been started yet.</p>
    ) : (
      <ul className="lined">
        {jobs.map((job) => (
          <JobItem
            key={job.job_id}
            job={job}
            label={labels[job.kind] ?? job.kind}
          />
        ))}
      </ul>
    )}
  </Part>
);

function JobItem({ job: known, label }: { job: Job; label: string }) {
  const followed = useJob({ known });
  const { job = known, isRunning, failures } = followed;
  const { revalidate } = useRevalidator();

  async function cancel() {
    if ((await followed.cancel()).ok) revalidate();
  }

  const hasFailures =
    job.state === "succeeded" &&
    /^[\d,]+ images? made, [\d,]+ failed/.test(job.message);
  return (
    <li className={`job row wrap breaks job--${job.state}`}>
      <b>{label}</b>
      <time className="soft" dateTime={job.created_dt}>
        {formatMoment(job.created_dt)}
      </time>
      <span className="job-outcome grows">
        {job.state === "queued"
          ? "Waiting"
          : job.state === "running"
            ? `${job.done} of ${job.total}`
            : (job.error ?? job.message)}
      </span>
      {isRunning && (
        <>
          <JobBar job={job} label="Done" />
          <Button look="danger" onClick={() => void cancel()}>
            Cancel
          </Button>
        </>
      )}
      {hasFailures && !failures && (
        <Button look="mini" onClick={() => void followed.loadFailures()}>
          See what failed
        </Button>
      )}
      {failures && (
        <ul className="breaks full">
          {failures.map(({ picture, error }) => (
            <li key={picture}>
              <code>{picture}</code> <span>{error}</span>
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}
