import { getJob, watchJob } from "#domain/jobs/ledger.server.ts";
import type { Job } from "#domain/jobs/answers.ts";

/** A line that no client reads, often enough that no proxy takes the stream for dead. */
const HEARTBEAT_MS = 15_000;

const open = new Set<() => void>();

/** A job as server-sent events: as it is now, then at each change, and closed at its end. */
export function jobEvents(job: Job, signal: AbortSignal) {
  const encoder = new TextEncoder();
  let close = () => {};
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      let last = "";
      const say = (text: string) => controller.enqueue(encoder.encode(text));
      const tell = () => {
        const now = getJob(job.job_id);
        const data = JSON.stringify(now);
        if (now && data !== last) say(`data: ${(last = data)}\n\n`);
        if (!now || now.state === "succeeded" || now.state === "failed")
          close();
      };
      const unwatch = watchJob(job.job_id, tell);
      const heartbeat = setInterval(
        () => say(": still here\n\n"),
        HEARTBEAT_MS,
      );
      close = () => {
        close = () => {};
        unwatch();
        clearInterval(heartbeat);
        open.delete(end);
        controller.close();
      };
      const end = () => close();
      open.add(end);
      signal.addEventListener("abort", end);
      tell();
    },
    cancel: () => close(),
  });
  return new Response(body, {
    headers: {
      "Content-Type": "text/event-stream",
      "X-Accel-Buffering": "no",
    },
  });
}

/** Ends all streams, so that a server that closes need not wait for them. */
export function closeJobEvents() {
  for (const end of open) end();
}
