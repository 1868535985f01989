import { useEffect, useRef, useState } from "react";
import type { Job, JobFailure } from "#domain/jobs/answers.ts";
import { addressOf, type Sent } from "#app/components/api/send.ts";
import { useSave } from "./use-save.ts";

type Starting =
  | "POST /api/create-images"
  | "POST /api/albums/sync"
  | "POST /api/keepsake"
  | "POST /api/backups";

const isUnderWay = ({ state }: Job) =>
  state === "queued" || state === "running";

interface JobOptions {
  /** A job that has been started elsewhere. One that has ended is not followed. */
  known?: Job | null;
  onEnd?: () => unknown;
}

/** Starts a job, or takes a known one, and follows it by its event stream, which the browser itself takes up again. */
export function useJob({ known, onEnd }: JobOptions = {}) {
  const [startedId, setStartedId] = useState<string>();
  const [followed, setFollowed] = useState<Job>();
  const [failures, setFailures] = useState<JobFailure[]>();
  const { call, isBusy, failure } = useSave();
  const runningId = known && isUnderWay(known) ? known.job_id : startedId;
  const id = runningId ?? known?.job_id;
  const job =
    followed && followed.job_id === id ? followed : (known ?? undefined);
  const params = { jobId: id! };

  const latestOnEnd = useRef(onEnd);
  latestOnEnd.current = onEnd;
  useEffect(() => {
    if (!runningId) return;
    const events = new EventSource(
      addressOf("GET /api/jobs/:jobId/events", {
        params: { jobId: runningId },
      }),
    );
    events.onmessage = ({ data }: MessageEvent<string>) => {
      const now = JSON.parse(data) as Job;
      setFollowed(now);
      if (isUnderWay(now)) return;
      events.close();
      latestOnEnd.current?.();
    };
    return () => events.close();
  }, [runningId]);

  const isRunning = job ? isUnderWay(job) : isBusy || id !== undefined;
  const isCancelled = job?.error?.startsWith("Cancelled") ?? false;
  return {
    made: isRunning ? job : undefined,
    isCancelled,
    /** Why it could not be started or cancelled, or has failed. */
    error: failure ?? (job?.state === "failed" && !isCancelled && job.error),
    job,
    isRunning,
    failure,
    failures,
    async start<N extends Starting>(name: N, sent: Sent<N>) {
      setStartedId(undefined);
      const outcome = await call(name, sent);
      if (outcome.ok)
        setStartedId((outcome.answer as { job_id: string }).job_id);
      return outcome.ok;
    },
    follow: setStartedId,
    cancel: () => call("DELETE /api/jobs/:jobId", { params }),
    async loadFailures() {
      const outcome = await call("GET /api/jobs/:jobId", { params });
      if (outcome.ok) setFailures(outcome.answer.failures);
    },
  };
}
