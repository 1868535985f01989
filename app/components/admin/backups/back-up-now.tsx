import { Failure } from "#app/components/fields/failure.tsx";
import { Button } from "#app/components/ui/button.tsx";
import type { Job } from "#domain/jobs/answers.ts";
import { useJob } from "#app/components/admin/data/use-job.ts";

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
        <Button look="quiet" onClick={() => void cancel().then(onEnd)}>
          Cancel the backup
        </Button>
      ) : (
        <Button
          busy={isRunning}
          onClick={() => void start("POST /api/backups", {})}
        >
          Back up now
        </Button>
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
      <Failure>
        {error && !isRunning && `It could not be made: ${error}`}
      </Failure>
    </div>
  );
}
