import { useEffect, useState } from "react";
import type { Job } from "#domain/jobs/answers.ts";

export const isOver = (job: Job) =>
  job.state === "succeeded" || job.state === "failed";

/** Follows a job by its event stream until it has ended; the browser takes a broken stream up again by itself. */
export function useJob(jobId: string | undefined): Job | undefined {
  const [job, setJob] = useState<Job>();
  useEffect(() => {
    if (!jobId) return;
    const events = new EventSource(`/api/jobs/${jobId}/events`);
    events.onmessage = ({ data }: MessageEvent<string>) => {
      const now = JSON.parse(data) as Job;
      setJob(now);
      if (isOver(now)) events.close();
    };
    return () => events.close();
  }, [jobId]);
  return job?.job_id === jobId ? job : undefined;
}
