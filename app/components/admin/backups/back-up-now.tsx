import type { Job } from "#domain/jobs/answers.ts";
import { useJob } from "#app/components/admin/data/use-job.ts";
import { BusyButton } from "#app/components/admin/ui/busy-button.tsx";

interface Props {
  /** The newest one that was started here. */
  job: Job | null;
  /** Called when one has ended. */
  onEnd: () => void;
}

/** Starts a backup and follows it. */
export function BackUpNow({ job: known, onEnd }: Props) {
  const { job, isRunning, failure, start, cancel } = useJob({
    known: known ?? undefined,
    onEnd,
  });
  const isBeingMade = isRunning && job !== undefined;
  const isCancelled = job?.error?.startsWith("Cancelled");
  const error =
    failure ?? (job?.state === "failed" && !isCancelled ? job.error : null);
  return (
    <div className="back-up-now">
      {isBeingMade ? (
        <button
          type="button"
          className="btn btn--quiet"
          onClick={() => void cancel().then(onEnd)}
        >
          Cancel the backup
        </button>
      ) : (
        <BusyButton
          type="button"
          busy={isRunning}
          onClick={() => void start("POST /api/backups", {})}
        >
          Back up now
        </BusyButton>
      )}
      <div role="status">
        {isBeingMade && (
          <span>
            {job.state === "queued"
              ? "Waiting to be made"
              : job.message || "Being made …"}
          </span>
        )}
      </div>
      {isBeingMade && (
        <progress
          max={Math.max(job.total, 1)}
          value={job.total > 0 ? job.done : undefined}
          aria-label="Backed up"
        />
      )}
      {error && !isRunning && (
        <p className="field-error" role="alert">
          It could not be made: {error}
        </p>
      )}
    </div>
  );
}
